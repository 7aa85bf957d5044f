import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchDeliveries, patchGenerations } from '../src/data/patches.ts';
import { queryClient } from '../src/data/query-client.ts';

type Changed = Parameters<typeof patchGenerations>[0][number];
type Sent = Parameters<typeof patchDeliveries>[0][number];

function hold(name: string, query: object, items: object[]): () => string {
  const key = [name, { query }];
  queryClient.setQueryData(key, { pages: [{ items, next: null }], pageParams: [null] });
  return () => {
    const { pages } = queryClient.getQueryData<{ pages: { items: { id: string }[] }[] }>(key)!;
    return pages.flatMap((page) => page.items.map(({ id }) => id)).join('');
  };
}

test('a generation that a status filter no longer takes leaves that list, and stays in the others', (t) => {
  t.after(() => queryClient.clear());
  const items = ['a', 'b'].map((id) => ({ id, status: 'processing' }));
  const processing = hold('listGenerations', { mode: 'sandbox', status: 'processing' }, items);
  const all = hold('listGenerations', { mode: 'sandbox' }, items);
  patchGenerations([{ id: 'a', status: 'failed' } as Changed]);
  assert.deepEqual([processing(), all()], ['b', 'ab']);
  patchGenerations([{ id: 'b', status: 'processing', progress: 40 } as unknown as Changed]);
  assert.deepEqual([processing(), all()], ['b', 'ab']);
});

test('a delivery that a state filter no longer takes leaves that list', (t) => {
  t.after(() => queryClient.clear());
  const items = ['a', 'b'].map((id) => ({ id, state: 'failed' }));
  const failed = hold('listDeliveries', { mode: 'live', state: 'failed' }, items);
  const all = hold('listDeliveries', { mode: 'live' }, items);
  patchDeliveries([{ id: 'b', state: 'waiting' } as Sent]);
  assert.deepEqual([failed(), all()], ['a', 'ab']);
});
