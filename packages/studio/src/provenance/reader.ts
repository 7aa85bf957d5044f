/** Reads manifests back with the library of those who made the standard, which knows nothing of how ours are written. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface Finding {
  code: string;
  url?: string;
  explanation?: string;
}

export interface Findings {
  success: Finding[];
  informational: Finding[];
  failure: Finding[];
}

/** What the reader has to say of the manifest that speaks for a file. Rejects where there is none that it can read. */
export async function judgeManifest(type: string, bytes: Uint8Array): Promise<Findings> {
  const c2pa = await import('@contentauth/c2pa-wasm');
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  await c2pa.default({ module_or_path: wasm });
  const read = await c2pa.WasmReader.fromBytes(type, bytes);
  const { activeManifest } = (JSON.parse(read.json()) as { validation_results: { activeManifest: Findings } })
    .validation_results;
  return activeManifest;
}
