/** Answers polls: many share one statement, and what has ended is remembered, for it never changes. */
import type { Family } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { createMicroBatch } from '../micro-batch.ts';
import { findGenerations, type GenerationRow, queuePositions } from './store.ts';
import type { Views } from './views.ts';

export interface Records {
  /** The record as JSON text, or undefined when this account has no such generation in this family. */
  find(who: { accountId: string; family: Family }, id: string): string | undefined | Promise<string | undefined>;
}

interface Finished {
  accountId: string;
  family: string;
  json: string;
  validUntil: number;
}

/** Of records; prompts differ in length by a factor of thousands, so a number of records would bound nothing. */
const rememberedCharactersMax = 32_000_000;
/** Any UUID; a text that is none cannot be a generation's id, and PostgreSQL would refuse it. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createRecords({ db, views, now }: { db: Db; views: Views; now(): Date }): Records {
  const finished = new Map<string, Finished>();
  let rememberedCharacters = 0;

  const findRow = createMicroBatch<string, GenerationRow | undefined>({
    itemsMax: 256,
    inFlightMax: 2,
    async send(ids) {
      const rows = await findGenerations(db, ids);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    },
  });

  const findPosition = createMicroBatch<string, number | null>({
    itemsMax: 64,
    inFlightMax: 1,
    async send(ids) {
      const rows = await queuePositions(db, ids);
      const byId = new Map(rows.map((row) => [row.id, row.position]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  });

  function forget(id: string, entry: Finished) {
    finished.delete(id);
    rememberedCharacters -= entry.json.length;
  }

  function remember(id: string, entry: Finished) {
    const outdated = finished.get(id);
    if (outdated !== undefined) forget(id, outdated);
    finished.set(id, entry);
    rememberedCharacters += entry.json.length;
    // A Map keeps insertion order, so its first entry is the oldest.
    for (const [oldest, record] of finished) {
      if (rememberedCharacters <= rememberedCharactersMax) break;
      forget(oldest, record);
    }
  }

  async function read(who: { accountId: string; family: Family }, id: string): Promise<string | undefined> {
    const row = await findRow(id);
    if (row === undefined || row.account_id !== who.accountId || row.family !== who.family.slug) return undefined;
    const waits = row.status === 'pending' && who.family.showsQueuePosition;
    const position = waits ? await findPosition(id) : null;
    const json = JSON.stringify(who.family.record(views.of(row, position)));
    if (row.finished_at !== null) {
      remember(id, { accountId: row.account_id, family: row.family, json, validUntil: views.sameUntil(row) });
    }
    return json;
  }

  return {
    find(who, id) {
      if (!uuid.test(id)) return undefined;
      const key = id.toLowerCase();
      const known = finished.get(key);
      if (known !== undefined && known.validUntil > now().getTime()) {
        return known.accountId === who.accountId && known.family === who.family.slug ? known.json : undefined;
      }
      return read(who, key);
    },
  };
}
