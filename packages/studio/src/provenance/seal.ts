/** Writes into a finished file who made it and how: a C2PA manifest, bound to the bytes by a signature. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { openEnvelope } from './cose.ts';
import type { SignerIdentity } from './signer.ts';

/** What a drawing process has of a signer: its public part, and a way to ask. */
export interface RemoteSigner {
  identity: SignerIdentity;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

const PRODUCT = { name: 'Afterimage studio', version: manifest.version };

/** IPTC's word for pictures made by rules alone, as opposed to those of a trained model. */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia';

/** No thumbnail: the poster is at hand, and outputs are small. No second look: a test reads manifests back instead. */
const SETTINGS = JSON.stringify({ builder: { thumbnail: { enabled: false } }, verify: { verify_after_sign: false } });

/** Nothing of the request is told: a prompt may be private, a file goes round the world. */
function describe(type: string): string {
  const created = { action: 'c2pa.created', digitalSourceType: SOURCE_TYPE, softwareAgent: PRODUCT };
  return JSON.stringify({
    claim_version: 2,
    claim_generator_info: [PRODUCT],
    format: type,
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: [created] } }],
  });
}

export async function sealFile(file: string, type: string, signer: RemoteSigner): Promise<void> {
  await writeFile(file, await seal(await readFile(file), type, signer));
}

export async function seal(bytes: Buffer, type: string, signer: RemoteSigner): Promise<Uint8Array> {
  const { WasmBuilder } = await loadC2pa();
  const envelope = openEnvelope(signer.identity);
  const builder = WasmBuilder.fromJson(describe(type), SETTINGS);
  const definition = {
    alg: signer.identity.algorithm,
    reserveSize: envelope.bytes,
    sign: async (claim: Uint8Array<ArrayBuffer>) =>
      new Uint8Array(envelope.close(await signer.sign(envelope.toBeSigned(claim)))),
  };
  return builder.sign(definition, [], type, new HeldBytes(bytes) as unknown as Blob);
}

type C2pa = typeof import('@contentauth/c2pa-wasm');
let loading: Promise<C2pa> | null = null;

/** 9 MB of WebAssembly, compiled as its functions are first called: 65 ms to load, 50 ms for the first signature. */
export function loadC2pa(): Promise<C2pa> {
  loading ??= instantiate();
  return loading;
}

async function instantiate(): Promise<C2pa> {
  const c2pa = await import('@contentauth/c2pa-wasm');
  Object.assign(globalThis, { FileReaderSync });
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  await c2pa.default({ module_or_path: wasm });
  return c2pa;
}

/** The library signs a browser's Blob, of which it uses these two members. */
class HeldBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  slice(from: number, to: number): HeldBytes {
    return new HeldBytes(this.bytes.subarray(from, to));
  }
}

/** And reads it with a class that only browsers' workers have. */
class FileReaderSync {
  readAsArrayBuffer({ bytes }: HeldBytes): ArrayBuffer {
    return new Uint8Array(bytes).buffer;
  }
}
