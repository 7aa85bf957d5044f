/** `GET /v1/events`: what becomes of an account's generations, once each, over broken lines, restarts and kill -9. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { cursorText, readCursor } from '../../src/changes/cursor.ts';
import { readEvents, type StreamEvent } from '../api/support/event-reader.ts';
import { eventually } from '../support/eventually.ts';
import { exampleOf } from '../support/example.ts';
import { openTestService, startTestService, type TestAccount } from '../support/service.ts';

const idOf = (body: Record<string, unknown>) => String(body['generation_id'] ?? body['task_uuid']);
const authorized = (key: string) => ({ authorization: `Bearer ${key}` });
const about = (events: readonly StreamEvent[], id: string) =>
  events.filter(({ data }) => data['id'] === id).map(({ data }) => data['status']);

test('events', async (t) => {
  const service = await startTestService(t);
  const account = await service.account({ credit: '50' });
  const { sandbox } = account;
  const follow = (query = '', headers: Record<string, string> = {}, key = sandbox.key) =>
    readEvents(t, `${service.url}/v1/events${query}`, { ...authorized(key), ...headers });
  const submit = async (prompt: string, of = account.sandbox) =>
    idOf((await of.submit('/v1/delta/generate', { prompt })).body);
  const endOf = (id: string) => (event: StreamEvent) =>
    event.data['id'] === id && ['completed', 'failed'].includes(String(event.data['status']));

  for (const family of families) {
    await t.test(`${family.slug}: processing, then one end, each with the record that polls show`, async () => {
      const reader = await follow(`?family=${family.slug}`);
      const body = { ...exampleOf(family), prompt: 'a fox [[fail TIMEOUT]]' };
      const other = await submit('a fox [[queue 3600]]');
      const id = idOf((await sandbox.submit(`${family.path}/generate`, body)).body);
      const end = await reader.seen(endOf(id));
      assert.deepEqual(about(reader.events, id), ['processing', 'failed']);
      assert.deepEqual(end.data['record'], (await sandbox.get(`${family.path}/generations/${id}`)).body);
      assert.equal(end.data['family'], family.slug);
      assert.equal(end.event, 'generation');
      const [first] = reader.events.filter(({ data }) => data['id'] === id);
      assert.equal((first!.data['record'] as Record<string, unknown>)['status'], 'processing');
      await sandbox.ask('DELETE', `/v1/delta/generations/${other}`);
      if (family.slug !== 'delta') assert.deepEqual(about(reader.events, other), []);
      reader.close();
    });
  }

  await t.test('only of the account whose key it is: neither its twin nor a stranger', async () => {
    const stranger = await service.account();
    const [own, twin, others] = await Promise.all([
      follow(),
      follow('', {}, account.live.key),
      follow('', {}, stranger.sandbox.key),
    ]);
    const id = await submit('a fox');
    await own.seen(endOf(id));
    // The log is read in its order: who is told of what came later has not been told of this.
    for (const [reader, caller] of [
      [twin, account.live],
      [others, stranger.sandbox],
    ] as const) {
      const later = await submit('a hare', caller);
      await reader.seen(({ data }) => data['id'] === later);
      assert.deepEqual(about(reader.events, id), []);
      await caller.ask('DELETE', `/v1/delta/generations/${later}`);
    }
    for (const reader of [own, twin, others]) reader.close();
  });

  await t.test('from every id on, exactly what came after it', async () => {
    const ofOne = (told: string[], id: string) => told.filter((line) => line.startsWith(id));
    const reader = await follow();
    const ids = await Promise.all(Array.from({ length: 6 }, () => submit('a fox [[fail API_ERROR]]')));
    for (const id of ids) await reader.seen(endOf(id));
    const all = reader.events.map(({ data }) => `${data['id']} ${data['status']}`);
    assert.equal(new Set(all).size, 12);
    for (const [index, { id: cursor }] of reader.events.entries()) {
      const way = index % 2 === 0 ? await follow(`?after=${cursor}`) : await follow('', { 'last-event-id': cursor });
      const rest = all.slice(index + 1);
      await eventually(() => way.events.length >= rest.length);
      const told = way.events.map(({ data }) => `${data['id']} ${data['status']}`);
      // What two workers commit at once has no order among itself; of one generation it has.
      assert.deepEqual(told.toSorted(), rest.toSorted());
      for (const one of ids) assert.deepEqual(ofOne(told, one), ofOne(rest, one));
      way.close();
    }
    reader.close();
  });

  await t.test('the header, which is newer, goes before the address', async () => {
    const reader = await follow();
    const [one, two] = [await submit('a fox'), await submit('a fox')];
    await reader.seen(endOf(one));
    const last = await reader.seen(endOf(two));
    const later = await follow(`?after=${reader.events[0]!.id}`, { 'last-event-id': last.id });
    const three = await submit('a fox');
    await later.seen(endOf(three));
    assert.deepEqual(about(later.events, two), []);
    reader.close();
    later.close();
  });

  await t.test('bad cursors and families are refused in a sentence', async () => {
    const ask = (query: string, headers = {}) => sandbox.ask('GET', `/v1/events${query}`, { headers });
    for (const [query, sentence] of [
      ['?after=abc', /must be an id that this stream sent/],
      ['?after=', /must be an id/],
      ['?family=omega', /^family must be .*alpha/],
      ['?family=beta&family=delta', /^family must be given once/],
    ] as const) {
      const answer = await ask(query);
      assert.equal(answer.status, 400, query);
      assert.match(String(answer.body['detail']), sentence);
    }
    assert.equal((await ask('', { 'last-event-id': 'x' })).status, 400);
    const reader = await follow();
    const id = await submit('a fox');
    const { id: cursor } = await reader.seen(endOf(id));
    reader.close();
    const good = readCursor(cursor)!;
    const old = await ask(`?after=${cursorText({ ...good, at: good.at - 25 * 3_600_000 })}`);
    assert.equal(old.status, 410);
    assert.match(String(old.body['detail']), /older than 24 hours/);
    const ahead = cursorText({ ...good, seen: { ...good.seen, end: good.seen.end + 1_000_000 } });
    assert.equal((await ask(`?after=${ahead}`)).status, 400);
  });

  await t.test('without a key it is 401, and a revoked one ends its streams', async () => {
    assert.equal((await fetch(`${service.url}/v1/events`)).status, 401);
    const other: TestAccount = await service.account();
    const reader = await follow('', {}, other.live.key);
    await service.db.query({ text: 'update api_keys set revoked_at = now() where id = $1' }, [other.live.keyId]);
    await reader.ended;
  });

  await t.test('two processes tell the same, and one goes on where the other was cut off', async (t) => {
    const { db, settings } = service;
    const onlyApi = { ...settings, roles: { api: true, worker: false } };
    const other = await openTestService(t, { db, settings: onlyApi, families });
    const here = await follow();
    const there = await readEvents(t, `${other.url}/v1/events`, authorized(sandbox.key));
    const ids = await Promise.all(Array.from({ length: 4 }, () => submit('a fox [[fail API_ERROR]]')));
    for (const id of ids) await Promise.all([here.seen(endOf(id)), there.seen(endOf(id))]);
    const names = ({ events }: { events: StreamEvent[] }) =>
      events
        .filter(({ data }) => ids.includes(String(data['id'])))
        .map(({ data }) => `${data['id']} ${data['status']}`);
    assert.deepEqual(names(here).sort(), names(there).sort());
    const cut = here.events[3]!;
    const resumed = await readEvents(t, `${other.url}/v1/events?after=${cut.id}`, authorized(sandbox.key));
    await eventually(
      () => names(resumed).length === names(here).length - names({ events: here.events.slice(0, 4) }).length,
    );
    const rest = names({ events: here.events.slice(4) });
    assert.deepEqual(names(resumed).sort(), rest.sort());
    here.close();
  });

  await t.test('a stop ends the streams, and the next process has what was missed', async (t) => {
    const reader = await follow();
    const first = await submit('a fox');
    const { id: cursor } = await reader.seen(endOf(first));
    const late = await submit('a fox [[queue 3600]]');
    const stopping = service.stop();
    await reader.ended;
    await stopping;
    const next = await openTestService(t, { db: service.db, settings: service.settings, families });
    await next.ask('DELETE', `/v1/delta/generations/${late}`, { headers: authorized(sandbox.key) });
    const resumed = await readEvents(t, `${next.url}/v1/events?after=${cursor}`, authorized(sandbox.key));
    await resumed.seen(endOf(late));
    assert.deepEqual(about(resumed.events, first), []);
    assert.deepEqual(about(resumed.events, late), ['failed']);
  });
});
