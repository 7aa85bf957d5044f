/** What sealing asks of a kind of file: a place for the manifest, and a hash over everything else. */
import type { Cbor } from './cbor.ts';

export interface Container {
  /** The kind of assertion that binds a manifest to such a file. */
  readonly label: string;
  /** That assertion; as many bytes for one hash and size as for another. */
  bind(hash: Uint8Array, manifestBytes: number): Cbor;
  makeRoom(manifestBytes: number): Room;
}

export interface Room {
  hash: Uint8Array;
  fill(manifest: Uint8Array): Uint8Array;
}
