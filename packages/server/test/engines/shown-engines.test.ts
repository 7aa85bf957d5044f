/** What operators see of the engines that are a part of the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import type { EmbeddedEngines } from '../../src/engines/embedded-engines.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { noFile } from '../../src/engines/engines-file.ts';
import { createShownEngines } from '../../src/engines/shown-engines.ts';

const traits = { paid: false, find: 'exact', slots: 2 } as const;

const shownOf = (all: readonly Engine[], rows: readonly { name: string }[]) =>
  createShownEngines({
    roster: { file: () => noFile, configOf: () => undefined },
    embedded: { all } as unknown as EmbeddedEngines,
    reads: { query: async () => rows } as unknown as Db,
    families: [],
  });

test('engines of our own are told with their name and, apart from it, their kind', async () => {
  // It asks itself: whoever took its function alone would not be answered.
  const second = { name: 'second', kind: 'studio', traits, says: 'draws', check };
  async function check(this: typeof second) {
    return { ok: true, detail: this.says };
  }
  const all = [second as unknown as Engine];
  const shown = shownOf(all, []);
  const [seen] = await shown.list(new Set());
  assert.deepEqual([seen?.name, seen?.kind, seen?.isEmbedded, seen?.slots], ['second', 'studio', true, 2]);
  assert.deepEqual([seen?.ok, seen?.detail], [true, 'draws']);
  assert.deepEqual(await shown.embedded(), [seen]);
});

test('a name that a file of before gave away, and that is our own, is told once', async () => {
  const check = async () => ({ ok: false, detail: 'waits' });
  const shown = shownOf([{ name: 'second', kind: 'studio', traits, check } as unknown as Engine], [{ name: 'second' }]);
  const seen = await shown.list(new Set(['second']));
  assert.deepEqual(
    seen.map(({ name, isEmbedded, detail }) => [name, isEmbedded, detail]),
    [['second', true, 'waits']],
  );
});
