/** A certificate authority for tests, made with node:crypto alone: HTTPS receivers need certificates, machines may lack openssl. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  key: string;
  cert: string;
}

export interface Authority {
  /** For NODE_EXTRA_CA_CERTS. */
  ca: string;
  issue(names: string[], validUntil?: Date): Certificate;
}

export function makeAuthority(): Authority {
  const authority = newKey();
  const name = 'Afterimage test authority';
  const inTenYears = new Date(Date.now() + 3_650 * 86_400_000);
  const ca = certificate({ subject: name, issuer: name, key: authority, signer: authority, validUntil: inTenYears });
  return {
    ca,
    issue(names, validUntil = inTenYears) {
      const key = newKey();
      const cert = certificate({ subject: names[0]!, issuer: name, key, signer: authority, validUntil, names });
      return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
    },
  };
}

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

function certificate(of: {
  subject: string;
  issuer: string;
  key: KeyObject;
  signer: KeyObject;
  validUntil: Date;
  names?: string[];
}): string {
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
  const extensions = of.names
    ? [extension('2.5.29.17', sequence(...of.names.map(alternativeName)))]
    : [extension('2.5.29.19', sequence(der(0x01, Buffer.from([0xff]))))];
  const validFrom = new Date(Math.min(Date.now(), of.validUntil.getTime()) - 86_400_000);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(of.issuer),
    sequence(time(validFrom), time(of.validUntil)),
    commonName(of.subject),
    publicKeyOf(of.key),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, of.signer)]));
  const base64 = sequence(body, ecdsaWithSha256, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function publicKeyOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([0, 4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  return sequence(sequence(oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7')), der(0x03, point));
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 4) return der(0x87, Buffer.from(name.split('.').map(Number)));
  return der(0x82, Buffer.from(name));
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(name)))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const septets = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    bytes.push(...septets);
  }
  return der(0x06, Buffer.from(bytes));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const long = value.length > 255 ? [0x82, value.length >> 8, value.length & 0xff] : [0x81, value.length];
  const length = value.length < 128 ? [value.length] : long;
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
