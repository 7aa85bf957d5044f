/** Which encoder a child uses: node-av where it is installed for this platform, WebAssembly everywhere else. */
import type { Encoder, EncoderName } from './encoder.ts';

export type EncoderChoice = EncoderName | 'best';

export async function chooseEncoder(choice: EncoderChoice): Promise<Encoder> {
  if (choice === 'wasm') return loadWasm();
  if (choice === 'node-av') return loadNodeAv();
  try {
    return await loadNodeAv();
  } catch {
    // Not installed, or its binary does not load here (no musl build exists).
    return loadWasm();
  }
}

/** Both are loaded late: one of them is never needed, and FFmpeg must not be missed where it is absent. */
async function loadNodeAv(): Promise<Encoder> {
  const { openNodeAv } = await import('./node-av.ts');
  return openNodeAv();
}

async function loadWasm(): Promise<Encoder> {
  const { openWasm } = await import('./wasm.ts');
  return openWasm();
}
