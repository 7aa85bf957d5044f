/** Posts a webhook to a receiver as the service does, signed: for receivers that the service cannot reach, and for their tests. */
import { reach } from './reach.ts';
import { headerNames, signatureOf } from './webhook-signature.ts';

export interface ForwardedWebhook {
  id: string;
  body: string;
  secret: string;
  signal?: AbortSignal | undefined;
}

/** What the receiver answered; throws a `Refusal` with status 0 when it did not. */
export async function forwardWebhook(url: string, { id, body, secret, signal }: ForwardedWebhook): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = signatureOf({ id, timestamp, bytes: new TextEncoder().encode(body) }, secret);
  const answer = await reach(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [headerNames.id]: id,
      [headerNames.timestamp]: timestamp,
      [headerNames.signature]: signature,
    },
    body,
    redirect: 'manual',
    fetch: (...request) => fetch(...request),
    ...(signal !== undefined && { signal }),
  });
  await answer.body?.cancel();
  return answer.status;
}
