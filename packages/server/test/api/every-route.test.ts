/** Every route of the account interface: served as documented, closed to strangers, to keys and to other sites. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type ApiRoute, apiRoutes } from '@afterimage/contract/api';
import type { Answer } from '../support/ask.ts';
import { signInAsOperator, signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const routes = Object.entries<ApiRoute>(apiRoutes);
const startApi = (t: TestContext) => startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
type Ask = (
  method: string,
  path: string,
  given?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Answer>;

const ask = (by: Ask, { method, path, body }: ApiRoute, id: string = randomUUID()) =>
  by(method, path.replace('{id}', id), body === undefined ? {} : { body: {} });

test('every route is served, and answers a stranger with 401 and nothing else', async (t) => {
  const service = await startApi(t);
  for (const [name, route] of routes) {
    const answer = await ask(service.ask, route);
    if (route.access === 'anyone') assert.ok([200, 400].includes(answer.status), `${name} ${answer.status}`);
    else assert.equal(answer.status, 401, name);
    assert.equal(answer.headers['cache-control'], 'no-store', name);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', name);
    assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin', name);
    const forged = await service.ask(route.method, route.path.replace('{id}', randomUUID()), {
      headers: { cookie: `afterimage=${'x'.repeat(43)}`, 'sec-fetch-site': 'same-origin' },
      ...(route.body !== undefined && { body: {} }),
    });
    if (route.access !== 'anyone') assert.equal(forged.status, 401, name);
    const other = await service.ask('PATCH', route.path.replace('{id}', randomUUID()));
    assert.equal(other.status, 405, name);
    assert.ok(String(other.headers.allow).includes(route.method), name);
  }
});

test('a key does what an account may, and nothing that takes a person', async (t) => {
  const service = await startApi(t);
  const account = await service.account();
  for (const [name, route] of routes) {
    if (route.access === 'anyone' || route === apiRoutes.watch) continue;
    const { status } = await ask(account.live.ask, route);
    if (route.access === 'account') assert.ok(![401, 403, 405, 500].includes(status), `${name} ${status}`);
    else assert.equal(status, 403, name);
  }
  const key = await service.db.query({ text: 'select from api_keys where account_id = $1' }, [account.id]);
  assert.equal(key.length, 1, 'it made itself no successor');
});

test('a key names no account beside its own', async (t) => {
  const service = await startApi(t);
  const [account, other] = [await service.account(), await service.account()];
  for (const query of [`account=${other.id}`, 'mode=sandbox']) {
    const answer = await account.live.get(`/api/balance?${query}`);
    assert.deepEqual(
      [answer.status, (answer.body['errors'] as { field: string }[])[0]!.field],
      [400, query.split('=')[0]],
    );
  }
});

test('an owner is no operator', async (t) => {
  const service = await startApi(t);
  const owner = await signInAsOwner(service, await service.account());
  for (const [name, route] of routes.filter(([, { access }]) => access === 'operator')) {
    const answer = await ask(owner.ask, route);
    assert.deepEqual([answer.status, answer.body['code']], [403, 'FORBIDDEN'], name);
  }
});

test('a request of another site changes nothing, whoever is signed in', async (t) => {
  const service = await startApi(t);
  const operator = await signInAsOperator(service);
  const headers = { cookie: operator.cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  for (const [name, route] of routes.filter(([, { method }]) => method !== 'GET')) {
    const given = { headers, ...(route.body !== undefined && { body: {} }) };
    const answer = await service.ask(route.method, route.path.replace('{id}', randomUUID()), given);
    assert.equal(answer.status, 403, name);
  }
  assert.equal((await operator.get('/api/session')).status, 200);
});

test("another account's things are 404, for a person and for a key, and stay as they were", async (t) => {
  const service = await startApi(t);
  const owner = await service.account();
  const stranger = await service.account();
  const person = await signInAsOwner(service, stranger);
  const { body } = await owner.live.submit('/v1/beta/generate', { prompt: 'a fox', duration: 10 });
  const ownerPage = await signInAsOwner(service, owner);
  const sent = await ownerPage.ask('POST', '/api/deliveries/test', { body: { url: 'https://receiver.example/hook' } });
  const sessions = (await ownerPage.get('/api/sessions')).list;
  const things: Record<string, string> = {
    '/api/generations/{id}': String(body['generation_id']),
    '/api/deliveries/{id}': String(sent.body['id']),
    '/api/keys/{id}': owner.live.keyId,
    '/api/sessions/{id}': String(sessions[0]!['id']),
  };
  // That a key was used is noted every ten seconds, also while this asks.
  const keys = async () => {
    const rows = await service.db.query<Record<string, unknown>>({ text: 'select * from api_keys order by id' });
    return rows.map(({ last_used_at, ...kept }) => kept);
  };
  const before = await keys();
  for (const [name, route] of routes) {
    const base = Object.keys(things).find((path) => route.path.startsWith(path));
    if (base === undefined) continue;
    for (const id of [things[base]!, randomUUID(), 'x', "'; drop table keys"]) {
      const path = encodeURIComponent(id);
      const answer = await ask(person.ask, route, path);
      assert.equal(answer.status, 404, `${name} ${id}`);
      if (route.access !== 'account') continue;
      assert.equal((await ask(stranger.live.ask, route, path)).status, 404, `${name} ${id} by key`);
      assert.equal((await ask(owner.sandbox.ask, route, path)).status, 404, `${name} ${id} by the sandbox key`);
    }
    const foreign = await person.ask(route.method, `${route.path.replace('{id}', things[base]!)}?account=${owner.id}`, {
      ...(route.body !== undefined && { body: {} }),
    });
    assert.ok([400, 404].includes(foreign.status), `${name} ${foreign.status}`);
  }
  assert.deepEqual(await keys(), before);
  assert.equal((await ownerPage.get('/api/session')).status, 200);
});

test('another account is not found, whatever is asked of it', async (t) => {
  const service = await startApi(t);
  const other = await service.account();
  const person = await signInAsOwner(service, await service.account());
  const scoped = routes.filter(([, { query }]) => query?.['account'] !== undefined);
  assert.ok(scoped.length > 15);
  for (const [name, { method, path, body }] of scoped) {
    // What would be good for one's own account, so that only the account is wrong.
    const good = { createKey: { name: 'x' }, sendTestEvent: { url: 'https://receiver.example/' } }[name] ?? {};
    const url = `${path.replace('{id}', randomUUID())}?account=${other.id}`;
    const answer = await person.ask(method, url, body === undefined ? {} : { body: good });
    assert.deepEqual([answer.status, answer.body], [404, { detail: 'Account not found' }], name);
  }
});
