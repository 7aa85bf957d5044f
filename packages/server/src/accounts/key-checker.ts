/** Who is calling? The hot path of every request: a known header is answered at once, without a hash or a query. */
import type { Mode } from '@afterimage/contract';
import { createMicroBatch } from '../db/micro-batch.ts';
import type { Db } from '../db/postgres.ts';
import { isKeyText, keyHash } from './key-text.ts';
import { findLiveKeys, noteKeysUsed } from './store.ts';

export interface KeyHolder {
  readonly keyId: string;
  readonly accountId: string;
  /** The account itself, or the one whose sandbox twin it is: with its twin it has one share of what there is. */
  readonly liveId: string;
  readonly mode: Mode;
}

/** The specification's three conditions, and one of ours. */
export interface AuthFailure {
  readonly failure: 'absent' | 'not_bearer' | 'invalid' | 'suspended';
}

export interface KeyChecker {
  check(authorization: string | undefined): Promise<Checked>;
  stop(): Promise<void>;
}

/** No process may believe a look into the database for longer, so a revoked key is refused within a second everywhere. */
export const keyCacheMilliseconds = 700;
/** From this age on it is renewed in the background, so that a busy key never waits. */
const renewedMilliseconds = 250;
/** Renewals are in no hurry: those of so long a time go in one statement, however many keys are busy. */
const renewalsMilliseconds = 100;
const rememberedMax = 10_000;
/** A key with its scheme takes 53; what is longer is padded with spaces, and not worth the memory. */
const rememberedCharactersMax = 64;
const noteUsesSeconds = 10;

type Checked = KeyHolder | AuthFailure;

const invalid: AuthFailure = { failure: 'invalid' };
const suspended: AuthFailure = { failure: 'suspended' };
/** Promises that are kept need not be made for each request. */
const absent: Promise<Checked> = Promise.resolve({ failure: 'absent' });
const notBearer: Promise<Checked> = Promise.resolve({ failure: 'not_bearer' });
const malformed: Promise<Checked> = Promise.resolve(invalid);

interface Verified {
  holder: KeyHolder;
  checked: Promise<Checked>;
  /** By the clock that is passed in; everything else here by the monotonic one, which nobody can set back. */
  expiresAt: number;
  readAt: number;
  suspended: boolean;
}

/** @param clock `Date` will do */
export function createKeyChecker({ db, clock }: { db: Db; clock: { now(): number } }): KeyChecker {
  const verified = createVerifiedHeaders();
  const underWay = new Map<string, Promise<Checked>>();
  const toRenew = new Set<string>();
  let renewal: NodeJS.Timeout | undefined;
  const uses = createUseNotes(db);
  const lookUp = createMicroBatch<string, Verified | undefined>({
    itemsMax: 256,
    companyMillisecondsMax: null,
    enoughItems: null,
    send: (keys) => lookUpKeys(db, keys),
  });

  async function verify(authorization: string, key: string): Promise<Checked> {
    try {
      const found = await lookUp(key);
      if (found === undefined || found.expiresAt <= clock.now()) {
        verified.delete(authorization);
        return invalid;
      }
      if (found.suspended) {
        verified.delete(authorization);
        return suspended;
      }
      if (authorization.length <= rememberedCharactersMax) verified.set(authorization, found);
      uses.note(found.holder.keyId, clock.now());
      return found.holder;
    } finally {
      underWay.delete(authorization);
    }
  }

  function verifyOnce(authorization: string): Promise<Checked> {
    const already = underWay.get(authorization);
    if (already !== undefined) return already;
    const key = bearerForm.exec(authorization)?.[1];
    if (key === undefined) return notBearer;
    if (!isKeyText(key)) return malformed;
    const promise = verify(authorization, key);
    underWay.set(authorization, promise);
    return promise;
  }

  function renewSoon(authorization: string): void {
    toRenew.add(authorization);
    renewal ??= setTimeout(() => {
      renewal = undefined;
      // A renewal that fails changes nothing: what is known ends soon, and then the caller learns why.
      for (const each of toRenew) verifyOnce(each).catch(() => undefined);
      toRenew.clear();
    }, renewalsMilliseconds).unref();
  }

  return {
    check(authorization) {
      if (authorization === undefined || authorization === '') return absent;
      const known = verified.get(authorization);
      if (known === undefined) return verifyOnce(authorization);
      const age = performance.now() - known.readAt;
      const now = clock.now();
      if (age > keyCacheMilliseconds || now >= known.expiresAt) return verifyOnce(authorization);
      if (age > renewedMilliseconds) renewSoon(authorization);
      // Its use was noted when it was read, less than a second ago: near enough for people.
      return known.checked;
    },
    stop() {
      clearTimeout(renewal);
      return uses.stop();
    },
  };
}

const bearerForm = /^bearer +(\S+) *$/i;

async function lookUpKeys(db: Db, keys: string[]): Promise<(Verified | undefined)[]> {
  const hashes = keys.map(keyHash);
  // Taken before the question is asked: what comes back is as old as the question.
  const readAt = performance.now();
  const rows = await findLiveKeys(db, hashes);
  const byHash = new Map(rows.map((row) => [row.secret_sha256.toString('latin1'), row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash.toString('latin1'));
    if (row === undefined) return undefined;
    const holder: KeyHolder = { keyId: row.id, accountId: row.account_id, liveId: row.live_id, mode: row.mode };
    return {
      holder,
      checked: Promise.resolve(holder),
      expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
      readAt,
      suspended: row.suspended,
    };
  });
}

/**
 * A Map that tries the header it was asked for last before it looks: a key that is busy sends many in a row, comparing
 * two texts is cheap, and a Map has V8 hash a new text and enter it into its table of strings (docs/decisions/0012).
 * How long it takes tells a guesser nothing: bytes are compared many at a time, more than anyone can guess at once.
 */
function createVerifiedHeaders() {
  const all = new Map<string, Verified>();
  let lastAuthorization = '';
  let last: Verified | undefined;

  function forgetLast() {
    lastAuthorization = '';
    last = undefined;
  }

  return {
    get(authorization: string): Verified | undefined {
      if (authorization !== lastAuthorization) {
        last = all.get(authorization);
        lastAuthorization = authorization;
      }
      return last;
    },
    set(authorization: string, found: Verified): void {
      if (all.size >= rememberedMax && !all.has(authorization)) {
        const [oldest] = all.keys();
        all.delete(oldest!);
      }
      all.set(authorization, found);
      forgetLast();
    },
    delete(authorization: string): void {
      all.delete(authorization);
      forgetLast();
    },
  };
}

/** `last_used_at` is for people: one statement for all keys every ten seconds is precise enough. */
function createUseNotes(db: Db) {
  let latest = new Map<string, number>();

  async function write(): Promise<void> {
    if (latest.size === 0) return;
    const written = latest;
    latest = new Map();
    try {
      const times = [...written.values()].map((at) => new Date(at));
      await noteKeysUsed(db, { ids: [...written.keys()], times });
    } catch {
      // Without a database the notes wait for the next round.
      latest = new Map([...written, ...latest]);
    }
  }

  const timer = setInterval(() => void write(), noteUsesSeconds * 1000).unref();
  return {
    note: (keyId: string, at: number) => latest.set(keyId, at),
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}
