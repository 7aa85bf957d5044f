/** Who is asking? Runs before the body is read. */
import { errors } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import type { PlainExchange } from './exchange.ts';
import { refuse } from './respond.ts';

const unauthorized = {
  absent: errors.authorizationMissing,
  not_bearer: errors.authorizationNotBearer,
  invalid: errors.invalidKey,
};

/** Calls `next` with the key's holder, or answers 401. Stays synchronous for a key checked a moment ago. */
export function authenticate(
  keys: KeyChecker,
  exchange: PlainExchange,
  next: (holder: KeyHolder) => void | Promise<void>,
): void | Promise<void> {
  const checked = keys.check(exchange.requestHeaders.authorization);
  if (checked instanceof Promise) return checked.then((late) => admit(exchange, late, next));
  return admit(exchange, checked, next);
}

function admit(
  exchange: PlainExchange,
  checked: Awaited<ReturnType<KeyChecker['check']>>,
  next: (holder: KeyHolder) => void | Promise<void>,
): void | Promise<void> {
  if ('failure' in checked) return refuse(exchange, unauthorized[checked.failure]());
  exchange.holder = checked;
  return next(checked);
}
