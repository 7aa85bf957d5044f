/** Answers polls: many share one statement that only tells what is new; what has ended is told without asking. */
import { type Family, isFinal, isId, type Status } from '@afterimage/contract';
import { createMicroBatch } from '../db/micro-batch.ts';
import type { Db } from '../db/postgres.ts';
import { type PositionedRow, withQueuePositions } from './queue-positions.ts';
import { findChangedGenerations, type GenerationRow, type KnownState } from './store.ts';
import type { Views } from './views.ts';

export interface Asker {
  accountId: string;
  family: Family;
}

export interface Records {
  /** The record as JSON text, or undefined when this account has no such generation in this family. */
  find(who: Asker, id: string): Promise<string | undefined>;
  /** What is known of it no longer holds, though it has ended: its files are gone. */
  forget(id: string): void;
  /** The same of all that an account has: its clock was moved, and links may be over. */
  forgetAccount(accountId: string): void;
  /** Whether the record that `find` has just answered is the last one. */
  hasEnded(id: string): boolean;
}

/** A read under way. What was to be forgotten since it began is told once and read again: it may be what was read. */
interface Reading {
  who: Asker;
  id: string;
  isOutdated: boolean;
}

interface Remembered {
  accountId: string;
  family: string;
  json: string;
  /** The same, kept so that no poll has to make a promise. */
  answer: Promise<string>;
  status: Status;
  progress: number | null;
  /** Of one that has ended: until then it is told without asking. Null while it may still change. */
  validUntil: number | null;
}

/** Of records; prompts differ in length by a factor of thousands, so a number of records would bound nothing. */
const rememberedCharactersMax = 32_000_000;
/** A caller notices no more than this; a statement costs as much as many of its answers (docs/decisions/0004). */
const companyMillisecondsMax = 2;
/** A finished record changes when its files go, perhaps by another process's doing: told without asking for so long. */
const cacheMilliseconds = 10_000;
const nothing = Promise.resolve(undefined);

export function createRecords({ db, views, now }: { db: Db; views: Views; now(): Date }): Records {
  const remembered = new Map<string, Remembered>();
  let rememberedCharacters = 0;
  const underWay = new Set<Reading>();

  /** Undefined when the generation is as it is known, or not there at all. */
  const findChange = createMicroBatch<KnownState, GenerationRow | undefined>({
    itemsMax: 256,
    companyMillisecondsMax,
    enoughItems: null,
    async send(known) {
      const rows = await findChangedGenerations(db, known);
      if (rows.length === 0) return [];
      const byId = new Map(rows.map((row) => [row.id, row]));
      return known.map(({ id }) => byId.get(id));
    },
  });

  const findPosition = createMicroBatch<GenerationRow, PositionedRow>({
    itemsMax: 64,
    companyMillisecondsMax: null,
    enoughItems: null,
    send: (rows) => withQueuePositions(db, rows),
  });

  function drop(id: string, entry: Remembered) {
    remembered.delete(id);
    rememberedCharacters -= entry.json.length;
  }

  function remember(id: string, entry: Remembered) {
    const outdated = remembered.get(id);
    if (outdated !== undefined) drop(id, outdated);
    remembered.set(id, entry);
    rememberedCharacters += entry.json.length;
    // A Map keeps insertion order, so its first entry is the oldest.
    for (const [oldest, record] of remembered) {
      if (rememberedCharacters <= rememberedCharactersMax) break;
      drop(oldest, record);
    }
  }

  async function read(who: Asker, id: string, known: Remembered | undefined): Promise<string | undefined> {
    const reading: Reading = { who, id, isOutdated: false };
    underWay.add(reading);
    try {
      const row = await findChange({ id, status: known?.status ?? null, progress: known?.progress ?? null });
      return row === undefined ? known?.json : await show(reading, row);
    } finally {
      underWay.delete(reading);
    }
  }

  const endOfTelling = (row: GenerationRow) => Math.min(views.sameUntil(row), now().getTime() + cacheMilliseconds);

  async function show(reading: Reading, found: GenerationRow): Promise<string | undefined> {
    const { who } = reading;
    if (found.account_id !== who.accountId || found.family !== who.family.slug) return undefined;
    const waits = ({ status }: GenerationRow) => status === 'pending' && who.family.showsQueuePosition;
    const { row, position } = waits(found) ? await findPosition(found) : { row: found, position: null };
    const json = JSON.stringify(who.family.record(views.of(row, position)));
    const { id, account_id: accountId, family, status, progress } = row;
    const validUntil = row.finished_at === null ? null : reading.isOutdated ? 0 : endOfTelling(row);
    // Whose position in the queue is shown changes without a change of its own.
    if (!waits(row))
      remember(id, { accountId, family, json, answer: Promise.resolve(json), status, progress, validUntil });
    return json;
  }

  function findUnknown(who: Asker, id: string): Promise<string | undefined> {
    if (!isId(id)) return nothing;
    const key = id.toLowerCase();
    return key === id ? read(who, id, undefined) : find(who, key);
  }

  function find(who: Asker, id: string): Promise<string | undefined> {
    // Ids are remembered as PostgreSQL writes them; whoever sends one back that way needs no look at its form.
    const known = remembered.get(id);
    if (known === undefined) return findUnknown(who, id);
    if (known.accountId !== who.accountId || known.family !== who.family.slug) return nothing;
    if (known.validUntil === null) return read(who, id, known);
    return known.validUntil > now().getTime() ? known.answer : read(who, id, undefined);
  }

  return {
    find,
    forget(id) {
      for (const reading of underWay) reading.isOutdated ||= reading.id === id;
      const known = remembered.get(id);
      if (known !== undefined) drop(id, known);
    },
    forgetAccount(accountId) {
      for (const reading of underWay) reading.isOutdated ||= reading.who.accountId === accountId;
      for (const [id, known] of remembered) if (known.accountId === accountId) drop(id, known);
    },
    hasEnded(id) {
      const known = remembered.get(id) ?? remembered.get(id.toLowerCase());
      return known !== undefined && isFinal(known.status);
    },
  };
}
