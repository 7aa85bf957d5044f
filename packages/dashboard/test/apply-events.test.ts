import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { patchDeliveries, patchGenerations } from '../src/data/apply-events.ts';
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

/** Shows a list as a page does; whoever plays the service answers each question when it is due. */
function showDeliveries(t: TestContext, query: object) {
  type Page = { items: Pick<Sent, 'id' | 'state'>[]; next: null };
  const questions: ((page: Page) => void)[] = [];
  const observer = new InfiniteQueryObserver<Page>(queryClient, {
    queryKey: ['listDeliveries', { query }],
    queryFn: () => new Promise<Page>((resolve) => questions.push(resolve)),
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  t.after(observer.subscribe(() => {}));
  return {
    askAgain: () => void observer.refetch(),
    answer: async (number: number, state: Sent['state']) => {
      questions[number]!({ items: [{ id: 'a', state }], next: null });
      await nextIteration();
    },
    questions: () => questions.length,
    shown: () => observer.getCurrentResult().data?.pages[0]?.items[0]?.state,
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

test('an event that an answer has overtaken does not set back what has ended', (t) => {
  t.after(() => queryClient.clear());
  const completed = hold('listGenerations', { mode: 'live', status: 'completed' }, [{ id: 'a', status: 'completed' }]);
  queryClient.setQueryData(['getGeneration', { id: 'a' }], { id: 'a', status: 'completed' });
  patchGenerations([{ id: 'a', status: 'processing', progress: 8 } as unknown as Changed]);
  assert.equal(completed(), 'a');
  assert.deepEqual(queryClient.getQueryData(['getGeneration', { id: 'a' }]), { id: 'a', status: 'completed' });
});

test('a list that is not shown is asked for again after anything has changed', (t) => {
  t.after(() => queryClient.clear());
  const query = { mode: 'live', text: 'fox' };
  hold('listGenerations', query, []);
  const isStale = () => queryClient.getQueryState(['listGenerations', { query }])?.isInvalidated;
  assert.equal(isStale(), false);
  patchGenerations([{ id: 'a', status: 'pending' } as Changed]);
  assert.equal(isStale(), true);
});

test('a delivery that a state filter no longer takes leaves that list', (t) => {
  t.after(() => queryClient.clear());
  const items = ['a', 'b'].map((id) => ({ id, state: 'failed', attempts: 5 }));
  const failed = hold('listDeliveries', { mode: 'live', state: 'failed' }, items);
  const all = hold('listDeliveries', { mode: 'live' }, items);
  patchDeliveries([{ id: 'b', state: 'waiting', attempts: 5 } as Sent]);
  assert.deepEqual([failed(), all()], ['a', 'ab']);
});

test('a delivery that was tried in vain is no longer one that waits, but one that is failing', (t) => {
  t.after(() => queryClient.clear());
  const items = ['a', 'b'].map((id) => ({ id, state: 'waiting', attempts: 0 }));
  const [untried, failing] = ['untried', 'failing'].map((state) => hold('listDeliveries', { state }, items));
  patchDeliveries([
    { id: 'a', state: 'waiting', attempts: 0 } as Sent,
    { id: 'b', state: 'waiting', attempts: 1 } as Sent,
  ]);
  assert.deepEqual([untried!(), failing!()], ['a', 'b']);
});

test('an answer that is older than what was told while it was on its way does not stay', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => queryClient.clear());
  const list = showDeliveries(t, { mode: 'live' });
  await list.answer(0, 'failed');
  list.askAgain();
  patchDeliveries([{ id: 'a', state: 'waiting' } as Sent]);
  patchDeliveries([{ id: 'a', state: 'delivered' } as Sent]);
  assert.equal(list.shown(), 'delivered');
  await list.answer(1, 'failed');
  assert.deepEqual([list.shown(), list.questions()], ['failed', 2]);
  t.mock.timers.tick(1_000);
  assert.equal(list.questions(), 3);
  await list.answer(2, 'delivered');
  t.mock.timers.tick(60_000);
  assert.deepEqual([list.shown(), list.questions()], ['delivered', 3]);
});

test('an answer to what is asked anew, and was on its way as something was told, does not stay either', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => queryClient.clear());
  const list = showDeliveries(t, { mode: 'live' });
  // One that the list does not hold has it ask, and the next is told meanwhile: it will ask once more.
  patchDeliveries([{ id: 'a', state: 'waiting' } as Sent]);
  await list.answer(0, 'failed');
  list.askAgain();
  patchDeliveries([{ id: 'a', state: 'delivered' } as Sent]);
  await list.answer(1, 'failed');
  t.mock.timers.tick(1_000);
  assert.equal(list.questions(), 3);
  await list.answer(2, 'delivered');
  assert.equal(list.shown(), 'delivered');
});
