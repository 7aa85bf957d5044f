/** Notes what a command changes where the pages note what operators change, in the same commit. */
import { userInfo } from 'node:os';
import type { Tx } from '@afterimage/server/db/postgres';
import { insertAction } from '@afterimage/server/people/actions-store';

/** @param act named as the account interface names it, so that the pages have one sentence for both */
export function noteAct(tx: Tx, act: { action: string; subject: string; detail: object }): Promise<void> {
  return insertAction(tx, { ...act, personId: null, email: `${userName()}, by command` });
}

/** A container may run as a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody';
  }
}
