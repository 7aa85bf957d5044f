/** Who is asking? Runs before the body is read. */
import { errors } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import type { Exchange } from './exchange.ts';
import { refuse } from './refuse.ts';

const unauthorized = {
  absent: errors.authorizationMissing,
  not_bearer: errors.authorizationNotBearer,
  invalid: errors.invalidKey,
};

/** Null: nobody we know, and the 401 has been sent. */
export async function authenticate(keys: KeyChecker, exchange: Exchange): Promise<KeyHolder | null> {
  const checked = await keys.check(exchange.requestHeaders.authorization);
  if ('failure' in checked) {
    refuse(exchange, unauthorized[checked.failure]());
    return null;
  }
  exchange.holder = checked;
  return checked;
}
