/** Certificates on the way out: always verified, with the operator's own authority where NODE_EXTRA_CA_CERTS names one. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiledCode } from '../support/compiled-code.ts';
import { makeAuthority } from './support/certificates.ts';

const outside = '127.0.0.77';
const authority = makeAuthority();
const child = fileURLToPath(new URL('./support/fetch-child.ts', import.meta.url));
const servers: Server[] = [];
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  await writeFile(join(folder, 'ca.pem'), authority.ca);
});
after(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

async function serve(certificate: { key: string; cert: string }, answer: RequestListener): Promise<number> {
  const server = createServer(certificate, answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, outside, resolve));
  return (server.address() as AddressInfo).port;
}

async function fetchInChild(port: number, trust: 'authority' | 'public only'): Promise<string> {
  const order = JSON.stringify({ url: `https://hooks.test:${port}/`, allow: [`${outside}/32`], address: outside });
  const trusted: Record<string, string> = trust === 'authority' ? { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } : {};
  const env = { ...compiledCode, ...trusted };
  return (await promisify(execFile)(process.execPath, [child, order], { env })).stdout;
}

test('a certificate is good when NODE_EXTRA_CA_CERTS names its authority, and only then', async () => {
  const port = await serve(authority.issue(['hooks.test']), (_request, response) => response.end('secret'));
  assert.equal(await fetchInChild(port, 'authority'), 'ok secret');
  assert.equal(await fetchInChild(port, 'public only'), 'tls');
});

test('a certificate for another name, or one that has expired, is refused', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const certificate of [authority.issue(['other.test']), authority.issue(['hooks.test'], anHourAgo)]) {
    const port = await serve(certificate, (_request, response) => response.end('secret'));
    assert.equal(await fetchInChild(port, 'authority'), 'tls');
  }
});

test('a redirect from https to http is refused', async () => {
  const port = await serve(authority.issue(['hooks.test']), (_request, response) =>
    response.writeHead(302, { location: `http://${outside}:9/` }).end(),
  );
  assert.equal(await fetchInChild(port, 'authority'), 'redirects');
});
