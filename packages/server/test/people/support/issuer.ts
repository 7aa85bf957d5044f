/** A small OpenID provider on loopback: discovery, keys, a login that anybody passes, and tokens signed with RS256. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface Identity {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

export interface Issuer {
  url: string;
  /** Who passes the login from now on. */
  identity: Identity;
  /** What the ID token holds besides or instead, to play a provider that lies. */
  lies: Record<string, unknown>;
  /** Whose key signs: that of the published keys, or a stranger's. */
  signedBy: 'itself' | 'a stranger';
}

export const client = { id: 'afterimage-test', secret: 'the client secret' };

interface Login {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

export async function startIssuer(t: TestContext): Promise<Issuer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const logins = new Map<string, Login>();
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: Issuer = { url, identity: { sub: 'nobody' }, lies: {}, signedBy: 'itself' };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (pathname === '/.well-known/openid-configuration') return void json(metadata(url));
    if (pathname === '/keys') {
      return void json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] });
    }
    if (pathname === '/authorize') {
      const code = randomBytes(16).toString('hex');
      const redirectUri = searchParams.get('redirect_uri')!;
      logins.set(code, {
        nonce: searchParams.get('nonce')!,
        challenge: searchParams.get('code_challenge')!,
        redirectUri,
      });
      const back = new URL(redirectUri);
      back.search = String(new URLSearchParams({ code, state: searchParams.get('state')!, iss: url }));
      return void response.writeHead(302, { location: back.href }).end();
    }
    const form = new URLSearchParams((await request.setEncoding('utf8').toArray()).join(''));
    const login = logins.get(form.get('code') ?? '');
    logins.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      login?.challenge === challenge &&
      login.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret;
    if (!isGood) return void json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: url, aud: client.id, iat: now, exp: now + 60, nonce: login.nonce };
    const { privateKey } = issuer.signedBy === 'itself' ? keys : strangers;
    const idToken = jwt({ ...claims, ...issuer.identity, ...issuer.lies }, privateKey);
    json({ access_token: 'unused', token_type: 'Bearer', id_token: idToken });
  }

  return issuer;
}

function metadata(url: string) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function jwt(claims: object, key: Parameters<typeof sign>[2]): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
