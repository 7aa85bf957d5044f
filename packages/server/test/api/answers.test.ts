/** What the account interface answers is what its document says, member by member. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiRoute, type ApiRouteName, apiRoutes } from '@afterimage/contract/api';
import { eventually } from '../support/eventually.ts';
import { openOutside } from '../support/outside-world.ts';
import { signInAsOperator } from '../support/people.ts';
import { loopback, startTestService } from '../support/service.ts';
import { readEvents } from './support/event-reader.ts';
import { misfits } from './support/schema.ts';

test('every read of an account that has something of everything', async (t) => {
  const outside = await openOutside(t);
  const service = await startTestService(t, { env: { AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const operator = await signInAsOperator(service);
  const ask = operator.ask;
  const reader = await readEvents(t, `${service.url}/api/events?mode=sandbox`, { cookie: operator.cookie });
  const body = { duration: 10, callback_url: outside.hook };
  const submit = (prompt: string) => ask('POST', '/api/generate/beta?mode=sandbox', { body: { ...body, prompt } });
  await submit('a hare [[queue 600]]');
  const failing = String((await submit('a fox [[fail TASK_FAILED]]')).body['generation_id']);
  await outside.eventAbout(failing);
  const { body: log } = await ask('GET', '/api/deliveries?mode=sandbox');
  const [delivery] = log['items'] as { id: string }[];
  await ask('POST', '/api/operator/invitations', { body: { email: 'ada@example.com' } });

  const [dashboards] = (await ask('GET', '/api/keys')).list;
  await eventually(async () => (await ask('GET', `/api/keys/${dashboards!['id']}/requests`)).list.length > 0);

  const ids: Partial<Record<ApiRouteName, string>> = {
    getGeneration: failing,
    getDelivery: delivery!.id,
    listKeyRequests: String(dashboards!['id']),
    getAccount: operator.accountId,
  };
  const reads = Object.entries<ApiRoute>(apiRoutes).filter(
    ([, { method, contentType }]) => method === 'GET' && contentType === undefined,
  );
  assert.ok(reads.length >= 15);
  for (const [name, { path, query, answer }] of reads) {
    const mode = query?.['mode'] === undefined ? '' : '?mode=sandbox';
    const given = await ask('GET', path.replace('{id}', ids[name as ApiRouteName] ?? '') + mode);
    assert.equal(given.status, 200, `${name}: ${given.bytes}`);
    const value: unknown = JSON.parse(given.bytes.toString());
    assert.deepEqual(misfits(value, answer!.schema), [], name);
    const items = Array.isArray(value) ? value : ((value as { items?: unknown[] }).items ?? [value]);
    assert.ok(items.length > 0, `${name} shows something`);
  }

  await t.test('events carry the same summaries', async () => {
    const { data } = await reader.seen((one) => one.event === 'generation' && one.data['id'] === failing);
    assert.deepEqual(misfits(data, itemOf(apiRoutes.listGenerations)), []);
    const sent = await reader.seen(({ event }) => event === 'delivery');
    assert.deepEqual(misfits(sent.data, itemOf(apiRoutes.listDeliveries)), []);
  });

  await t.test('and the answers of what changes something', async () => {
    const made = await ask('POST', '/api/keys', { body: { name: 'x' } });
    const changes: [ApiRouteName, string, unknown?][] = [
      ['setSpendLimit', String(made.body['id']), { amount: '5' }],
      ['rotateKey', String(made.body['id']), {}],
      ['runAgain', failing],
      ['redeliver', delivery!.id],
      ['redeliverFailed', ''],
      ['sendTestEvent', '', { url: outside.hook }],
      ['rotateWebhookSecret', ''],
      ['resetSandbox', ''],
      ['setLowBalance', '', { threshold: '5' }],
      ['grantCredit', operator.accountId, { amount: '1', reason: 'x' }],
      ['suspendAccount', operator.accountId, { on: false }],
    ];
    assert.deepEqual(misfits(made.body, apiRoutes.createKey.answer.schema), []);
    for (const [name, id, given] of changes) {
      const route: ApiRoute = apiRoutes[name];
      const mode = route.query?.['mode'] === undefined ? '' : '?mode=sandbox';
      const answer = await ask(
        route.method,
        route.path.replace('{id}', id) + mode,
        given === undefined ? {} : { body: given },
      );
      assert.equal(answer.status, 200, `${name}: ${answer.bytes}`);
      assert.deepEqual(misfits(answer.body, route.answer!.schema), [], name);
    }
  });
});

const itemOf = ({ answer }: { answer: { schema: Record<string, unknown> } }) => {
  const { properties } = answer.schema as { properties: { items: { items: Record<string, unknown> } } };
  return properties.items.items;
};
