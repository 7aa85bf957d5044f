/** API keys: listed, made, limited, rotated, revoked. */

import { integer, line, oneOf, text } from '../../fields.ts';
import { keyNameCharactersMax, keyOverlapHours, keyRequestsMax } from '../../limits.ts';
import { modes } from '../../mode.ts';
import * as resources from '../resources.ts';
import * as shape from '../shapes.ts';
import { route, scope } from './route.ts';

export const keysRoutes = {
  listKeys: route({
    method: 'GET',
    path: '/api/keys',
    access: 'account',
    summary: 'The API keys of the account and of its sandbox twin, newest first',
    query: { account: scope.account },
    answer: shape.list(resources.apiKey),
  }),
  createKey: route({
    method: 'POST',
    path: '/api/keys',
    access: 'owner',
    summary: 'Make a key; it is shown in this answer and never again',
    query: { account: scope.account },
    body: {
      name: line(1, keyNameCharactersMax).required(),
      mode: oneOf(...modes).byDefault('live'),
      expires_in_days: integer(1, 3650),
    },
    answer: resources.newApiKey,
  }),
  rotateKey: route({
    method: 'POST',
    path: '/api/keys/{id}/rotate',
    access: 'owner',
    summary: 'Make its successor; the old key works on for the overlap',
    query: { account: scope.account },
    body: { overlap_hours: integer(0, 720).byDefault(keyOverlapHours) },
    alsoRefuses: ['Conflict'],
    answer: resources.newApiKey,
  }),
  listKeyRequests: route({
    method: 'GET',
    path: '/api/keys/{id}/requests',
    access: 'account',
    summary: `The last ${keyRequestsMax.toLocaleString('en')} requests that a key made, newest first; those of the last second may be missing`,
    query: { account: scope.account },
    alsoRefuses: ['NoSuchThing'],
    answer: shape.list(resources.requestNote),
  }),
  setSpendLimit: route({
    method: 'PUT',
    path: '/api/keys/{id}/spend-limit',
    access: 'owner',
    summary: 'Set what a key may spend in a day or month of UTC; without an amount it may spend what the account has',
    query: { account: scope.account },
    body: {
      amount: text(1, 20).about('Dollars, such as 5 or 0.0410.'),
      period: oneOf('day', 'month').byDefault('month'),
    },
    answer: shape.object({ spend_limit: shape.nullable(resources.spendLimit) }),
  }),
  revokeKey: route({
    method: 'DELETE',
    path: '/api/keys/{id}',
    access: 'owner',
    summary: 'Revoke a key; every process refuses it within a second',
    query: { account: scope.account },
    answer: null,
  }),
} as const;
