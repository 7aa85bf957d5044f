/** Every event that accounts are told of. A new one is a file that defines it, and a line here. */
import { generationEnded } from './events/generation-ended.ts';
import { test } from './events/test.ts';

export const events = [generationEnded, test] as const;

export type EventName = (typeof events)[number]['name'];

/** What has to be known to tell of it. */
export type SubjectOf<Name extends EventName> = Parameters<
  Extract<(typeof events)[number], { name: Name }>['concerns']
>[0];
