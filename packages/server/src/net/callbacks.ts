/** Where webhooks may go: public addresses by https; for sandboxes also this machine, where nobody else reaches the service. */
import type { Mode } from '@afterimage/contract';
import { refusedLiteral } from './addresses.ts';
import { createSafeFetch, type SafeFetch } from './safe-fetch.ts';

export interface Callbacks {
  /** What is wrong with an address that the contract takes, as a sentence about the field; null: nothing. */
  fault(field: string, sent: { url: string; mode: Mode }): string | null;
  post: SafeFetch['post'];
}

const thisMachine = ['127.0.0.0/8', '::1/128'];
/** The contract takes http to this machine only. */
const isPlain = (url: string): boolean => /^http:/i.test(url);

/** @param reach who can reach the service: on a laptop, only programs that could as well post there themselves */
export function createCallbacks(options: {
  safeFetch: SafeFetch;
  allow: readonly string[];
  reach: 'this machine' | 'others';
}): Callbacks {
  const { safeFetch, allow, reach } = options;
  const here = createSafeFetch({ allow: thisMachine });
  return {
    fault(field, { url, mode }) {
      if (!isPlain(url)) {
        const sentence = refusedLiteral(url, allow);
        return sentence === null ? null : `${field}: ${sentence}`;
      }
      return mode === 'sandbox' && reach === 'this machine' ? null : `${field} must be an https URL`;
    },
    post: (url, order) => (isPlain(url) && reach === 'this machine' ? here : safeFetch).post(url, order),
  };
}
