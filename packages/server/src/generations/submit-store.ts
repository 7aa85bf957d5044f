/** The statements that charge for generations and create them: for submits alike, for any together, for one alone. */
import type { Scenario, Work } from '@afterimage/contract';
import { bigintArray, doubleArray, textArray, uuidArray } from '../db/array-bytes.ts';
import type { Queryable } from '../db/postgres.ts';
import { writeWork } from './stored-work.ts';

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
  engine: string;
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

/** What a batch raises when an account it found solvent was emptied meanwhile. */
const emptiedMeanwhile = 'AI002';
/** What `keep_attached` raises; it fails a whole batch, of which each is then sent alone. */
const keyLost = 'AI001';

export async function submitGenerations(db: Queryable, submits: readonly NewGeneration[]): Promise<SubmitAnswer[]> {
  if (submits.length === 1) return [await submitAlone(db, submits[0]!)];
  const paid = await payersOf(db, submits);
  // Whoever is refused in company is sent again alone, and then told the balance.
  return submits.map((submit) => ({ accepted: paid.has(submit.account_id), balance: 0 }));
}

async function payersOf(db: Queryable, submits: readonly NewGeneration[]): Promise<Set<string>> {
  try {
    return new Set(areAlike(submits) ? await submitAlike(db, submits) : await submitTogether(db, submits));
  } catch (fault) {
    if ((fault as { code?: unknown }).code !== emptiedMeanwhile) throw fault;
    return new Set();
  }
}

/** Of one account, for one model, with nothing that only few have: then what they have in common is sent once. */
function areAlike(submits: readonly NewGeneration[]): boolean {
  const first = submits[0]!;
  return submits.every(
    (submit) =>
      submit.account_id === first.account_id &&
      submit.api_key_id === first.api_key_id &&
      submit.family === first.family &&
      submit.model === first.model &&
      submit.engine === first.engine &&
      submit.priority === first.priority &&
      submit.limit_seconds === first.limit_seconds &&
      submit.queue_seconds === 0 &&
      submit.scenario === null &&
      submit.inputs.length === 0,
  );
}

async function submitAlike(db: Queryable, submits: readonly NewGeneration[]): Promise<string[]> {
  const { account_id, api_key_id, family, model, engine, priority, limit_seconds } = submits[0]!;
  const total = submits.reduce((sum, { price }) => sum + price, 0);
  const values = [
    ...[account_id, api_key_id, family, model, engine, priority, limit_seconds, total],
    ...attached(submits),
    uuidArray(submits.map(({ id }) => id)),
    textArray(submits.map(({ prompt }) => prompt)),
    textArray(submits.map(fieldsText)),
    textArray(submits.map(workText)),
    bigintArray(submits.map(({ seed }) => seed)),
    bigintArray(submits.map(({ price }) => price)),
    textArray(submits.map(({ callback_url }) => callback_url)),
  ];
  const [row] = await db.query<{ paid: boolean }>(alike, values);
  return row!.paid ? [account_id] : [];
}

async function submitTogether(db: Queryable, submits: readonly NewGeneration[]): Promise<string[]> {
  const { payers, queues, places, turnsBack } = gather(submits);
  const values = [
    uuidArray([...payers.keys()]),
    bigintArray([...payers.values()]),
    textArray(queues.map(({ engine }) => engine)),
    uuidArray(queues.map(({ accountId }) => accountId)),
    bigintArray(queues.map(({ jobs }) => jobs)),
    ...attached(submits),
    uuidArray(submits.map(({ id }) => id)),
    uuidArray(submits.map(({ account_id }) => account_id)),
    uuidArray(submits.map(({ api_key_id }) => api_key_id)),
    textArray(submits.map(({ family }) => family)),
    textArray(submits.map(({ model }) => model)),
    textArray(submits.map(({ prompt }) => prompt)),
    textArray(submits.map(fieldsText)),
    textArray(submits.map(workText)),
    textArray(submits.map(scenarioText)),
    textArray(submits.map(inputsText)),
    bigintArray(submits.map(({ seed }) => seed)),
    bigintArray(submits.map(({ price }) => price)),
    textArray(submits.map(({ callback_url }) => callback_url)),
    textArray(submits.map(({ engine }) => engine)),
    bigintArray(submits.map(({ priority }) => priority)),
    doubleArray(submits.map(({ queue_seconds }) => queue_seconds)),
    doubleArray(submits.map(({ limit_seconds }) => limit_seconds)),
    bigintArray(places),
    bigintArray(turnsBack),
  ];
  const [row] = await db.query<{ payers: string[] }>(together, values);
  return row!.payers;
}

async function submitAlone(db: Queryable, submit: NewGeneration): Promise<SubmitAnswer> {
  const { id, account_id, api_key_id, family, model, prompt, seed, price, callback_url, engine, priority } = submit;
  const values = [
    ...attached([submit]),
    ...[id, account_id, api_key_id, family, model, prompt],
    ...[fieldsText(submit), workText(submit), scenarioText(submit), inputsText(submit)],
    ...[seed, price, callback_url, engine, priority, submit.queue_seconds, submit.limit_seconds],
  ];
  try {
    const [answer] = await db.query<{ too_little: number | null }>(alone, values);
    return { accepted: answer!.too_little === null, balance: answer!.too_little ?? 0 };
  } catch (fault) {
    if ((fault as { code?: unknown }).code !== keyLost) throw fault;
    return { accepted: false, balance: 0, keyLost: true };
  }
}

const alike = { name: 'submit_alike', text: `select submit_alike(${places(18)}) as paid` };
const together = { name: 'submit_generations', text: `select submit_generations(${places(27)}) as payers` };
const alone = { name: 'submit_generation', text: `select submit_generation(${places(20)}) as too_little` };

function places(count: number): string {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`).join();
}

/** Without the prompt, which has a column: it may be long, and would be written three times. */
const fieldsText = ({ fields }: NewGeneration) => JSON.stringify({ ...fields, prompt: undefined });
const workText = ({ work, prompt }: NewGeneration) => writeWork(work, prompt);
const scenarioText = ({ scenario }: NewGeneration) => (scenario === null ? null : JSON.stringify(scenario));
const inputsText = ({ inputs }: NewGeneration) => (inputs.length === 0 ? '[]' : JSON.stringify(inputs));

interface Queue {
  /** Counted from 1, as PostgreSQL does. */
  place: number;
  engine: string;
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
  for (const { account_id: accountId, price, engine, queue_seconds } of submits.toReversed()) {
    payers.set(accountId, (payers.get(accountId) ?? 0) + price);
    if (queue_seconds > 0) {
      // A job that a scenario keeps back gets its turn when it is let in.
      places.push(null);
      turnsBack.push(null);
      continue;
    }
    const name = `${accountId} ${engine}`;
    const queue = queues.get(name) ?? { place: queues.size + 1, engine, accountId, jobs: 0 };
    queue.jobs += 1;
    queues.set(name, queue);
    places.push(queue.place);
    turnsBack.push(queue.jobs);
  }
  return { payers, queues: [...queues.values()], places: places.reverse(), turnsBack: turnsBack.reverse() };
}

/** The few that need more than their row: a key to be remembered, media to be kept. Ids, paths and keys. */
function attached(submits: readonly NewGeneration[]): [Buffer, Buffer, Buffer] {
  const few = submits.filter(({ idempotency_key, inputs }) => idempotency_key !== null || inputs.length > 0);
  return [
    uuidArray(few.map(({ id }) => id)),
    textArray(few.map((one) => one.idempotency_path)),
    textArray(few.map((one) => one.idempotency_key)),
  ];
}
