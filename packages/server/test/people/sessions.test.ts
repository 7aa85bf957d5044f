/** Sessions: their cookie, their list, their end, and the requests of other sites that they are safe from. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { createSignInToken } from '../../src/accounts/sign-in-links.ts';
import { writeLog } from '../../src/log/log.ts';
import { startService } from '../../src/main.ts';
import { fromOurPage, personWith, signInAsOwner, signInByLink } from '../support/people.ts';
import { openTestService, startTestService } from '../support/service.ts';

test('the cookie is HttpOnly, Lax and for 30 days; over https it is Secure and bound to its host', async (t) => {
  const flags = async (env: Record<string, string>) => {
    const port = await freePort();
    const started = await startTestService(t, { env: { ...env, PORT: String(port) } });
    const ask: typeof started.ask = (method, path, given) =>
      started.ask(method, `http://127.0.0.1:${port}${path}`, given);
    const service = { ...started, ask };
    const account = await service.account();
    const token = await service.db.transaction((tx) => createSignInToken(tx, account.id));
    const answer = await signInByLink(service, token);
    const [name, ...rest] = answer.headers['set-cookie']![0]!.split(/=|; /);
    assert.equal(Buffer.from(rest[0]!, 'base64url').length, 32);
    const person = personWith(service, answer);
    assert.equal((await person.get('/api/session')).status, 200);
    return [name, answer.headers['set-cookie']![0]!.split('; ').slice(1)];
  };
  const usual = ['Path=/', 'Max-Age=2592000', 'HttpOnly', 'SameSite=Lax'];
  assert.deepEqual(await flags({}), ['afterimage', usual]);
  assert.deepEqual(await flags({ AFTERIMAGE_PUBLIC_URL: 'https://media.example.com' }), [
    '__Host-afterimage',
    [...usual, 'Secure'],
  ]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('an ended session is refused by every process at once', async (t) => {
  const service = await startTestService(t);
  const other = await openTestService(t, { db: service.db, settings: service.settings, families });
  const account = await service.account();
  const [here, there] = [await signInAsOwner(service, account), await signInAsOwner(service, account)];
  const inOther = fromOurPage(other, { cookie: there.cookie });
  assert.equal((await inOther('GET', '/api/session')).status, 200);
  const list = (await here.get('/api/sessions')).list;
  assert.equal(list.length, 2);
  assert.deepEqual(list.map(({ current }) => current).sort(), [false, true]);
  const ended = list.find(({ current }) => current === false)!;
  assert.equal((await here.ask('DELETE', `/api/sessions/${ended['id']}`)).status, 204);
  const refused = await inOther('GET', '/api/session');
  assert.deepEqual([refused.status, refused.body['error']], [401, 'Unauthorized']);
  assert.equal((await here.ask('DELETE', `/api/sessions/${ended['id']}`)).status, 404);
  assert.equal((await here.ask('DELETE', '/api/sessions/no-such-id')).status, 404);

  await t.test('someone else’s session is not there to be ended', async () => {
    const stranger = await signInAsOwner(service, await service.account());
    const [mine] = (await here.get('/api/sessions')).list;
    assert.equal((await stranger.ask('DELETE', `/api/sessions/${mine!['id']}`)).status, 404);
    assert.equal((await here.get('/api/session')).status, 200);
  });

  await t.test('signing out ends this session and takes the cookie away; everywhere ends all', async () => {
    const third = await signInAsOwner(service, account);
    const out = await third.ask('DELETE', '/api/session');
    assert.equal(out.status, 204);
    assert.match(out.headers['set-cookie']![0]!, /^afterimage=; Path=\/; Max-Age=0/);
    assert.equal((await third.get('/api/session')).status, 401);
    const fourth = await signInAsOwner(service, account);
    assert.equal((await here.ask('DELETE', '/api/sessions')).status, 204);
    for (const person of [here, fourth]) assert.equal((await person.get('/api/session')).status, 401);
  });
});

test('only a proxy that the operator trusts speaks for others, and only for whom it saw itself', async (t) => {
  const addressShown = async (env: Record<string, string>, forwarded: string) => {
    const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api', ...env } });
    const account = await service.account();
    const token = await service.db.transaction((tx) => createSignInToken(tx, account.id));
    const ask = fromOurPage(service, { 'x-forwarded-for': forwarded });
    const person = personWith(service, await ask('POST', '/api/session/link', { body: { token } }));
    return (await person.get('/api/sessions')).list.find(({ current }) => current)!['address'];
  };
  assert.equal(await addressShown({}, '203.0.113.7'), '127.0.0.1', 'not even this machine is believed unasked');
  assert.equal(await addressShown({ AFTERIMAGE_TRUSTED_PROXIES: '10.0.0.0/8' }, '203.0.113.7'), '127.0.0.1');
  const trusting = { AFTERIMAGE_TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8' };
  assert.equal(await addressShown(trusting, '192.0.2.1, 203.0.113.7'), '203.0.113.7');
  assert.equal(await addressShown(trusting, '192.0.2.1, 203.0.113.7, 10.0.0.5'), '203.0.113.7', 'two proxies');
  assert.equal(await addressShown(trusting, 'not an address'), '127.0.0.1');
});

test('the scheme that a trusted proxy tells decides which pages are our own', async (t) => {
  const signInFrom = async (env: Record<string, string>, origin: string) => {
    const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api', ...env } });
    const headers = { origin, host: 'media.example.com', 'x-forwarded-proto': 'https' };
    return (await service.ask('POST', '/api/session/link', { body: { token: 'x'.repeat(43) }, headers })).status;
  };
  const trusting = { AFTERIMAGE_TRUSTED_PROXIES: '127.0.0.1' };
  assert.equal(await signInFrom(trusting, 'https://media.example.com'), 401);
  assert.equal(await signInFrom(trusting, 'http://media.example.com'), 403, 'a page without TLS is another site');
  assert.equal(await signInFrom({}, 'http://media.example.com'), 401, 'where nobody knows, both may be ours');
});

test('a session lives 30 days from its last request, noted at most once a minute', async (t) => {
  const service = await startTestService(t);
  const person = await signInAsOwner(service, await service.account());
  assert.equal((await person.get('/api/session')).headers['set-cookie'], undefined);
  await service.db.query({
    text: `update sessions set last_seen_at = now() - interval '2 minutes', expires_at = now() + interval '1 day'`,
  });
  const later = await person.get('/api/session');
  assert.match(later.headers['set-cookie']![0]!, /Max-Age=2592000/);
  const [row] = await service.db.query<{ days: number }>({
    text: `select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions`,
  });
  assert.ok(row!.days > 29.9);
  await service.db.query({ text: `update sessions set expires_at = now()` });
  assert.equal((await person.get('/api/session')).status, 401);
});

test('a state-changing request of another site is refused, with or without the cookie', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const person = await signInAsOwner(service, account);
  const { cookie } = person;
  const end = (headers: Record<string, string>) =>
    service.ask('DELETE', '/api/session', { headers: { cookie, ...headers } });
  for (const headers of [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const answer = await end(headers as Record<string, string>);
    assert.deepEqual([answer.status, answer.body['code']], [403, 'FORBIDDEN'], JSON.stringify(headers));
  }
  const token = await service.db.transaction((tx) => createSignInToken(tx, account.id));
  const login = await service.ask('POST', '/api/session/link', {
    body: { token },
    headers: { origin: 'https://evil.example' },
  });
  assert.equal(login.status, 403, 'nobody is signed in as somebody else');
  assert.equal((await person.get('/api/session')).status, 200);
  assert.equal((await end({ origin: service.url })).status, 204, 'our own origin may');
});

test('a cookie opens nothing under /v1, and a key opens no page of a person', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const person = await signInAsOwner(service, account);
  assert.equal((await person.get('/v1/data/balance')).status, 401);
  const asKey = await account.live.get('/api/session');
  assert.deepEqual([asKey.status, asKey.body['code']], [403, 'FORBIDDEN']);
  assert.equal((await account.live.get('/api/operator/people')).status, 403);
  const wrong = await service.ask('GET', '/api/session', { headers: { authorization: 'Bearer nonsense' } });
  assert.equal(wrong.status, 401);
});

test('no token, password or cookie of a sign-in is written to the log', async (t) => {
  const first = await startTestService(t);
  let text = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const service = await startService(first.settings, { log: writeLog('trace', output) });
  t.after(() => service.stop());
  const ask: typeof first.ask = (method, path, given) => first.ask(method, `${service.address}${path}`, given);
  const speaking = { ...first, ask };
  const account = await first.account();
  const token = await first.db.transaction((tx) => createSignInToken(tx, account.id));
  const person = personWith(speaking, await signInByLink(speaking, token));
  const password = 'correct horse battery';
  await person.ask('PUT', '/api/password', { body: { password } });
  await fromOurPage(speaking)('POST', '/api/session', { body: { email: person.email, password } });
  await person.get(`/api/sessions?token=${token}`);
  assert.match(text, /"route":"\/api\/session\/link"/);
  for (const secret of [token, password, person.cookie.split('=')[1]!]) assert.ok(!text.includes(secret));
});
