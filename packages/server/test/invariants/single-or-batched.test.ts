/** A submit leaves the same rows whether it was single or shared its statement. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { claimGenerations } from '../../src/generations/queue-store.ts';
import { type NewGeneration, type StoredInput, submitGenerations } from '../../src/generations/submit-store.ts';
import { announceObjects } from '../../src/media/objects-store.ts';
import { createMoney, keptBack, type Money } from './support/money.ts';

const awkward = `{"a", 'b', \\c, NULL} \u{1f98a}\n`;

/** One of each kind: plain, kept back, with a scenario, with media, urgent. */
function everyKind(money: Money, mediaId: string): NewGeneration[] {
  const reading = families.find(({ slug }) => slug === 'delta')!.read({ prompt: awkward }, 'live');
  assert.ok(reading.ok);
  const input: StoredInput = {
    role: 'reference',
    kind: 'image',
    field: 'reference_images[0]',
    bytesMax: 1,
    url: null,
    mediaId,
    type: 'image/png',
    bytes: 1,
    width: 1,
    height: 1,
    milliseconds: null,
  };
  const [ready] = money.prepare(3);
  const plain: NewGeneration = { ...ready!, id: '', request: reading.request };
  const sandbox = families.find(({ slug }) => slug === 'delta')!.read({ prompt: 'a fox [[fail TIMEOUT]]' }, 'sandbox');
  assert.ok(sandbox.ok && sandbox.request.scenario !== null);
  return [
    plain,
    keptBack(asking(plain, { callbackUrl: `https://example.com/?q=${encodeURIComponent(awkward)}` }), 60),
    { ...asking(plain, { scenario: sandbox.request.scenario }), price: 0 },
    { ...plain, inputs: [{ ...input, field: awkward }, input], limitSeconds: 0.5 },
    { ...asking(plain, { priority: 1 }), seed: 2 ** 40 },
  ];
}

function asking(submit: NewGeneration, request: Partial<NewGeneration['request']>): NewGeneration {
  return { ...submit, request: { ...submit.request, ...request } };
}

/** What they left, without what differs by nature: ids and times. */
async function rowsOf({ db }: Money, ids: readonly string[]) {
  const text = `select g.family, g.model, g.prompt, g.fields, g.work, g.scenario, g.inputs, g.seed, g.price, g.callback_url,
      g.engine, g.turn - min(g.turn) over () as turn, g.priority, g.status, g.attempt, g.ready_at - g.created_at as kept_back,
      g.deadline_at - g.created_at as time_limit, e.kind, e.amount, e.account_id = g.account_id as of_account
    from unnest($1::uuid[]) with ordinality as wanted(id, nth) join generations g using (id)
    join ledger e on e.generation_id = g.id order by wanted.nth`;
  return db.query({ text }, [ids]);
}

test('one by one or all at once, submits leave the same rows', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const mediaId = randomUUID();
  const object = { accountId: money.accountId, purpose: 'input', type: 'image/png', fileName: 'a', bytes: 1 } as const;
  await announceObjects(money.db, [{ ...object, id: mediaId, store: 'folder', storeKey: mediaId, keptDays: 7 }]);
  const withIds = () => everyKind(money, mediaId).map((submit) => ({ ...submit, id: randomUUID() }));

  const single = withIds();
  for (const submit of single) assert.deepEqual(await submitGenerations(money.db, [submit]), [accepted]);
  const batched = withIds();
  assert.deepEqual(
    await submitGenerations(money.db, batched),
    batched.map(() => accepted),
  );

  const ids = (submits: NewGeneration[]) => submits.map(({ id }) => id);
  const rows = await rowsOf(money, ids(single));
  assert.equal(rows.length, 5);
  assert.deepEqual(await rowsOf(money, ids(batched)), rows);
  assert.equal(await money.balance(), 1_000 - 2 * 12);
});

test('one by one or with others alike, submits leave the same rows', async (t) => {
  const money = await createMoney(t, { credit: 1_000 });
  const [plain] = everyKind(money, randomUUID());
  const withIds = (): NewGeneration[] =>
    [
      plain!,
      { ...plain!, seed: 2 ** 40, price: 0 },
      asking(plain!, {
        prompt: 'a [[slow 1]] fox',
        fields: { ...plain!.request.fields, prompt: 'a [[slow 1]] fox' },
        callbackUrl: `https://example.com/?q=${encodeURIComponent(awkward)}`,
      }),
      asking(plain!, {
        fields: { ...plain!.request.fields, aspect_ratio: awkward },
        work: { ...plain!.request.work, negativePrompt: awkward },
      }),
    ].map((submit) => ({ ...submit, id: randomUUID() }));

  const single = withIds();
  for (const submit of single) assert.deepEqual(await submitGenerations(money.db, [submit]), [accepted]);
  const alike = withIds();
  assert.deepEqual(await submitGenerations(money.db, alike), Array(4).fill(accepted));

  const ids = (submits: NewGeneration[]) => submits.map(({ id }) => id);
  const rows = await rowsOf(money, ids(single));
  assert.equal(rows.length, 4);
  assert.deepEqual(await rowsOf(money, ids(alike)), rows);
  assert.equal(await money.balance(), 1_000 - 2 * 9);

  await t.test('and a worker gets what was submitted', async () => {
    const claimed = await claimGenerations(money.db, money.engine, { worker: 'w', limit: 8, leaseSeconds: 9 });
    for (const submit of [...single, ...alike]) {
      const { prompt, fields, work } = claimed.find(({ id }) => id === submit.id)!;
      const { request } = submit;
      assert.deepEqual(
        { prompt, fields, work },
        { prompt: request.prompt, fields: request.fields, work: request.work },
      );
    }
  });
});

const accepted = 'accepted';
