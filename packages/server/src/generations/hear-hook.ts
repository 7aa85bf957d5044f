/** A call of a vendor: a hint at most. It makes whoever waits look for himself, and names work that nobody knew to be there. */
import type { Db } from '../db/postgres.ts';
import type { HookRequest } from '../engines/engine.ts';
import type { EngineRoster } from '../engines/engine-roster.ts';
import { findAttemptOf, hooksChannel, learnHandle, vendorIdOf } from './attempts-store.ts';
import { lookOutNow } from './late-store.ts';

export type Heard = 'heard' | 'refused' | 'unknown';

export interface HookCall {
  engine: string;
  token: string;
  request: HookRequest;
}

export type HookHearing = (call: HookCall) => Promise<Heard>;

export async function hearHook(
  { db, roster }: { db: Db; roster: Pick<EngineRoster, 'find'> },
  call: HookCall,
): Promise<Heard> {
  const engine = roster.find(call.engine);
  if (engine?.hook === undefined) return 'unknown';
  const attempt = await findAttemptOf(db, call.token);
  if (attempt === undefined || attempt.engine !== call.engine) return 'unknown';
  const news = await engine.hook(call.request);
  if (news.news === 'refused') return 'refused';
  const { handle } = news;
  if (handle !== null) await learnHandle(db, call.token, handle);
  db.tell(hooksChannel, call.token);
  // What has ended stays as it is: nobody waits for it any more. What it made too late is noted.
  await lookOutNow(db, call.token, handle === null ? null : { handle, vendorId: vendorIdOf(handle) });
  return 'heard';
}
