/** What went wrong on the way in, in sentences for people. */
import { Refusal } from '@afterimage/client';

/** By the word that the way back from the OpenID provider ends with. */
const providerProblems: Readonly<Record<string, string>> = {
  email_not_verified: 'The provider has not verified your email address, so it cannot sign you in here.',
  email_not_valid: 'What the provider gives as your email address is none. Ask whoever runs the provider.',
  unknown_person: 'Nobody here has your email address. Ask the operator for an invitation.',
  address_unproven: 'Your email address was signed up here with a password. Sign in with that, or ask the operator.',
  provider_unreachable: 'The sign-in provider cannot be reached at the moment. Try again soon.',
  provider_refused: 'The sign-in provider did not confirm who you are. Try again.',
  too_late: 'That took too long, or began in another browser. Try again.',
};

export function providerProblem(search: string): string | null {
  const problem = new URLSearchParams(search).get('problem');
  if (problem === null) return null;
  return providerProblems[problem] ?? 'Signing in did not work. Try again.';
}

export function signInSentence(fault: unknown): string {
  if (!(fault instanceof Refusal)) return 'Something went wrong in this page. Reload it and try again.';
  if (fault.status === 429) return `Too many attempts. Try again ${waitOf(fault.retryAfterSeconds)}.`;
  return `${fault.message.replace(/\.$/, '')}.`;
}

function waitOf(seconds: number | null): string {
  if (seconds === null) return 'later';
  if (seconds < 90) return 'in a minute';
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
