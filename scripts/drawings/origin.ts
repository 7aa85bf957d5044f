/** What the index was derived from, as one digest: it tells that tables have changed without fetching the libraries. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KINDS, subjectOf } from '../../packages/studio/src/subjects/index.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

export function originOfDrawings(): Buffer {
  const digest = createHash('sha256').update(JSON.stringify(KINDS.map((kind) => [kind, subjectOf(kind).words.en])));
  const drawn = readdirSync(`${folder}ours`).map((name) => `ours/${name}`);
  const tables = readdirSync(folder).filter((name) => name.endsWith('.ts') || name === 'package-lock.json');
  for (const name of [...drawn, ...tables].sort()) digest.update(name).update(readFileSync(folder + name));
  return Buffer.from(`${digest.digest('hex')}\n`);
}
