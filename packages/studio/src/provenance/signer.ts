/** Who signs what the studio makes: a certificate chain and its key, checked once; the key stays in this process. */
import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';

/** One for each kind of key that C2PA allows. */
export type SigningAlgorithm = 'es256' | 'es384' | 'es512' | 'ps256' | 'ed25519';

/** All that a drawing process is told: it opens strangers' files, so it asks for signatures and never holds the key. */
export interface SignerIdentity {
  algorithm: SigningAlgorithm;
  /** DER in base64, the signer's own first. */
  certificates: string[];
  signatureBytes: number;
}

export interface Signer {
  readonly identity: SignerIdentity;
  readonly subject: string;
  readonly validUntil: Date;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** PEM texts, as files of certificates and keys hold them. */
export interface Credential {
  /** The signer's own first, then its issuers. */
  certificates: string;
  key: string;
}

const CURVES: Record<string, { algorithm: SigningAlgorithm; hash: string; signatureBytes: number }> = {
  prime256v1: { algorithm: 'es256', hash: 'sha256', signatureBytes: 64 },
  secp384r1: { algorithm: 'es384', hash: 'sha384', signatureBytes: 96 },
  secp521r1: { algorithm: 'es512', hash: 'sha512', signatureBytes: 132 },
};
const RSA_BITS_MIN = 2048;

/** What C2PA accepts a signing certificate for: e-mail protection, document signing, and C2PA's own purpose. */
const PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];

/** Off the main thread, which an RSA signature would hold up. */
const signInBackground = promisify(sign);

/** Throws with a sentence for the operator when the two cannot sign. */
export function createSigner(credential: Credential): Signer {
  const chain = readChain(credential.certificates);
  const own = chain[0]!;
  const key = readKey(credential.key);
  if (!own.checkPrivateKey(key)) throw new Error('The key does not belong to the first certificate.');
  checkFitness(own);
  const { algorithm, hash, signatureBytes, ...form } = schemeOf(key);
  return {
    identity: { algorithm, signatureBytes, certificates: chain.map(({ raw }) => raw.toString('base64')) },
    subject: own.subject.replaceAll('\n', ', '),
    validUntil: new Date(own.validTo),
    sign: (bytes) => signInBackground(hash, bytes, { key, ...form }),
  };
}

function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (blocks === null) throw new Error('There is no PEM certificate in it.');
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw new Error('A certificate in it cannot be read.', { cause });
    }
  });
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    // What the parser says may quote the file.
    throw new Error('The key is not an unencrypted PEM private key.', { cause });
  }
}

function checkFitness(own: X509Certificate): void {
  if (own.ca) throw new Error('The first certificate is an authority; outputs are signed by an end certificate.');
  // Node calls the extended key usage `keyUsage`.
  if (!own.keyUsage?.some((purpose) => PURPOSES.includes(purpose)))
    throw new Error('The first certificate is not for signing e-mail, documents or C2PA claims.');
  const now = Date.now();
  if (now < Date.parse(own.validFrom) || now > Date.parse(own.validTo))
    throw new Error(`The first certificate is valid from ${own.validFrom} to ${own.validTo} only.`);
}

interface Scheme {
  algorithm: SigningAlgorithm;
  hash: string | null;
  signatureBytes: number;
  dsaEncoding?: 'ieee-p1363';
  padding?: number;
  saltLength?: number;
}

function schemeOf(key: KeyObject): Scheme {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'ed25519') return { algorithm: 'ed25519', hash: null, signatureBytes: 64 };
  const curve = type === 'ec' ? CURVES[details?.namedCurve ?? ''] : undefined;
  if (curve !== undefined) return { ...curve, dsaEncoding: 'ieee-p1363' };
  const bits = details?.modulusLength ?? 0;
  if ((type === 'rsa' || type === 'rsa-pss') && bits >= RSA_BITS_MIN) {
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
    return { algorithm: 'ps256', hash: 'sha256', signatureBytes: Math.ceil(bits / 8), ...pss };
  }
  throw new Error('The key is none that C2PA allows: P-256, P-384, P-521, Ed25519, or RSA from 2048 bits.');
}
