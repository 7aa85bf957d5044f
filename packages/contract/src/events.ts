/** The specification's section "Events": how webhooks are delivered and signed. */

export const webhookAttemptsMax = 5;
/** From the end of one attempt to the start of the next. */
export const webhookRetrySeconds = 30;
export const webhookConnectSeconds = 10;
/** For the whole attempt, connecting included. */
export const webhookRequestSeconds = 30;

/** Standard Webhooks: the same id and bytes on every attempt, a fresh timestamp and signature. */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
export const webhookSecretPrefix = 'whsec_';
/** The standard's floor. */
export const webhookSecretBytesMin = 24;
/** After a rotation both secrets sign for this long. */
export const webhookSecretOverlapHours = 24;
/** Of those that failed, so many days are sent again by one act. */
export const redeliveryDays = 30;

/** Any 2xx is delivered; everything else, redirects included, is a failed attempt. */
export function isDelivered(status: number): boolean {
  return status >= 200 && status < 300;
}
