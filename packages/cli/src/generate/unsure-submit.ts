/** What is known of a submit that is given up: whether the service may have taken the job, or has said no so far. */
import type { Refusal, Trouble } from '@afterimage/client';

export interface Sending {
  /** To be sent with: a try under way may have been taken. */
  fetch: typeof globalThis.fetch;
  /** To be told of tries that met trouble. */
  trouble(trouble: Trouble): void;
  /** How the sentence goes on that says why it was given up. */
  words(): string;
}

export function followSending(send: typeof globalThis.fetch): Sending {
  let mayBeTaken = true;
  let unanswered = false;
  let answer: Refusal | undefined;
  return {
    fetch: (...request) => {
      mayBeTaken = true;
      return send(...request);
    },
    trouble({ refusal }) {
      // An answer that never came may have been a yes, whatever the later tries are told.
      unanswered ||= refusal.status === 0;
      mayBeTaken = unanswered;
      answer = refusal;
    },
    words() {
      if (mayBeTaken || answer === undefined) return ' before the service answered; it may have taken the job.';
      return `; the service answered ${answer.status}: ${answer.message.replace(/\.$/, '')}. Nothing was charged.`;
    },
  };
}
