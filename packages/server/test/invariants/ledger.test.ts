/** Money and states against a model: whatever is submitted, failed, timed out or completed, in whatever order, the sums agree. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { submitOnce } from '../../src/generations/idempotency.ts';
import { type ClaimedGeneration, claimGenerations } from '../../src/generations/queue-store.ts';
import { completeGeneration, failGeneration } from '../../src/generations/settle.ts';
import { failOverdue } from '../../src/generations/sweep.ts';
import { audit } from '../../src/ledger/audit.ts';
import { testDatabase } from '../support/database.ts';
import { idempotencyPath, type Money, openMoney, refunded } from './support/money.ts';

/** What the service should come to, in the fewest words: a balance, and the state of every generation. */
interface Model {
  balance: number;
  generations: Map<
    string,
    { price: number; state: 'pending' | 'processing' | 'completed' | 'failed'; overdue: boolean }
  >;
  /** Keys of submits that were accepted, with what their bodies were. */
  keys: Map<string, { body: string; id: string }>;
}

interface Real extends Money {
  /** Claims that workers hold or once held; late ones are tried again on purpose. */
  claims: ClaimedGeneration[];
}

type Step = fc.AsyncCommand<Model, Real>;

/** One commit with several submits: each is paid in turn, as long as the money lasts. */
class Submit implements Step {
  readonly prices: number[];
  readonly overdue: boolean;
  constructor(prices: number[], overdue: boolean) {
    this.prices = prices;
    this.overdue = overdue;
  }
  check = () => true;
  async run(model: Model, real: Real) {
    const answers = await real.submit(this.prices, { limitSeconds: this.overdue ? 0 : 600 });
    // A batch counts in order what came before, refused or not; who is refused is tried alone, as the service does.
    for (const [index, { id, accepted }] of answers.entries()) {
      const price = this.prices[index]!;
      if (accepted) pay(model, id, price, this.overdue);
    }
    for (const [index, { accepted }] of answers.entries()) {
      if (accepted) continue;
      const price = this.prices[index]!;
      const [alone] = await real.submit(price, { limitSeconds: this.overdue ? 0 : 600 });
      assert.equal(alone!.accepted, price <= model.balance);
      if (alone!.accepted) pay(model, alone!.id, price, this.overdue);
    }
  }
  toString = () => `submit(${this.prices}${this.overdue ? ', overdue' : ''})`;
}

function pay(model: Model, id: string, price: number, overdue: boolean): void {
  model.balance -= price;
  assert.ok(model.balance >= 0, 'never more is accepted than is paid for');
  model.generations.set(id, { price, state: 'pending', overdue });
}

type Replayed = { outcome: 'accepted' | 'insufficient' | 'repeat'; id: string };

/** A submit with an Idempotency-Key, for the first time or again. */
class Replay implements Step {
  readonly key: string;
  readonly body: string;
  readonly price: number;
  constructor(key: string, body: string, price: number) {
    this.key = key;
    this.body = body;
    this.price = price;
  }
  check = () => true;
  async run(model: Model, real: Real) {
    const known = model.keys.get(this.key);
    const bodySha256 = Buffer.from(this.body);
    const request = { accountId: real.accountId, path: idempotencyPath, key: this.key, bodySha256 };
    const answered = await submitOnce<Replayed>({ db: real.db, reservationSeconds: 60 }, request, {
      submit: async () => {
        const [answer] = await real.submit(this.price, { key: this.key, bodySha256 });
        return { outcome: answer!.accepted ? 'accepted' : 'insufficient', id: answer!.id };
      },
      repeat: async (id) => ({ outcome: 'repeat', id }),
    });
    if (known !== undefined) {
      const same = known.body === this.body;
      return assert.deepEqual(answered, same ? { outcome: 'repeat', id: known.id } : { outcome: 'mismatch' });
    }
    assert.equal(answered.outcome, this.price <= model.balance ? 'accepted' : 'insufficient');
    if (answered.outcome !== 'accepted') return;
    pay(model, answered.id, this.price, false);
    model.keys.set(this.key, { body: this.body, id: answered.id });
  }
  toString = () => `replay(${this.key}, ${this.body}, ${this.price})`;
}

class Claim implements Step {
  readonly leaseSeconds: number;
  constructor(leaseSeconds: number) {
    this.leaseSeconds = leaseSeconds;
  }
  check = () => true;
  async run(model: Model, real: Real) {
    const claimed = await claimGenerations(real.db, real.engine, {
      worker: 'w',
      limit: 2,
      leaseSeconds: this.leaseSeconds,
    });
    for (const claim of claimed) {
      const generation = model.generations.get(claim.id)!;
      assert.ok(generation.state === 'pending' || generation.state === 'processing');
      generation.state = 'processing';
      real.claims.push(claim);
    }
  }
  toString = () => `claim(${this.leaseSeconds} s)`;
}

