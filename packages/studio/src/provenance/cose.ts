/** COSE_Sign1, the envelope in which C2PA wants a signature: a few CBOR items around the certificates. */
import type { SignerIdentity, SigningAlgorithm } from './signer.ts';

/** From IANA's register of COSE algorithms; all negative there, and CBOR writes -7 as "the 6th below -1". */
const REGISTERED: Record<SigningAlgorithm, number> = { es256: -7, es384: -35, es512: -36, ps256: -37, ed25519: -8 };
const ALGORITHM_LABEL = 1;
const CERTIFICATES_LABEL = 33;

const MAJOR = { positive: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;
const SIGN1_TAG = 18;
const NULL = Buffer.from([0xf6]);

export interface Envelope {
  /** What the signer has to sign for these claim bytes. */
  toBeSigned(claim: Uint8Array): Uint8Array;
  /** The whole envelope; the claim lies elsewhere in the file, so its place stays empty. */
  close(signature: Uint8Array): Uint8Array;
  readonly bytes: number;
}

export function openEnvelope({ algorithm, certificates, signatureBytes }: SignerIdentity): Envelope {
  const chain = certificates.map((certificate) => byteString(Buffer.from(certificate, 'base64')));
  const header = byteString(
    Buffer.concat([
      head(MAJOR.map, 2),
      head(MAJOR.positive, ALGORITHM_LABEL),
      head(MAJOR.negative, -1 - REGISTERED[algorithm]),
      head(MAJOR.positive, CERTIFICATES_LABEL),
      // One certificate stands alone, several stand in an array.
      chain.length === 1 ? chain[0]! : array(chain),
    ]),
  );
  const close = (signature: Uint8Array) =>
    Buffer.concat([head(MAJOR.tag, SIGN1_TAG), array([header, head(MAJOR.map, 0), NULL, byteString(signature)])]);
  return {
    toBeSigned: (claim) => array([text('Signature1'), header, byteString(Buffer.alloc(0)), byteString(claim)]),
    close,
    bytes: close(Buffer.alloc(signatureBytes)).length,
  };
}

function head(major: number, value: number): Buffer {
  const kind = major << 5;
  if (value < 24) return Buffer.from([kind | value]);
  if (value < 0x100) return Buffer.from([kind | 24, value]);
  if (value < 0x10000) return Buffer.from([kind | 25, value >> 8, value & 0xff]);
  const wide = Buffer.alloc(5);
  wide[0] = kind | 26;
  wide.writeUInt32BE(value, 1);
  return wide;
}

function byteString(bytes: Uint8Array): Buffer {
  return Buffer.concat([head(MAJOR.bytes, bytes.length), bytes]);
}

function text(words: string): Buffer {
  const bytes = Buffer.from(words);
  return Buffer.concat([head(MAJOR.text, bytes.length), bytes]);
}

function array(items: readonly Uint8Array[]): Buffer {
  return Buffer.concat([head(MAJOR.array, items.length), ...items]);
}
