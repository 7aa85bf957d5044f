/** The checker of the fault runs can fail: each forged breach is found, under its own guarantee. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEvidence, type Evidence } from './support/checks.ts';
import type { GenerationFact } from './support/facts.ts';
import type { Submission } from './support/journal.ts';
import { scenarios } from './support/scenarios.ts';

const refunding = scenarios.find(({ ends }) => ends.some((end) => end.status === 'failed' && end.refunded))!;

const submission = (number: number, changes: Partial<Submission> = {}): Submission => ({
  tag: `number ${number}`,
  prompt: `prompt ${number}`,
  scenario: refunding,
  account: { email: 'a@example.com', mode: 'sandbox', name: 'a', keys: ['key'], secret: '', granted: 0 },
  apiKey: 'key',
  idempotencyKey: `key ${number}`,
  callbackUrl: 'https://127.0.0.1/a',
  sends: 2,
  acknowledged: new Set([`id ${number}`]),
  refusals: [],
  unanswered: 0,
  statuses: ['pending', 'failed'],
  ...changes,
});

const generation = (number: number, changes: Partial<GenerationFact> = {}): GenerationFact => ({
  id: `id ${number}`,
  prompt: `prompt ${number}`,
  status: 'failed',
  failure_code: 'TASK_FAILED',
  price: refunding.price,
  attempt: 1,
  callback_url: 'https://127.0.0.1/a',
  media_bytes: null,
  charges: [-refunding.price],
  refunds: [refunding.price],
  ...changes,
});

const event = (number: number, changes: Partial<Evidence['events'][number]> = {}) => ({
  account: 'a',
  webhookId: `webhook ${number}`,
  body: JSON.stringify({ generation_id: `id ${number}`, status: 'failed' }),
  signed: true,
  answered: 200,
  ...changes,
});

/** One accepted and one refused submit, and everything as it should be. */
const good = (): Evidence => ({
  journal: {
    submissions: [submission(1), submission(2, { acknowledged: new Set(), refusals: [503], statuses: [] })],
    surprises: [],
    polls: 3,
  },
  generations: [generation(1)],
  events: [event(1)],
});

const broken = (evidence: Evidence): string[] =>
  checkEvidence(evidence)
    .filter(({ breaches }) => breaches.length > 0)
    .map(({ guarantee }) => guarantee);

test('evidence without a fault breaks no guarantee', () => {
  assert.deepEqual(broken(good()), []);
});

test('a guarantee that was checked on nothing counts as broken', () => {
  const nothing: Evidence = { journal: { submissions: [], surprises: [], polls: 0 }, generations: [], events: [] };
  assert.equal(broken(nothing).length, checkEvidence(nothing).length);
});

const journalWith = (changes: Partial<Submission>): Pick<Evidence, 'journal'> => {
  const { journal } = good();
  return { journal: { ...journal, submissions: [submission(1, changes), journal.submissions[1]!] } };
};

const forgeries: [name: string, changes: Partial<Evidence>, guarantee: RegExp][] = [
  ['an accepted generation that is not there', { generations: [generation(1, { id: 'other' })] }, /is lost/],
  [
    'two generations of one submit',
    { generations: [generation(1), generation(1, { id: 'again' })] },
    /two generations/,
  ],
  ['two ids for one key', journalWith({ acknowledged: new Set(['id 1', 'id 9']) }), /two generations/],
  ['a generation that nobody asked for', { generations: [generation(1), generation(9)] }, /two generations/],
  ['a refused submit that was charged', { generations: [generation(1), generation(2)] }, /refused/],
  ['a generation that never ends', { generations: [generation(1, { status: 'processing' })] }, /ends/],
  ['another failure than asked for', { generations: [generation(1, { failure_code: 'TIMEOUT' })] }, /ends/],
  ['a charge missing', { generations: [generation(1, { charges: [] })] }, /charged/],
  ['two charges', { generations: [generation(1, { charges: [-2100, -2100] })] }, /charged/],
  ['a charge of another amount', { generations: [generation(1, { charges: [-2099] })] }, /charged/],
  ['a refund missing', { generations: [generation(1, { refunds: [] })] }, /refund/],
  ['two refunds', { generations: [generation(1, { refunds: [2100, 2100] })] }, /refund/],
  ['a webhook missing', { events: [event(1, { answered: 503 })] }, /webhook that is due/],
  [
    'a webhook of another status',
    { events: [event(1, { body: event(1).body.replace('failed', 'completed') })] },
    /due/,
  ],
  ['a webhook unsigned', { events: [event(1, { signed: false })] }, /signature/],
  ['a webhook that changed', { events: [event(1), event(1, { body: `${event(1).body} ` })] }, /same id and bytes/],
  ['a webhook under two ids', { events: [event(1), event(1, { webhookId: 'other' })] }, /same id and bytes/],
  ['a step back', journalWith({ statuses: ['processing', 'pending'] }), /forward/],
  ['an end that changed', journalWith({ statuses: ['completed', 'failed'] }), /forward/],
  ['an odd answer', { journal: { ...good().journal, surprises: ['A poll was answered 404.'] } }, /no answer/],
];

for (const [name, changes, guarantee] of forgeries) {
  test(`${name} is found`, () => {
    const found = broken({ ...good(), ...changes });
    assert.ok(
      found.some((one) => guarantee.test(one)),
      `found only ${JSON.stringify(found)}`,
    );
  });
}
