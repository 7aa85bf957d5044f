/** Passwords at rest: Argon2id, computed on the thread pool, two at a time. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's first choice: 19 MiB, two passes, one lane. About 40 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
/** The pool has four threads and also reads files: sign-ins must leave some of them free. */
const atOnceMax = 2;

const derive = promisify(argon2);
const waiting: (() => void)[] = [];
let running = 0;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await inTurn(() => hashOf(password, { ...cost, salt }));
  return phcString({ ...cost, salt, hash });
}

/** Takes as long for a person without a password, or no person at all: `kept` is null then. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const { hash, ...asked } = readPhcString(kept ?? nobodys);
  const computed = await inTurn(() => hashOf(password, asked));
  return timingSafeEqual(computed, hash) && kept !== null;
}

interface Asked {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
}

function hashOf(password: string, { memory, passes, parallelism, salt }: Asked): Promise<Buffer> {
  // NFKC, so that an accent typed on another keyboard is the same password.
  const message = Buffer.from(password.normalize('NFKC'));
  return derive('argon2id', { message, nonce: salt, parallelism, tagLength: hashBytes, memory, passes });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function phcString({ memory, passes, parallelism, salt, hash }: Asked & { hash: Buffer }): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function readPhcString(text: string): Asked & { hash: Buffer } {
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
