/** The statement that charges for generations and creates them: the same for one submit and for many. */
import type { GenerationRequest } from '@afterimage/contract';
import { bigintArray, doubleArray, textArray, uuidArray } from '../db/array-bytes.ts';
import { CommitUnknown, type Db, type Queryable } from '../db/postgres.ts';
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

/** What is submitted, one a request: what was asked for by whom, and what was made of that. */
export interface NewGeneration {
  id: string;
  holder: { readonly accountId: string; readonly keyId: string };
  family: { readonly slug: string };
  request: Omit<GenerationRequest, 'media' | 'maxPrice'>;
  inputs: StoredInput[];
  /** The request's, or the one that was drawn. */
  seed: number;
  price: number;
  engine: string;
  limitSeconds: number;
  idempotency: { readonly path: string; readonly key: string; readonly bodySha256: Buffer } | null;
  /** Of the request that made it, where that is traced. */
  traceparent: string | null;
}

/** `refused`: account or key could not pay for all their submits of this statement, so none of the account's was taken. */
export type Submitted = 'accepted' | 'refused' | 'key_lost';

interface Column {
  readonly name: string;
  readonly type: keyof typeof arrays;
  read(submit: NewGeneration): string | number | null;
}

const arrays = { uuid: uuidArray, text: textArray, bigint: bigintArray, 'double precision': doubleArray } as const;

/** What is stored as it comes: a new column is a line here, and its line in the schema. */
const columns: readonly Column[] = [
  { name: 'id', type: 'uuid', read: ({ id }) => id },
  { name: 'account_id', type: 'uuid', read: ({ holder }) => holder.accountId },
  { name: 'api_key_id', type: 'uuid', read: ({ holder }) => holder.keyId },
  { name: 'family', type: 'text', read: ({ family }) => family.slug },
  { name: 'model', type: 'text', read: ({ request }) => request.model },
  { name: 'prompt', type: 'text', read: ({ request }) => request.prompt },
  // Without the prompt, which has a column: it may be long, and would be written three times.
  { name: 'fields', type: 'text', read: ({ request }) => JSON.stringify({ ...request.fields, prompt: undefined }) },
  { name: 'work', type: 'text', read: ({ request }) => writeWork(request.work, request.prompt) },
  { name: 'scenario', type: 'text', read: ({ request }) => request.scenario && JSON.stringify(request.scenario) },
  { name: 'inputs', type: 'text', read: ({ inputs }) => (inputs.length === 0 ? '[]' : JSON.stringify(inputs)) },
  { name: 'seed', type: 'bigint', read: ({ seed }) => seed },
  { name: 'price', type: 'bigint', read: ({ price }) => price },
  { name: 'callback_url', type: 'text', read: ({ request }) => request.callbackUrl },
  { name: 'engine', type: 'text', read: ({ engine }) => engine },
  { name: 'priority', type: 'bigint', read: ({ request }) => request.priority },
  { name: 'traceparent', type: 'text', read: ({ traceparent }) => traceparent },
];

/** What a scenario keeps back joins its queue later. */
export const keptBackSeconds = ({ request }: NewGeneration): number => request.scenario?.queueSeconds ?? 0;

/** What other columns are reckoned from. */
const spans: readonly Column[] = [
  { name: 'queue_seconds', type: 'double precision', read: keptBackSeconds },
  { name: 'limit_seconds', type: 'double precision', read: ({ limitSeconds }) => limitSeconds },
];

/** What `charge_submits` is told. */
const charges: readonly { name: string; type: string; write(sums: Sums): Buffer | string | null }[] = [
  { name: 'p_payers', type: 'uuid[]', write: ({ payers }) => uuidArray(payers.map(({ accountId }) => accountId)) },
  { name: 'p_totals', type: 'bigint[]', write: ({ payers }) => bigintArray(payers.map(({ total }) => total)) },
  { name: 'p_accounts', type: 'uuid[]', write: ({ queues }) => uuidArray(queues.map(({ accountId }) => accountId)) },
  { name: 'p_engines', type: 'text[]', write: ({ queues }) => textArray(queues.map(({ engine }) => engine)) },
  { name: 'p_jobs', type: 'bigint[]', write: ({ queues }) => bigintArray(queues.map(({ jobs }) => jobs)) },
  { name: 'p_attached', type: 'json', write: ({ attached }) => attached },
  { name: 'p_keys', type: 'uuid[]', write: ({ keys }) => uuidArray(keys.map(({ keyId }) => keyId)) },
  { name: 'p_key_totals', type: 'bigint[]', write: ({ keys }) => bigintArray(keys.map(({ total }) => total)) },
];

