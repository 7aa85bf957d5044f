/** What operators see of the engines that are a part of the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { noFile } from '../../src/engines/engines-file.ts';
import type { Engines } from '../../src/engines/registry.ts';
import { createShownEngines } from '../../src/engines/shown-engines.ts';

test('engines of our own are told with their name and, apart from it, their kind', async () => {
  const traits = { paid: false, find: 'exact', slots: 2 } as const;
  const check = async () => ({ ok: true, detail: 'draws' });
  const all = [{ name: 'second', kind: 'studio', traits, check } as unknown as Engine];
  const shown = createShownEngines({
    roster: { file: () => noFile, configOf: () => undefined },
    embedded: { all } as unknown as Engines,
    reads: { query: async () => [] } as unknown as Db,
    families: [],
  });
  const [seen] = await shown.list(new Set());
  assert.deepEqual([seen?.name, seen?.kind, seen?.isEmbedded, seen?.slots], ['second', 'studio', true, 2]);
});
