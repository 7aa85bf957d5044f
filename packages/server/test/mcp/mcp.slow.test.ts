/** The model context protocol at `/mcp`, spoken by the official client: in the form of today and in that of before. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

const toolNames = [
  'list_models',
  'generate_image',
  'generate_video',
  'get_generation',
  'list_generations',
  'get_balance',
];

type Told = Record<string, unknown>;

async function connect(t: TestContext, url: string, key: string, mode: 'legacy' | 'auto') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  t.after(() => client.close());
  return {
    client,
    async told(name: string, args: Record<string, unknown>): Promise<Told> {
      const result = await client.callTool({ name, arguments: args }, { timeout: 180_000 });
      assert.notEqual(result.isError, true, JSON.stringify(result.content));
      return result.structuredContent as Told;
    },
    async refused(name: string, args: Record<string, unknown>): Promise<string> {
      const result = await client.callTool({ name, arguments: args }, { timeout: 180_000 });
      assert.equal(result.isError, true, JSON.stringify(result));
      const [content] = result.content;
      assert.equal(content?.type, 'text');
      return (content as { text: string }).text;
    },
  };
}

for (const mode of ['legacy', 'auto'] as const) {
  test(`the six tools, as a client speaks that negotiates "${mode}"`, async (t) => {
    const service = await startTestService(t);
    const { sandbox, live } = await service.account({ credit: '1' });
    const { client, told, refused } = await connect(t, service.url, sandbox.key, mode);

    await t.test('are exactly these, and each says what it takes and tells', async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        toolNames,
      );
      const image = tools.find(({ name }) => name === 'generate_image')!;
      const { properties } = image.inputSchema as { properties: Record<string, { enum?: string[] }> };
      assert.ok(properties['model']?.enum?.includes('epsilon-images') && 'aspect_ratio' in properties);
      assert.ok(!properties['model']?.enum?.includes('beta'));
    });

    await t.test('models have prices, and one model tells its fields', async () => {
      const { models } = (await told('list_models', { output: 'image' })) as { models: Told[] };
      assert.deepEqual(
        [...new Set(models.map(({ id }) => String(id).split('/')[0]))],
        families.filter(({ output }) => output === 'image').map(({ slug }) => slug),
      );
      const one = (await told('list_models', { model: 'alpha/alpha_2.6' })) as { models: Told[] };
      assert.deepEqual(one.models[0]?.['prices_usd'], { 'alpha_2.6/5s': '0.3500', 'alpha_2.6/10s': '0.7000' });
      assert.deepEqual(Object.keys(one.models[0]?.['fields'] ?? {}).includes('duration'), true);
    });

    await t.test('a picture is waited for, charged once and told with its link', async () => {
      const before = await sandbox.balance();
      const made = await told('generate_image', { model: 'delta', prompt: 'a fox' });
      assert.deepEqual([made['family'], made['price']], ['delta', '0.0200']);
      const ended = await eventually(async () => {
        const now = await told('get_generation', { id: made['id'], wait: 20 });
        return now['status'] === 'completed' && now;
      });
      const media = await fetch(String(ended['media_url']));
      assert.equal(media.headers.get('content-type'), 'image/jpeg');
      await media.arrayBuffer();
      assert.equal(Math.round((before - (await sandbox.balance())) * 10_000), 200);
    });

    await t.test('a video is submitted, looked at by its id and listed; unused fields are named', async () => {
      const video = await told('generate_video', {
        family: 'alpha',
        prompt: 'a fox [[queue 3600]]',
        cfg_scale: 0.3,
      });
      assert.deepEqual([video['status'], video['ignored']], ['pending', 'cfg_scale']);
      const again = await told('get_generation', { id: video['id'] });
      assert.deepEqual(again['record'], (await sandbox.get(`/v1/alpha/generations/${video['id']}`)).body);
      const { items } = (await told('list_generations', { family: 'alpha', limit: 1 })) as { items: Told[] };
      assert.equal(items[0]?.['id'], video['id']);
    });

    await t.test('a failure is told with its code', async () => {
      const call = {
        name: 'generate_image',
        arguments: { model: 'delta', prompt: 'a fox [[fail MODERATION_FAILED]]' },
      };
      const { isError, structuredContent } = await client.callTool(call, { timeout: 180_000 });
      assert.equal(isError, true);
      const failed = structuredContent as Told;
      assert.deepEqual([failed['status'], failed['failure_code']], ['failed', 'MODERATION_FAILED']);
      assert.match(String(failed['note']), /^It failed with MODERATION_FAILED: /);
      assert.equal((await told('get_generation', { id: failed['id'] }))['status'], 'failed');
    });

    await t.test('the same idempotency_key is the same generation, charged once', async () => {
      const call = { model: 'delta', prompt: 'a hare [[queue 3600]]', wait: 0, idempotency_key: `k-${mode}` };
      const before = await sandbox.balance();
      const first = await told('generate_image', call);
      assert.equal((await told('generate_image', call))['id'], first['id']);
      assert.equal(Math.round((before - (await sandbox.balance())) * 10_000), 200);
      assert.match(
        await refused('generate_image', { ...call, prompt: 'a cow' }),
        /^This Idempotency-Key was used with /,
      );
    });

    await t.test('what is wrong is one sentence that names the field, and costs nothing', async () => {
      const before = await sandbox.balance();
      for (const [name, args, sentence] of [
        ['generate_image', {}, /^prompt is required/],
        ['generate_image', { prompt: 'a fox', model: 'epsilon-images', aspect_ratio: '5:1' }, /^aspect_ratio must be /],
        ['generate_image', { prompt: 'a fox', wait: 61 }, /^wait must be a whole number of seconds from 0 to 60$/],
        ['generate_image', { prompt: 'a fox', wait: 'long' }, /^wait must be /],
        ['generate_image', { prompt: 'a fox', model: 'beta' }, /^model must be a family \(/],
        ['generate_image', { prompt: 'a fox', max_price: '0.0001' }, /^max_price is 0\.0001 USD and /],
        ['generate_video', { prompt: 'a fox', model: 'beta', duration: 7 }, /^duration must be 10 or 15/],
        [
          'generate_video',
          { prompt: 'a fox', model: 'beta', duration: 7, orientation: 'up' },
          /orientation.*; duration|duration.*; orientation/,
        ],
        ['generate_video', { prompt: 'a fox [[http 503]]', model: 'beta' }, /^The service is under maintenance$/],
        ['get_generation', { id: 'x' }, /^id must be /],
        ['get_generation', { id: '01990000-0000-7000-8000-000000000000' }, /^Generation not found$/],
        ['list_generations', { limit: 0 }, /^limit must be /],
        ['list_models', { model: 'omega' }, /^model must be /],
      ] as const) {
        assert.match(await refused(name, args), sentence);
      }
      assert.equal(await sandbox.balance(), before);
      await assert.rejects(client.callTool({ name: 'paint', arguments: {} }), /There is no such tool; the tools are/);
    });

    await t.test('who has no money is told the price', async () => {
      const poor = await connect(t, service.url, live.key, mode);
      assert.deepEqual(await poor.told('get_balance', {}), { balance: 1, currency: 'USD' });
      const sentence = await poor.refused('generate_video', {
        model: 'gamma/gamma-3-quality',
        prompt: 'a fox in the snow',
      });
      assert.equal(sentence, 'This generation costs 2.0000 USD and the balance is 1.0000 USD');
    });

    await t.test('progress is told to who asks for it, with the id, and a cancelled call loses no job', async () => {
      const heard: { progress: number; message?: string | undefined }[] = [];
      const leaving = new AbortController();
      const call = { name: 'generate_image', arguments: { model: 'delta', prompt: 'a fox [[queue 3600]]' } };
      const left = client.callTool(call, {
        signal: leaving.signal,
        onprogress(told) {
          heard.push(told);
          if (heard.length === 2) leaving.abort('enough');
        },
      });
      await assert.rejects(left);
      assert.ok(heard[1]!.progress > heard[0]!.progress);
      const [, id] = /^delta (\S+) /.exec(heard[0]!.message ?? '') ?? [];
      assert.equal((await told('get_generation', { id }))['status'], 'pending');
    });

    await t.test('ten at once are ten generations, charged each', async () => {
      const before = await sandbox.balance();
      const call = { model: 'delta', prompt: 'a crowd [[queue 3600]]', wait: 0 };
      const made = await Promise.all(Array.from({ length: 10 }, () => told('generate_image', call)));
      assert.equal(new Set(made.map(({ id }) => id)).size, 10);
      assert.equal(Math.round((before - (await sandbox.balance())) * 10_000), 2_000);
    });

    assert.equal((await service.audit()).ok, true);
  });
}

test('who may not speak at /mcp is told so before anything is read', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { sandbox } = await service.account();
  const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
      body,
    });
  const authorization = `Bearer ${sandbox.key}`;

  const none = await post({});
  assert.equal(none.status, 401);
  assert.equal(none.headers.get('www-authenticate'), 'Bearer');
  assert.deepEqual(await none.json(), { error: 'Unauthorized', message: 'Authorization header required' });
  const wrong = await post({ authorization: 'Bearer ai_test_wrong' });
  assert.equal(wrong.status, 401);
  assert.equal(((await wrong.json()) as { message: string }).message, 'Invalid API key');

  const elsewhere = await post({ authorization, origin: 'http://rebound.example:8080' });
  assert.equal(elsewhere.status, 403);
  assert.equal((await post({ authorization, origin: new URL(service.url).origin })).status, 200);
  assert.equal((await post({ authorization })).status, 200);

  assert.equal((await post({ authorization, 'content-type': 'text/plain' })).status, 415);
  assert.equal((await post({ authorization }, '{"jsonrpc":')).status, 400);
  assert.equal((await post({ authorization }, '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]')).status, 400);
  assert.equal((await post({ authorization }, JSON.stringify({ a: 'x'.repeat(1024 * 1024) }))).status, 413);
  const looked = await fetch(`${service.url}/mcp`, { headers: { authorization } });
  assert.equal(looked.status, 405);
  assert.equal(looked.headers.get('allow'), 'POST');
});
