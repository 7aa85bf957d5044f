/** A certificate authority and a signing certificate of its own, for services whose operator brings none. */
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type { Credential } from './signer.ts';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Without a time-stamping authority a manifest is only as valid as its certificate is now: it has to outlive the media. */
const YEARS = 30;
/** Another machine's clock may be behind this one's. */
const BACKDATED_MILLISECONDS = 24 * 60 * 60 * 1000;
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';

/** The authority's key is dropped once it has signed: nobody can make a second certificate of it. */
export async function makeCredential(now: Date): Promise<Credential> {
  x509.cryptoProvider.set(crypto);
  const authorityKeys = await makeKeys();
  const signerKeys = await makeKeys();
  const notBefore = new Date(now.getTime() - BACKDATED_MILLISECONDS);
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + YEARS);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: 'O=Afterimage, CN=Afterimage provenance authority',
    notBefore,
    notAfter,
    signingAlgorithm: KEYS,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const signer = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerial(),
    subject: 'O=Afterimage, CN=Afterimage studio',
    issuer: authority.subject,
    notBefore,
    notAfter,
    signingAlgorithm: KEYS,
    publicKey: signerKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([EMAIL_PROTECTION]),
      await x509.SubjectKeyIdentifierExtension.create(signerKeys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', signerKeys.privateKey);
  return {
    certificates: `${signer.toString('pem')}\n${authority.toString('pem')}\n`,
    key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`,
  };
}

function makeKeys(): Promise<{ publicKey: CryptoKey; privateKey: CryptoKey }> {
  return crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
}

/** Sixteen bytes whose first bit is 0, because a serial number is a positive number. */
function randomSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0]! = (bytes[0]! & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}
