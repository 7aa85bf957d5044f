/** The client's tarball in Bun and in Deno: one generation each, made by the real service and saved. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { outsideTool } from '../../../scripts/outside-tools/find.ts';
import { startTestService } from '../../server/test/support/service.ts';
import { installClient } from './support/installed-client.ts';

const run = promisify(execFile);

const program = `
import { Afterimage, verifyWebhook } from '@afterimage/client';
const client = new Afterimage();
const seen = [];
const record = await client.run('delta', { prompt: 'a cat on a red chair' }, { onProgress: ({ status }) => seen.push(status) });
await client.download(record, 'cat.jpg');
let refused = '';
try { await client.submit('beta', { prompt: '' }); } catch (fault) { refused = fault.constructor.name; }
let unsigned = '';
try { verifyWebhook('{}', {}, 'whsec_x'); } catch (fault) { unsigned = fault.message; }
console.log(JSON.stringify({ status: record.status, last: seen.at(-1), refused, unsigned }));
`;

const runtimes = {
  bun: ['run', 'program.js'],
  deno: ['run', '--quiet', '--node-modules-dir=manual', '--allow-all', 'program.js'],
};

for (const [name, args] of Object.entries(runtimes)) {
  const tool = outsideTool(name);
  test(`a generation in ${name}, saved to a file`, { skip: tool.missing }, async (t) => {
    const { project, remove } = await installClient();
    t.after(remove);
    const service = await startTestService(t);
    const { sandbox } = await service.account();
    await writeFile(join(project, 'program.js'), program);
    const env = { ...process.env, AFTERIMAGE_URL: service.url, AFTERIMAGE_API_KEY: sandbox.key, NO_COLOR: '1' };
    const { stdout } = await run(tool.path, args, { cwd: project, env });
    assert.deepEqual(JSON.parse(stdout), {
      status: 'completed',
      last: 'completed',
      refused: 'BadRequestError',
      unsigned: 'The header webhook-id is missing',
    });
    const file = await readFile(join(project, 'cat.jpg'));
    assert.equal(file.subarray(0, 3).toString('hex'), 'ffd8ff');
  });
}
