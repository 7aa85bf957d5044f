/** `afterimage mcp`: the official client starts the command and speaks with it over the standard streams. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { eventually } from '../../server/test/support/eventually.ts';
import { startTestService } from '../../server/test/support/service.ts';
import { afterimage } from './support/afterimage.ts';

const program = fileURLToPath(new URL('../bin/afterimage.js', import.meta.url));

test('the tools over the standard streams', async (t) => {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const start = async (env: Record<string, string>, mode: 'legacy' | 'auto') => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      env: { HOME: '/nowhere', ...env },
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    t.after(() => client.close());
    return { client, said: () => stderr };
  };
  const env = { AFTERIMAGE_URL: service.url, AFTERIMAGE_API_KEY: sandbox.key };

  for (const mode of ['legacy', 'auto'] as const) {
    await t.test(`a whole generation, as a client speaks that negotiates "${mode}"`, async () => {
      const { client } = await start(env, mode);
      assert.equal((await client.listTools()).tools.length, 6);
      const call = { name: 'generate_image', arguments: { model: 'delta', prompt: 'a fox', wait: 60 } };
      const { structuredContent, isError } = await client.callTool(call, { timeout: 180_000 });
      assert.notEqual(isError, true);
      const { id } = structuredContent as { id: string };
      // On a busy machine a picture takes longer than one call may wait.
      const url = await eventually(async () => {
        const again = await client.callTool(
          { name: 'get_generation', arguments: { id, wait: 20 } },
          { timeout: 180_000 },
        );
        return (again.structuredContent as { media_url: string | null }).media_url ?? false;
      });
      const media = await fetch(url);
      assert.equal(media.status, 200);
      await media.arrayBuffer();
      const wrong = await client.callTool({
        name: 'generate_image',
        arguments: { prompt: 'a fox', aspect_ratio: 'x' },
      });
      assert.match(JSON.stringify(wrong.content), /"aspect_ratio must be /);
    });
  }

  await t.test('a call that is cancelled leaves its generation, and its id on standard error', async () => {
    const { client, said } = await start(env, 'legacy');
    const leaving = new AbortController();
    const call = { name: 'generate_image', arguments: { model: 'delta', prompt: 'a fox [[queue 3600]]' } };
    const cancelled = client.callTool(call, { signal: leaving.signal, onprogress: () => leaving.abort('enough') });
    await assert.rejects(cancelled);
    const left = /^The call was cancelled; generation (\S+) of delta goes on\.\n$/;
    const [, id] = await eventually(() => left.exec(said()) ?? false);
    assert.equal((await sandbox.get(`/v1/delta/generations/${id}`)).body['status'], 'pending');
  });

  await t.test(
    'a wrong key and a service that is not there are sentences; no key is one before anything is said',
    async () => {
      const wrong = await start({ ...env, AFTERIMAGE_API_KEY: 'ai_test_wrong' }, 'legacy');
      const refused = await wrong.client.callTool({ name: 'get_balance', arguments: {} });
      assert.deepEqual(refused.content, [{ type: 'text', text: 'Invalid API key' }]);
      const nowhere = await start({ ...env, AFTERIMAGE_URL: 'http://127.0.0.1:1' }, 'legacy');
      const unreached = await nowhere.client.callTool({ name: 'get_balance', arguments: {} });
      assert.match(JSON.stringify(unreached.content), /The service at http:\/\/127\.0\.0\.1:1 cannot be reached/);
      const none = await afterimage(['mcp'], { AFTERIMAGE_URL: service.url });
      assert.equal(none.exitCode, 4);
      assert.match(none.stderr, /^There is no API key for /);
    },
  );
});
