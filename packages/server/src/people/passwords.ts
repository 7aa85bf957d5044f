/** Passwords at rest: Argon2id, computed by threads of low priority, two at a time and of two callers, in turns. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createOrderThread } from '../process/order-thread.ts';
import { createFairSlots } from '../queue/fair-slots.ts';
import { createTally } from '../queue/tally.ts';

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
const atOnceMax = 2;
/** Each caller may have so many waiting, and all together so many: about five seconds of work. Then the answer is "busy". */
const waitingMax = { caller: 8, all: 256 };
const waitMilliseconds = 30_000;

export interface HashOrder {
  message: Buffer;
  nonce: Buffer;
  parallelism: number;
  tagLength: number;
  memory: number;
  passes: number;
}

type Derive = (order: HashOrder) => Promise<Uint8Array>;

/** Not Node's own pool: its threads have the priority of whoever answers, and guesses would take the processor from answers. */
const program = new URL('./password-thread.ts', import.meta.url);
const idleThreads: Derive[] = Array.from({ length: atOnceMax }, () => createOrderThread(program));
/** Of a caller one at a time: guesses that fill both would take two cores from everybody. */
const slots = createFairSlots({ max: atOnceMax, ownerMax: 1 });
/** Those that wait and the one that is computed. */
const underWay = createTally();

/** @param caller whose turn it takes */
export async function hashPassword(password: string, caller: string): Promise<{ hashed: string } | 'busy'> {
  const salt = randomBytes(saltBytes);
  const hash = await inTurn(caller, () => hashOf(password, { ...cost, salt }));
  return hash === 'busy' ? 'busy' : { hashed: phcString({ ...cost, salt, hash }) };
}

/** Takes as long for a person without a password, or no person at all: `kept` is null then. */
export async function comparePassword(
  password: string,
  kept: string | null,
  caller: string,
): Promise<'right' | 'wrong' | 'busy'> {
  const { hash, ...settings } = readPhcString(kept ?? nobodys);
  const computed = await inTurn(caller, () => hashOf(password, settings));
  if (computed === 'busy') return 'busy';
  return timingSafeEqual(computed, hash) && kept !== null ? 'right' : 'wrong';
}

interface HashSettings {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
}

/** Whoever has a slot finds an idle thread. */
async function hashOf(password: string, { memory, passes, parallelism, salt }: HashSettings): Promise<Buffer> {
  // NFKC, so that an accent typed on another keyboard is the same password.
  const message = Buffer.from(password.normalize('NFKC'));
  const derive = idleThreads.pop()!;
  try {
    return Buffer.from(await derive({ message, nonce: salt, parallelism, tagLength: hashBytes, memory, passes }));
  } finally {
    idleThreads.push(derive);
  }
}

async function inTurn<Result>(caller: string, work: () => Promise<Result>): Promise<Result | 'busy'> {
  if (underWay.of(caller) >= waitingMax.caller + atOnceMax || underWay.all() >= waitingMax.all) return 'busy';
  underWay.add(caller, 1);
  try {
    const slot = await slots.take(caller, { waitMilliseconds });
    if (typeof slot === 'string') return 'busy';
    return await work().finally(slot.giveBack);
  } finally {
    underWay.add(caller, -1);
  }
}

function phcString({ memory, passes, parallelism, salt, hash }: HashSettings & { hash: Buffer }): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function readPhcString(text: string): HashSettings & { hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(text) ?? [];
  if (hash === undefined) throw new Error('A stored password is not an Argon2id string.');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Stands in for the password that nobody has. */
const nobodys = phcString({ ...cost, salt: Buffer.alloc(saltBytes), hash: randomBytes(hashBytes) });
