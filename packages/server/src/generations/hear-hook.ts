/** A call of a vendor: a hint at most. It makes whoever waits look for himself, and names work that nobody knew to be there. */
import type { Db } from '../db/postgres.ts';
import type { HookRequest } from '../engines/engine.ts';
import type { EngineRoster } from '../engines/engine-roster.ts';
import { findAttemptOf } from './attempts-store.ts';
import { tellOfWork } from './tell-of-work.ts';

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
  await tellOfWork(db, call.token, news.handle);
  return 'heard';
}
