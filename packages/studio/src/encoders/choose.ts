/** Which encoder a child uses: node-av where it is installed for this platform, WebAssembly everywhere else. */
import type { Encoder, EncoderName } from './encoder.ts';
import { loadNodeAv } from './node-av.ts';
import { loadWasm } from './wasm.ts';

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
