/** COSE_Sign1, the envelope in which C2PA wants a signature: a few CBOR items around the certificates. */
import { type Cbor, encodeCbor, encodeTagged } from './cbor.ts';
import type { SignerIdentity, SigningAlgorithm } from './signer.ts';

/** From IANA's register of COSE algorithms. */
const REGISTERED: Record<SigningAlgorithm, number> = { es256: -7, es384: -35, es512: -36, ps256: -37, ed25519: -8 };
const ALGORITHM_LABEL = 1;
const CERTIFICATES_LABEL = 33;
const SIGN1_TAG = 18;

export interface Envelope {
  /** What the signer has to sign for these claim bytes. */
  toBeSigned(claim: Uint8Array): Uint8Array;
  /** The whole envelope; the claim lies elsewhere in the file, so its place stays empty. */
  close(signature: Uint8Array): Uint8Array;
}

export function openEnvelope({ algorithm, certificates }: SignerIdentity): Envelope {
  const chain = certificates.map((certificate) => Buffer.from(certificate, 'base64'));
  const header = encodeCbor(
    new Map<number, Cbor>([
      [ALGORITHM_LABEL, REGISTERED[algorithm]],
      // One certificate stands alone, several stand in an array.
      [CERTIFICATES_LABEL, chain.length === 1 ? chain[0]! : chain],
    ]),
  );
  return {
    toBeSigned: (claim) => encodeCbor(['Signature1', header, Buffer.alloc(0), claim]),
    close: (signature) => encodeTagged(SIGN1_TAG, [header, {}, null, signature]),
  };
}
