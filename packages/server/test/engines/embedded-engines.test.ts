/** Which engine takes which generation. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Mode, Scenario } from '@afterimage/contract';
import { createEmbeddedEngines } from '../../src/engines/embedded-engines.ts';
import { embeddedTable } from '../../src/engines/embedded-table.ts';

const slow: Scenario = { fail: null, slowSeconds: 2, queueSeconds: 0, hang: false, http: null };

test('scenarios go to the sandbox engine, all else to the studio, and every engine of the table is there', async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'afterimage-engines-'));
  const engines = createEmbeddedEngines({ dataFolder, concurrency: 3 });
  t.after(async () => {
    await engines.close();
    await rm(dataFolder, { recursive: true });
  });
  const engineFor = (mode: Mode, scenario: Scenario | null) =>
    engines.engineFor({ mode, family: 'delta', request: { model: 'delta', scenario } });
  assert.equal(engineFor('live', null), 'studio');
  assert.equal(engineFor('live', slow), 'studio');
  assert.equal(engineFor('sandbox', null), 'studio');
  assert.equal(engineFor('sandbox', slow), 'sandbox');
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
