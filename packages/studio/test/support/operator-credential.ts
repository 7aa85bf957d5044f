/** Certificates as an operator may bring them: every kind of key that C2PA allows, each under an authority. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Credential } from '../../src/index.ts';

const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };

export const operatorKeys = [
  { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  { name: 'RSASSA-PKCS1-v1_5', ...rsa },
  { name: 'Ed25519' },
];

/** C2PA asks a certificate to name the key of its issuer; not all do. */
type Issuer = 'named' | 'unnamed';

export async function makeOperatorCredential(
  algorithm: (typeof operatorKeys)[number],
  issuer: Issuer = 'named',
): Promise<Credential> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const [authorityKeys, keys] = await Promise.all([makeKeys(algorithm), makeKeys(algorithm)]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Example authority, O=Example',
    signingAlgorithm: algorithm,
    keys: authorityKeys,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const issuerKey = await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey);
  const own = await x509.X509CertificateGenerator.create({
    subject: 'CN=Example studio, O=Example',
    issuer: authority.subject,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection]),
      ...(issuer === 'named' ? [issuerKey] : []),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificates: [own, authority].map((certificate) => certificate.toString('pem')).join('\n'),
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  };
}

function makeKeys(algorithm: (typeof operatorKeys)[number]): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
}
