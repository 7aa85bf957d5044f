/** Who is asking? Runs before the body is read. */
import { errors } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import type { Exchange } from './exchange.ts';
import { refuse } from './refuse.ts';

const refusals = {
  absent: errors.authorizationMissing,
  not_bearer: errors.authorizationNotBearer,
  invalid: errors.invalidKey,
  suspended: errors.accountSuspended,
};

/** Null: nobody we know, and the 401 has been sent, or the 403 of a suspended account. */
export async function authenticate(keys: KeyChecker, exchange: Exchange): Promise<KeyHolder | null> {
  const checked = await keys.check(exchange.requestHeaders.authorization);
  if ('failure' in checked) {
    refuse(exchange, refusals[checked.failure]());
    return null;
  }
  exchange.holder = checked;
  return checked;
}
