/** Which engine takes which generation. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Mode, Scenario } from '@afterimage/contract';
import { createEmbeddedEngines } from '../../src/engines/embedded-engines.ts';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { sandboxEngine } from '../../src/engines/sandbox/sandbox-engine.ts';
import { studioEngine } from '../../src/engines/studio/studio-engine.ts';

const slow: Scenario = { fail: null, slowSeconds: 2, queueSeconds: 0, hang: false, http: null };

async function openEngines(t: TestContext, table = embeddedTable) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'afterimage-engines-'));
  const engines = createEmbeddedEngines({ dataFolder, concurrency: 3 }, table);
  t.after(async () => {
    await engines.close();
    await rm(dataFolder, { recursive: true });
  });
  return engines;
}

test('scenarios go to the sandbox engine, and what no other engine takes to the studio', async (t) => {
  const engines = await openEngines(t, [studioEngine, sandboxEngine]);
  const engineFor = (mode: Mode, scenario: Scenario | null) =>
    engines.engineFor({ mode, family: 'delta', request: { model: 'delta', scenario } });
  assert.equal(engineFor('live', null), 'studio');
  assert.equal(engineFor('live', slow), 'studio');
  assert.equal(engineFor('sandbox', null), 'studio');
  assert.equal(engineFor('sandbox', slow), 'sandbox');
});

test('every engine of the table is there, and no other', async (t) => {
  const engines = await openEngines(t);
  const names = embeddedTable.map(({ name }) => name);
  assert.deepEqual(
    engines.all.map(({ name }) => name),
    names,
  );
  for (const name of names) assert.equal(engines.byName(name).name, name);
  assert.equal(engines.byName('studio').traits.slots, 3);
  assert.throws(() => engines.byName('comfyui'), /no engine/);
  await engines.sweep();
});
