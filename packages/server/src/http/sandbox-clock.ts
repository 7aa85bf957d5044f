/** `/v1/sandbox/clock`: a time limit of a quarter of an hour is a test of a second. */
import { errors, ignoredHeader, sandboxClockFields } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import type { Db } from '../db/postgres.ts';
import { advanceClock, readClock, resetClock } from '../generations/clock-store.ts';
import type { Records } from '../generations/records.ts';
import { readBody } from './api/read-fields.ts';
import { authenticate } from './authenticate.ts';
import { type Exchange, sendJson } from './exchange.ts';
import type { Limits } from './limits.ts';
import { refuse } from './refuse.ts';
import type { Router } from './router.ts';

export interface ClockServices {
  keys: KeyChecker;
  limits: Limits;
  db: Db;
  records: Pick<Records, 'forgetAccount'>;
}

const path = '/v1/sandbox/clock';

export function addSandboxClock(router: Router, services: ClockServices): void {
  const { db, records } = services;
  router.add('GET', path, async (exchange) => {
    const holder = await admit(services, exchange);
    if (holder !== null) tell(exchange, await readClock(db, holder.accountId));
  });
  router.add('POST', path, async (exchange) => {
    const holder = await admit(services, exchange);
    if (holder === null) return;
    const body = await readBody(sandboxClockFields, exchange);
    if (!body.ok) return refuse(exchange, body.error);
    const unknown = body.faults.filter(({ type }) => type === 'unknown');
    const faults = body.faults.filter((fault) => !unknown.includes(fault));
    if (faults.length > 0) return refuse(exchange, errors.invalidFields({ faultStatus: 400 }, faults));
    if (unknown.length > 0) exchange.headers['afterimage-ignored'] = ignoredHeader(unknown.map(({ field }) => field));
    const now = await advanceClock(db, holder.accountId, body.values['advance'] as number);
    // The other processes hear of it; whoever asks this one next must not see a link that is dead.
    records.forgetAccount(holder.accountId);
    tell(exchange, now);
  });
  router.add('DELETE', path, async (exchange) => {
    const holder = await admit(services, exchange);
    if (holder === null) return;
    await resetClock(db, holder.accountId);
    tell(exchange, await readClock(db, holder.accountId));
  });
}

/** Null: not a sandbox key, and the answer has been sent. */
async function admit({ keys, limits }: ClockServices, exchange: Exchange): Promise<KeyHolder | null> {
  const holder = await authenticate(keys, exchange);
  if (holder === null || !limits.forEvents(exchange, holder)) return null;
  if (holder.mode === 'sandbox') return holder;
  refuse(exchange, errors.forbidden('Only a sandbox key has a clock to move'));
  return null;
}

function tell(exchange: Exchange, now: Date): void {
  exchange.headers['cache-control'] = 'no-store';
  sendJson(exchange, 200, JSON.stringify({ now: now.toISOString() }));
}
