/** Which engine takes which generation. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Scenario } from '@afterimage/contract';
import { createEngines } from '../../src/engines/registry.ts';

const slow: Scenario = { fail: null, slowSeconds: 2, queueSeconds: 0, hang: false, http: null };

test('scenarios go to the sandbox engine, all else to the studio, and every engine has its engine', async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'afterimage-engines-'));
  const engines = createEngines({ dataFolder, concurrency: 3 });
  t.after(async () => {
    await engines.close();
    await rm(dataFolder, { recursive: true });
  });
  assert.equal(engines.engineFor({ mode: 'live', scenario: null }), 'studio');
  assert.equal(engines.engineFor({ mode: 'live', scenario: slow }), 'studio');
  assert.equal(engines.engineFor({ mode: 'sandbox', scenario: null }), 'studio');
  assert.equal(engines.engineFor({ mode: 'sandbox', scenario: slow }), 'sandbox');
  for (const engine of ['studio', 'sandbox']) assert.equal(engines.byName(engine).name, engine);
  assert.equal(engines.byName('studio').traits.slots, 3);
  assert.throws(() => engines.byName('comfyui'), /no engine/);
  await engines.sweep();
});
