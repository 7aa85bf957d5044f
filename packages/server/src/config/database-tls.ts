/** What a database address asks of TLS: a mode that there is, and files that can be read. The driver would take any word, and end at a file. */
import { resolve } from 'node:path';

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const files = ['sslrootcert', 'sslcert', 'sslkey'];

/** In sentences that name no password. */
export function databaseTlsFaults(
  name: string,
  url: string | null,
  { readText, workingFolder }: { readText(file: string): string | null; workingFolder: string },
): string[] {
  if (url === null) return [];
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const mode = query.get('sslmode');
  const unknown =
    mode !== null && !modes.includes(mode)
      ? [`${name} has sslmode=${mode}; it must be one of ${modes.join(', ')}.`]
      : [];
  const unreadable = files.flatMap((part) => {
    const file = query.get(part);
    return file === null || readText(resolve(workingFolder, file)) !== null
      ? []
      : [`${name} has ${part}=${file}; it must be a file that can be read.`];
  });
  return [...unknown, ...unreadable];
}