/** Ends a job with any claim ever made on it: only the latest may, and only once. */
class End implements Step {
  readonly pick: number;
  readonly code: string | null;
  constructor(pick: number, code: string | null) {
    this.pick = pick;
    this.code = code;
  }
  check = (model: Readonly<Model>) => [...model.generations.values()].some(({ state }) => state !== 'pending');
  async run(model: Model, real: Real) {
    const claim = real.claims[this.pick % real.claims.length];
    if (claim === undefined) return;
    const generation = model.generations.get(claim.id)!;
    const latest = real.claims
      .filter(({ id }) => id === claim.id)
      .every(({ claim_number }) => claim_number <= claim.claim_number);
    const mayEnd = latest && generation.state === 'processing';
    const settled =
      this.code === null
        ? await completeGeneration(real.settling, claim, { stored: await real.output() })
        : await failGeneration(real.settling, claim, { code: this.code, reason: 'test' });
    assert.equal(settled, mayEnd ? 'settled' : 'not ours');
    if (!mayEnd) return;
    generation.state = this.code === null ? 'completed' : 'failed';
    if (this.code !== null && refunded.has(this.code)) model.balance += generation.price;
  }
  toString = () => `end(${this.pick}, ${this.code ?? 'completed'})`;
}

class Sweep implements Step {
  check = () => true;
  async run(model: Model, real: Real) {
    while ((await failOverdue(real.settling)) > 0);
    for (const generation of model.generations.values()) {
      if (!generation.overdue || generation.state === 'completed' || generation.state === 'failed') continue;
      generation.state = 'failed';
      model.balance += generation.price;
    }
  }
  toString = () => 'sweep';
}

async function agrees(model: Model, real: Real): Promise<void> {
  assert.equal(await real.balance(), model.balance);
  const rows = await real.db.query<{ id: string; status: string; times: number; sent: number }>(
    {
      text: `select g.id, g.status,
          (select count(*)::integer from ledger_entries e where e.generation_id = g.id) as times,
          (select count(*)::integer from webhook_deliveries d
            where d.generation_id = g.id and d.event = 'generation.ended') as sent
        from generations g where g.account_id = $1`,
    },
    [real.accountId],
  );
  assert.equal(rows.length, model.generations.size);
  for (const { id, status, times, sent } of rows) {
    assert.equal(status, model.generations.get(id)!.state);
    assert.ok(times <= 1);
    assert.equal(sent, status === 'completed' || status === 'failed' ? 1 : 0);
  }
}

const price = fc.integer({ min: 0, max: 400 });
const code = fc.constantFrom(null, 'TASK_FAILED', 'TIMEOUT', 'MODERATION_FAILED');
const steps = [
  fc
    .tuple(fc.array(price, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([prices, late]) => new Submit(prices, late)),
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'), price)
    .map(([key, body, paid]) => new Replay(key, body, paid)),
  fc.constantFrom(0, 600).map((leaseSeconds) => new Claim(leaseSeconds)),
  fc.tuple(fc.nat(20), code).map(([pick, ending]) => new End(pick, ending)),
  fc.constant(new Sweep()),
];

test('balance and states follow the model, whatever happens in whatever order', async (t) => {
  const { db } = await testDatabase(t);
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 30, size: 'max' }), async (commands) => {
      const real: Real = { ...(await openMoney(db, 1_000)), claims: [] };
      const model: Model = { balance: 1_000, generations: new Map(), keys: new Map() };
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await agrees(model, real);
    }),
    { numRuns: 40 },
  );
  const result = await audit(db);
  assert.deepEqual(result.problems, []);
});

test('forty batches of submits at once never spend more than there is', async (t) => {
  const { db } = await testDatabase(t);
  const prices = fc.array(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }), {
    minLength: 40,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(prices, async (batches) => {
      const real = await openMoney(db, 1_000);
      const answers = await Promise.all(batches.map((batch) => real.submit(batch)));
      const spent = batches.flatMap((batch, at) => batch.filter((_, index) => answers[at]![index]!.accepted));
      const total = spent.reduce((sum, each) => sum + each, 0);
      assert.equal(await real.balance(), 1_000 - total);
      assert.ok(total <= 1_000);
    }),
    { numRuns: 8 },
  );
  assert.equal((await audit(db)).ok, true);
});
