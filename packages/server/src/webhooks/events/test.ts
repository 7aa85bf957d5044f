/** Somebody wants to see whether their address works. */
import type { EventDefinition } from '../event.ts';

export interface TestEvent {
  accountId: string;
  url: string;
  /** What it should look like; a sentence, unless told. */
  payload?: Readonly<Record<string, unknown>>;
}

const plain = { test: true, message: 'A test event: your address works, and so does its signature.' };

export const test = {
  name: 'test',
  concerns: ({ accountId, url }) => ({ accountId, generationId: null, url }),
  payload: ({ payload = plain }) => payload,
} as const satisfies EventDefinition<TestEvent>;
