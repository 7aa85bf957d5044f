/** What the first start says to the person who started it: printed once, to standard output, never through the log. */
import { balanceNumber, signInHours } from '@afterimage/contract';
import { signInUrl } from '../accounts/sign-in-links.ts';
import type { FirstStart } from './first-start.ts';

/** @param address where the service can be reached, without a slash at the end */
export function firstStartBanner(address: string, { email, apiKey, signInToken, balance }: FirstStart): string {
  return `
  Afterimage is running at ${address}

  Sign in    ${signInUrl(address, signInToken)}
             works once, within ${signInHours} hours, as ${email}

  API key    ${apiKey}
             shown only now; the account has ${balanceNumber(balance)} USD of credit

  Try it:

  curl -s ${address}/v1/epsilon-images/generate \\
    -H 'Authorization: Bearer ${apiKey}' \\
    -H 'Content-Type: application/json' \\
    -d '{"prompt":"a paper boat on a blue lake at sunrise"}'

`;
}
