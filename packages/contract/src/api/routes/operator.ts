/** The operator's view: the service, accounts, people, invitations. */

import { flag, oneOf, text } from '../../fields.ts';
import { reasonCharactersMax } from '../../limits.ts';
import { modes } from '../../mode.ts';
import * as resources from '../resources.ts';
import * as shape from '../shapes.ts';
import { email, id, ok, paged, route } from './route.ts';

export const operatorRoutes = {
  getOverview: route({
    method: 'GET',
    path: '/api/operator/overview',
    access: 'operator',
    summary: 'Queue, engines, storage, webhooks, maintenance',
    answer: resources.operatorOverview,
  }),
  listAccounts: route({
    method: 'GET',
    path: '/api/operator/accounts',
    access: 'operator',
    summary: 'Accounts by email',
    query: { ...paged, text: text(1, 200) },
    answer: resources.pageOf(resources.operatorAccount),
  }),
  grantCredit: route({
    method: 'POST',
    path: '/api/operator/accounts/{id}/credit',
    access: 'operator',
    summary: 'Give an account credit, with the reason that its ledger will show',
    body: {
      amount: text(1, 20).about('Dollars, such as 5 or 0.0410.').required(),
      reason: text(1, reasonCharactersMax).required(),
      mode: oneOf(...modes).byDefault('live'),
    },
    answer: shape.object({ balance: shape.amount }),
  }),
  setMaintenance: route({
    method: 'PUT',
    path: '/api/operator/maintenance/{id}',
    access: 'operator',
    summary: 'Take no new work for the family of that name, or take it again',
    body: { on: flag().required() },
    answer: ok,
  }),
  listPeople: route({
    method: 'GET',
    path: '/api/operator/people',
    access: 'operator',
    summary: 'People and the accounts they are in',
    query: { ...paged, text: text(1, 200) },
    answer: resources.pageOf(resources.operatorPerson),
  }),
  removeMembership: route({
    method: 'POST',
    path: '/api/operator/people/{id}/remove',
    access: 'operator',
    summary: 'Take a person out of an account; their sessions lose it at once',
    body: { account_id: id().required() },
    answer: null,
  }),
  listInvitations: route({
    method: 'GET',
    path: '/api/operator/invitations',
    access: 'operator',
    summary: 'Invitations of the last 30 days',
    answer: shape.list(resources.invitation),
  }),
  invite: route({
    method: 'POST',
    path: '/api/operator/invitations',
    access: 'operator',
    summary: 'Make an invitation link, into a new account or an existing one; it is shown in this answer only',
    body: {
      email: email().required(),
      role: oneOf('owner', 'member').byDefault('owner'),
      account_id: id().about('An existing account; left out, the link makes a new one.'),
    },
    alsoRefuses: ['NoSuchThing', 'Conflict'],
    answer: shape.object({ id: shape.id, url: shape.link }),
  }),
  withdrawInvitation: route({
    method: 'DELETE',
    path: '/api/operator/invitations/{id}',
    access: 'operator',
    summary: 'Make an invitation worthless',
    answer: null,
  }),
} as const;