/** Which of the queues a job joins, and how far from its end; null for one that a scenario keeps back. */
const turns: readonly { name: string; type: 'bigint'; write(sums: Sums): Buffer }[] = [
  { name: 'queue', type: 'bigint', write: ({ queueOf }) => bigintArray(queueOf) },
  { name: 'turns_back', type: 'bigint', write: ({ turnsBack }) => bigintArray(turnsBack) },
];

const submitStatement = { name: 'submit_generations', text: submitText() };

function submitText(): string {
  const lists = [...columns, ...spans, ...turns];
  const list = (name: string) => {
    const index = lists.findIndex((one) => one.name === name);
    return `$${charges.length + 1 + index}::${lists[index]!.type}[]`;
  };
  // Finding an entry of a list costs less than unnest(), which writes every one of them down first. A list of one entry
  // says the same of every row.
  const at = (name: string) => `(${list(name)})[least(i, cardinality(${list(name)}))]`;
  const now = `account_now(${at('account_id')})`;
  const reckoned = {
    turn: `charged.next_turns[${at('queue')}] - ${at('turns_back')}`,
    ready_at: `case when ${at('queue_seconds')} > 0 then ${now} + make_interval(secs => ${at('queue_seconds')}) end`,
    deadline_at: `${now} + make_interval(secs => ${at('limit_seconds')})`,
    created_at: now,
  };
  const names = columns.map(({ name }) => name);
  return `insert into generations (${[...names, ...Object.keys(reckoned)].join(', ')})
    select ${[...names.map(at), ...Object.values(reckoned)].join(', ')}
    from charge_submits(${charges.map(({ name, type }, index) => `${name} => $${index + 1}::${type}`).join(', ')}) charged
    cross join generate_subscripts(${list('id')}, 1) as i
    where ${at('account_id')} = any (charged.payers)`;
}

/** What `keep_attached` raises; it fails a whole batch, of which each is then sent alone. */
const keyLost = 'AI001';

export async function submitGenerations(db: Queryable, submits: readonly NewGeneration[]): Promise<Submitted[]> {
  const sums = gather(submits);
  const values = [
    ...charges.map(({ write }) => write(sums)),
    ...[...columns, ...spans].map((column) => listOf(column, submits)),
    ...turns.map(({ write }) => write(sums)),
  ];
  try {
    const made = await db.change(submitStatement, values);
    return made === submits.length ? submits.map(() => 'accepted') : await whichWereMade(db, submits, made);
  } catch (fault) {
    if (submits.length > 1 || (fault as { code?: unknown }).code !== keyLost) throw fault;
    return ['key_lost'];
  }
}

/** The table of columns says that what `read` answers fits the list's type. */
function listOf({ type, read }: Column, submits: readonly NewGeneration[]): Buffer {
  const entries = submits.map(read);
  // Most columns of a batch say the same of every row, and most of what is sent would be repetitions.
  const shortened = entries.every((entry) => entry === entries[0]) ? entries.slice(0, 1) : entries;
  return (arrays[type] as (entries: unknown[]) => Buffer)(shortened);
}

async function whichWereMade(db: Queryable, submits: readonly NewGeneration[], made: number): Promise<Submitted[]> {
  const found = made === 0 ? [] : await findIds(db, submits).catch(asUnknown);
  const ids = new Set(found.map(({ id }) => id));
  return submits.map(({ id }) => (ids.has(id) ? 'accepted' : 'refused'));
}

/** Some were charged: whoever cannot be told which must look for them, and may not send any of them again. */
function asUnknown(fault: unknown): never {
  throw new CommitUnknown('Which of a batch were accepted is not known.', { cause: fault });
}

