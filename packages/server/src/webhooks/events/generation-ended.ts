/** A generation has ended, well or not: its family says how that is told. */
import type { Family, GenerationView } from '@afterimage/contract';
import type { EventDefinition } from '../event.ts';

export const generationEnded = {
  name: 'generation.ended',
  nameShown: (status) => `generation.${status}`,
  concerns: ({ accountId, view, callbackUrl }) => ({ accountId, generationId: view.id, url: callbackUrl }),
  payload: ({ family, view }) => family.webhook(view),
} as const satisfies EventDefinition<{
  accountId: string;
  family: Family;
  view: GenerationView;
  callbackUrl: string;
}>;
