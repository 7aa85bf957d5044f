/** Files, where there are some: Node, Bun and Deno. Browsers get `files-in-browser.ts` in its place. */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';

/** Null: there is no such file. */
export async function readFileAt(path: string | URL): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (fault) {
    // A text that is far too long to be a name is no file either.
    if (['ENOENT', 'ENAMETOOLONG'].includes(String((fault as { code?: string }).code))) return null;
    throw fault;
  }
}

/** The file appears whole, or not at all. */
export async function writeFileAt(path: string | URL, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const found = await stat(path).catch(() => null);
  // A pipe or a device takes what it is given; beside it there is nothing to make.
  if (found !== null && !found.isFile()) return writeInto(path, chunks);
  const part = `${path instanceof URL ? decodeURIComponent(path.pathname) : path}.part`;
  try {
    await writeInto(part, chunks);
    await rename(part, path);
  } catch (fault) {
    // Why it could not be written is what is told, not why it could not be cleared away.
    await rm(part, { force: true }).catch(() => {});
    throw fault;
  }
}

async function writeInto(path: string | URL, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w');
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}
