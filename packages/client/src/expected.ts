/** Looks whether an answer is the service's: a wrong address may lead to a program that answers all it is asked. */
import { ServiceError } from './errors.ts';

type TypeName = 'string' | 'number' | 'object';

/** @param members what every version of the service tells in this answer */
export function expected<Value>(answer: unknown, members: Readonly<Record<string, TypeName>>): Value {
  const told = (typeof answer === 'object' && answer !== null ? answer : {}) as Readonly<Record<string, unknown>>;
  if (Object.entries(members).every(([name, type]) => typeof told[name] === type)) return answer as Value;
  // As a proxy says it of what is behind it.
  throw new ServiceError({
    status: 502,
    message: 'The answer is not one that Afterimage gives: look whether the address is right.',
  });
}
