/** The statements that charge for generations and create them: one for many submits, one for a submit that is alone. */
import type { Scenario, Work } from '@afterimage/contract';
import { arrayText } from '../db/array-text.ts';
import type { Db } from '../db/postgres.ts';

/** One medium of a generation as it is stored: either a URL still to be fetched or an object in the media store. */
export interface StoredInput {
  role: 'first' | 'last' | 'reference' | 'motion';
  kind: 'image' | 'video';
  field: string;
  bytesMax: number;
  url: string | null;
  mediaId: string | null;
  type: string | null;
  bytes: number | null;
  width: number | null;
  height: number | null;
  milliseconds: number | null;
}

/** What is submitted, one a request. */
export interface NewGeneration {
  id: string;
  account_id: string;
  api_key_id: string;
  family: string;
  model: string;
  prompt: string;
  fields: Readonly<Record<string, unknown>>;
  work: Work;
  scenario: Scenario | null;
  inputs: StoredInput[];
  seed: number;
  price: number;
  callback_url: string | null;
  lane: string;
  priority: number;
  queue_seconds: number;
  limit_seconds: number;
  idempotency_path: string | null;
  idempotency_key: string | null;
}

export interface SubmitAnswer {
  accepted: boolean;
  /** Of a submit that was refused alone: what the account has. */
  balance: number;
  /** Its Idempotency-Key ran out on the way: nothing was charged. */
  keyLost?: true;
}

/** What `submit_generations` raises when an account it found solvent was emptied meanwhile. */
const emptiedMeanwhile = 'AI002';
/** What `keep_attached` raises; it fails a whole batch, of which each is then sent alone. */
const keyLost = 'AI001';

export async function submitGenerations(db: Db, submits: readonly NewGeneration[]): Promise<SubmitAnswer[]> {
  if (submits.length === 1) return [await submitAlone(db, submits[0]!)];
  const paid = await payersOf(db, submits);
  // Whoever is refused in company is sent again alone, and then told the balance.
  return submits.map((submit) => ({ accepted: paid.has(submit.account_id), balance: 0 }));
}

async function payersOf(db: Db, submits: readonly NewGeneration[]): Promise<Set<string>> {
  const { payers, queues, places, turnsBack } = gather(submits);
  const values = [
    [...payers.keys()],
    [...payers.values()],
    queues.map(({ lane }) => lane),
    queues.map(({ accountId }) => accountId),
    queues.map(({ jobs }) => jobs),
    ...attached(submits),
    ...columns.map((read) => arrayText(submits.map(read))),
    arrayText(places),
    arrayText(turnsBack),
    // JSON has no line breaks of its own.
    submits.map(({ fields }) => JSON.stringify(fields)).join('\n'),
    submits.map(({ work }) => JSON.stringify(work)).join('\n'),
  ];
  try {
    const [row] = await db.query<{ payers: string[] }>(submitMany, values);
    return new Set(row!.payers);
  } catch (fault) {
    if ((fault as { code?: unknown }).code !== emptiedMeanwhile) throw fault;
    return new Set();
  }
}

async function submitAlone(db: Db, submit: NewGeneration): Promise<SubmitAnswer> {
  try {
    const { fields, work } = submit;
    const row = columns.map((read) => read(submit));
    const values = [...attached([submit]), ...row, JSON.stringify(fields), JSON.stringify(work)];
    const [answer] = await db.query<{ too_little: number | null }>(submitOne, values);
    return { accepted: answer!.too_little === null, balance: answer!.too_little ?? 0 };
  } catch (fault) {
    if ((fault as { code?: unknown }).code !== keyLost) throw fault;
    return { accepted: false, balance: 0, keyLost: true };
  }
}

/** In the order of the functions' parameters; fields and work come last, as JSON. */
const columns: readonly ((submit: NewGeneration) => string | number | null)[] = [
  (submit) => submit.id,
  (submit) => submit.account_id,
  (submit) => submit.api_key_id,
  (submit) => submit.family,
  (submit) => submit.model,
  (submit) => submit.prompt,
  (submit) => (submit.scenario === null ? null : JSON.stringify(submit.scenario)),
  (submit) => (submit.inputs.length === 0 ? '[]' : JSON.stringify(submit.inputs)),
  (submit) => submit.seed,
  (submit) => submit.price,
  (submit) => submit.callback_url,
  (submit) => submit.lane,
  (submit) => submit.priority,
  (submit) => submit.queue_seconds,
  (submit) => submit.limit_seconds,
];

const submitOne = {
  name: 'submit_generation',
  text: `select submit_generation(${places(columns.length + 5)}) as too_little`,
};
const submitMany = {
  name: 'submit_generations',
  text: `select submit_generations(${places(columns.length + 12)}) as payers`,
};

function places(count: number): string {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`).join();
}

interface Queue {
  /** Counted from 1, as PostgreSQL does. */
  place: number;
  lane: string;
  accountId: string;
  jobs: number;
}

/** Sums that PostgreSQL would need windows and joins for: what each account owes, how many turns each queue gives. */
function gather(submits: readonly NewGeneration[]) {
  const payers = new Map<string, number>();
  const queues = new Map<string, Queue>();
  const places: (number | null)[] = [];
  const turnsBack: (number | null)[] = [];
  // From the last to the first, because turns are counted back from the next one.
  for (const { account_id: accountId, price, lane, queue_seconds } of submits.toReversed()) {
    payers.set(accountId, (payers.get(accountId) ?? 0) + price);
    if (queue_seconds > 0) {
      // A job that a scenario keeps back gets its turn when it is let in.
      places.push(null);
      turnsBack.push(null);
      continue;
    }
    const name = `${accountId} ${lane}`;
    const queue = queues.get(name) ?? { place: queues.size + 1, lane, accountId, jobs: 0 };
    queue.jobs += 1;
    queues.set(name, queue);
    places.push(queue.place);
    turnsBack.push(queue.jobs);
  }
  return { payers, queues: [...queues.values()], places: places.reverse(), turnsBack: turnsBack.reverse() };
}

/** The few that need more than their row: a key to be remembered, media to be kept. Ids, paths and keys. */
function attached(submits: readonly NewGeneration[]): [string[], (string | null)[], (string | null)[]] {
  const few = submits.filter(({ idempotency_key, inputs }) => idempotency_key !== null || inputs.length > 0);
  return [few.map(({ id }) => id), few.map((one) => one.idempotency_path), few.map((one) => one.idempotency_key)];
}
