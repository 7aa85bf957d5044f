/** The shape of OpenAI, spoken by its official library for Python. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { startTestService } from '../support/service.ts';

/** As `.ci/run` makes it. */
const own = fileURLToPath(new URL('../../../../clients/python/.venv/bin/python', import.meta.url));
const python = existsSync(own) ? own : 'python3';
const program = fileURLToPath(new URL('support/library.py', import.meta.url));
const lacks =
  spawnSync(python, ['-c', 'from openai import OpenAI; OpenAI(api_key="x").videos']).status !== 0 &&
  "OpenAI's library for Python is left out: there is no Python with openai";

test('images and videos by the library of OpenAI for Python', { skip: lacks }, async (t) => {
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const folder = await mkdtemp(join(tmpdir(), 'openai-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const picture = join(folder, 'a.png');
  const drawn = sharp({ create: { width: 320, height: 180, channels: 3, background: '#2040c0' } });
  await writeFile(picture, await drawn.png().toBuffer());
  const env = { ...process.env, URL: service.url, KEY: sandbox.key, PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await promisify(execFile)(python, [program, picture], { env, timeout: 600_000 });
  assert.deepEqual(JSON.parse(stdout), {
    models: true,
    image: 'ffd8ff',
    edited: true,
    created: ['queued', 'video'],
    video: ['completed', 100, '3', 'alpha/alpha_3'],
    content: 'ftyp',
    listed: true,
    deleted: [true, 'video.deleted'],
    wrong: [400, 'size must be WIDTHxHEIGHT, such as 1024x1024, or auto', 'size', 'invalid_value'],
    seconds: [400, 'seconds must be 10 or 15', 'seconds', 'invalid_value'],
    failed: 'API_ERROR',
  });
});
