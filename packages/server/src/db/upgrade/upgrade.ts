/** Brings a database of the version before, which sixteen migrations had made, to the first migrations of this one. */
import { readFile } from 'node:fs/promises';
import type { Tx } from '../postgres.ts';

/** Migrations were numbered from 0001 then, from 0100 now. */
const firstNumber = '0100';
const lastBefore = '0016_charge_first.sql';
/** What the copied rows fit. Later migrations come after them, as in any database. */
const lastOfUpgrade = '0108_webhooks.sql';

export type Age = { age: 'this' } | { age: 'before' } | { age: 'too_old'; lastApplied: string };

/** @param applied the names of what was applied, in order */
export function ageOf(applied: readonly string[]): Age {
  const newest = applied.at(-1);
  if (newest === undefined || newest >= firstNumber) return { age: 'this' };
  return newest === lastBefore ? { age: 'before' } : { age: 'too_old', lastApplied: newest };
}

export const isPartOfUpgrade = (name: string): boolean => name <= lastOfUpgrade;

/** The tables of before are set aside, `make` makes today's, and the rows move over: all in the caller's transaction. */
export async function moveRows(tx: Tx, make: () => Promise<void>, timeoutMilliseconds: number): Promise<void> {
  await tx.query({ text: await readScript('1-set-aside.sql'), timeoutMilliseconds });
  await make();
  await tx.query({ text: await readScript('2-copy.sql'), timeoutMilliseconds });
}

const readScript = (name: string) => readFile(new URL(`./${name}`, import.meta.url), 'utf8');
