/** Webhook deliveries and the secret that signs them. */
import { redeliveryDays, webhookSecretOverlapHours } from '../../events.ts';
import { oneOf, text } from '../../fields.ts';
import { callbackUrl } from '../../urls.ts';
import * as resources from '../resources.ts';
import * as shape from '../shapes.ts';
import { id, ok, paged, route, scope } from './route.ts';

export const webhooksRoutes = {
  listDeliveries: route({
    method: 'GET',
    path: '/api/deliveries',
    access: 'account',
    summary: 'Webhook deliveries, newest first',
    query: {
      ...scope,
      ...paged,
      state: oneOf('waiting', 'untried', 'failing', 'delivered', 'failed').about(
        '`waiting` are those to be sent: the `untried`, and the `failing`, which had an attempt that was not taken',
      ),
      host: text(1, 300),
      generation: id(),
    },
    answer: resources.pageOf(resources.deliverySummary),
  }),
  getDelivery: route({
    method: 'GET',
    path: '/api/deliveries/{id}',
    access: 'account',
    summary: 'One delivery with its payload and every attempt',
    query: scope,
    answer: resources.delivery,
  }),
  redeliver: route({
    method: 'POST',
    path: '/api/deliveries/{id}/redeliver',
    access: 'account',
    summary: 'Send it once more, with the same id and bytes',
    query: scope,
    alsoRefuses: ['Conflict'],
    answer: ok,
  }),
  redeliverFailed: route({
    method: 'POST',
    path: '/api/deliveries/redeliver-failed',
    access: 'account',
    summary: `Send every failed delivery of the last ${redeliveryDays} days once more`,
    query: scope,
    answer: shape.object({ scheduled: shape.whole }),
  }),
  sendTestEvent: route({
    method: 'POST',
    path: '/api/deliveries/test',
    access: 'account',
    summary: 'Send a signed test event to an address',
    query: scope,
    body: {
      url: callbackUrl().required(),
      family: text(1, 50).about('The family whose event it looks like'),
      status: oneOf('completed', 'failed').about('How the generation that it tells of ended'),
    },
    alsoRefuses: ['RateLimited'],
    answer: shape.object({ id: shape.id }),
  }),
  getWebhookSecret: route({
    method: 'GET',
    path: '/api/webhook-secret',
    access: 'owner',
    summary: 'The secret that signs webhooks',
    query: scope,
    answer: resources.webhookSecret,
  }),
  rotateWebhookSecret: route({
    method: 'POST',
    path: '/api/webhook-secret/rotate',
    access: 'owner',
    summary: `Make a new secret; for ${webhookSecretOverlapHours} hours webhooks carry both signatures`,
    query: scope,
    answer: resources.webhookSecret,
  }),
} as const;