function findIds(db: Queryable, submits: readonly NewGeneration[]): Promise<{ id: string }[]> {
  const text = 'select id from generations where id = any ($1::uuid[])';
  return db.query({ name: 'find_submitted', text }, [submits.map(({ id }) => id)]);
}

/**
 * Which of them were made, where nobody was told. A commit that waits, as for a standby that hangs, shows nobody its rows but
 * holds the payers': whoever locks those too is through when it has ended.
 */
export function findAfterCommit(
  db: Db,
  submits: readonly NewGeneration[],
  { milliseconds }: { milliseconds: number },
): Promise<Set<string>> {
  return db.transaction(async (tx) => {
    // Off, because this transaction must not wait for the same standby.
    await tx.query({ text: `set local lock_timeout = ${milliseconds}; set local synchronous_commit = off` });
    const payers = [...new Set(submits.map(({ holder }) => holder.accountId))];
    await tx.query({ text: 'select from accounts where id = any ($1::uuid[]) order by id for share' }, [payers]);
    return new Set((await findIds(tx, submits)).map(({ id }) => id));
  });
}

interface Payer {
  accountId: string;
  total: number;
}

interface KeyTotal {
  keyId: string;
  total: number;
}

/** The jobs of an account that wait for one engine. */
interface Queue {
  accountId: string;
  engine: string;
  jobs: number;
  /** Counted from 1, as PostgreSQL does. */
  number: number;
}

/** What PostgreSQL would need windows and joins for: what keys and accounts owe, how many turns each queue gives. */
interface Sums {
  keys: KeyTotal[];
  payers: Payer[];
  queues: Queue[];
  queueOf: (number | null)[];
  turnsBack: (number | null)[];
  attached: string | null;
}

function gather(submits: readonly NewGeneration[]): Sums {
  const payers = new Map<string, Payer>();
  const keys = new Map<string, KeyTotal>();
  const queues = new Map<string, Queue>();
  const joined: (Queue | null)[] = [];
  const turnsBack: (number | null)[] = [];
  // From the last to the first, because turns are counted back from the next one.
  for (const submit of submits.toReversed()) {
    const { price, engine } = submit;
    const { accountId, keyId } = submit.holder;
    const key = keys.get(keyId);
    if (key === undefined) keys.set(keyId, { keyId, total: price });
    else key.total += price;
    const payer = payers.get(accountId);
    if (payer === undefined) payers.set(accountId, { accountId, total: price });
    else payer.total += price;
    // A job that a scenario keeps back gets its turn when it is let in.
    const queue = keptBackSeconds(submit) > 0 ? null : queueFor(queues, accountId, engine);
    joined.push(queue);
    turnsBack.push(queue === null ? null : ++queue.jobs);
  }
  return {
    keys: [...keys.values()],
    payers: [...payers.values()].sort(byAccount),
    queues: [...queues.values()],
    queueOf: joined.reverse().map((queue) => queue?.number ?? null),
    turnsBack: turnsBack.reverse(),
    attached: attached(submits),
  };
}

function queueFor(queues: Map<string, Queue>, accountId: string, engine: string): Queue {
  const key = `${accountId} ${engine}`;
  const known = queues.get(key);
  if (known !== undefined) return known;
  const queue = { accountId, engine, jobs: 0, number: queues.size + 1 };
  queues.set(key, queue);
  return queue;
}

/** `charge_submits` locks accounts in the order in which they come. */
const byAccount = (one: Payer, other: Payer) => (one.accountId < other.accountId ? -1 : 1);

/** The few that need more than their row: a key to be remembered, media to be kept. Null when there are none. */
function attached(submits: readonly NewGeneration[]): string | null {
  const few = submits.filter(({ idempotency, inputs }) => idempotency !== null || inputs.length > 0);
  if (few.length === 0) return null;
  return JSON.stringify(
    few.map((one) => ({
      id: one.id,
      account: one.holder.accountId,
      path: one.idempotency?.path ?? null,
      key: one.idempotency?.key ?? null,
      body_sha256: one.idempotency?.bodySha256.toString('hex') ?? null,
      media: one.inputs.flatMap(({ mediaId }) => mediaId ?? []),
    })),
  );
}
