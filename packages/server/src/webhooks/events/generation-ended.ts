/** A generation has ended, well or not: its family says how that is told. */
import type { EndEvent } from '../event.ts';

export const generationEnded = {
  name: 'generation.ended',
  nameShown: (status) => `generation.${status}`,
  toldAt: ['completed', 'failed'],
  concerns: ({ accountId, view, callbackUrl }) => ({ accountId, generationId: view.id, url: callbackUrl }),
  payload: ({ family, view }) => family.webhook(view),
} as const satisfies EndEvent;
