/** The migration that stores requests as text carries what was stored as JSON, and leaves the rest as it was. */
import assert from 'node:assert/strict';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { claimGenerations } from '../../src/generations/queue-store.ts';
import { testDatabase } from '../support/database.ts';
import { scratchFolder } from './scratch.ts';

const account = '01900000-0000-7000-8000-000000000001';
const stored = {
  prompt: 'a fox',
  fields: { prompt: 'a fox', aspect_ratio: '1:1' },
  work: {
    task: 't2i',
    prompt: 'a fox',
    negativePrompt: null,
    cfgScale: null,
    output: 'image',
    shape: { from: 'ratio', ratio: '1:1', edge: { long: 1024 } },
    seconds: null,
    framesPerSecond: null,
    sound: 'none',
    watermark: null,
    multiShot: false,
  },
  scenario: { fail: null },
  inputs: [{ url: 'https://example.com/"a".png' }],
};

test('a job that was accepted before runs as it was accepted, and what has ended stays final', async (t) => {
  const folder = await scratchFolder();
  for (const name of await readdir(migrationsFolder)) {
    if (name < '0014') await cp(join(migrationsFolder, name), join(folder, name));
  }
  const { db } = await testDatabase(t);
  await db.query({ text: 'drop schema public cascade; create schema public' });
  await migrate(db, folder);
  const values = [
    stored.prompt,
    ...[stored.fields, stored.work, stored.scenario, stored.inputs].map((one) => JSON.stringify(one)),
  ];
  await db.query(
    {
      text: `insert into generations (id, account_id, api_key_id, family, status, model, prompt, fields, work, scenario,
          inputs, seed, price, lane, turn, deadline_at, created_at, failure_code, finished_at)
        select uuidv7(), $1, $1, 'delta', status, 'm', $2, $3, $4, $5, $6, 1, 3, 'studio', turn, now(), now(), code, ended
        from (values ('pending', 0, null, null::timestamptz), ('failed', null, 'TIMEOUT', now()))
          as g(status, turn, code, ended)`,
    },
    [account, ...values],
  );
  assert.equal((await migrate(db, migrationsFolder))[0], '0014_alike.sql');

  const [claimed, ...others] = await claimGenerations(db, 'studio', { worker: 'w', limit: 2, leaseSeconds: 9 });
  assert.deepEqual(others, []);
  const { prompt, fields, work, scenario, inputs } = claimed!;
  assert.deepEqual({ prompt, fields, work, scenario, inputs }, stored);
  const change = `update generations set progress = 1 where status = 'failed'`;
  await assert.rejects(db.query({ text: change }), { code: '23001' });
});
