/** Builds the pages into `dist`: bundled, beside the API reference's own script, and compressed once for every visitor. */
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { writeReferenceScript } from './reference-script.ts';
import { dashboardFolder, viteSettings } from './vite-settings.ts';

/** Below this the headers of an answer outweigh what compression saves. */
const compressedBytesMin = 1_024;
const compressible = /\.(js|css|html|svg|json)$/;
/** Brotli's best takes many times as long for the reference, and makes it hardly smaller. */
const brotliQuality = 9;

export async function buildDashboard(): Promise<void> {
  // Made beside and moved into place: whoever serves `dist` meanwhile sees the old pages or the new, never half.
  const workshop = await mkdtemp(join(dashboardFolder, '.building-'));
  const made = join(workshop, 'dist');
  const dist = join(dashboardFolder, 'dist');
  try {
    await build(viteSettings(made));
    await writeReferenceScript(made);
    await compressAll(made);
    await rm(dist, { recursive: true, force: true });
    await rename(made, dist);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (bytes.length < compressedBytesMin) continue;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  }
}

if (import.meta.main) await buildDashboard();
