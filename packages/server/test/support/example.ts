/** A request that its family takes, whatever it needs: its own example, which tells nobody of its end. */
import type { Family } from '@afterimage/contract';

export function exampleOf({ schemas }: Family): Record<string, unknown> {
  const [example] = schemas.request['examples'] as Record<string, unknown>[];
  return { ...example, callback_url: undefined };
}
