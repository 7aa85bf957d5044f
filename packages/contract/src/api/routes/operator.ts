/** The operator's view: the service, accounts, people, invitations. */

import { flag, line, oneOf, text } from '../../fields.ts';
import { invitationsShownDays, reasonCharactersMax } from '../../limits.ts';
import { modes } from '../../mode.ts';
import { listedStatuses } from '../../states.ts';
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
  getSeries: route({
    method: 'GET',
    path: '/api/operator/series',
    access: 'operator',
    summary: 'The last hour, day or week in steps: load, ends, times, webhooks',
    query: { window: oneOf('hour', 'day', 'week').byDefault('hour') },
    answer: resources.operatorSeries,
  }),
  listAccounts: route({
    method: 'GET',
    path: '/api/operator/accounts',
    access: 'operator',
    summary: 'Accounts by email',
    query: { ...paged, text: text(1, 200) },
    answer: resources.pageOf(resources.operatorAccount),
  }),
  getAccount: route({
    method: 'GET',
    path: '/api/operator/accounts/{id}',
    access: 'operator',
    summary: 'One account with its people, its keys, what it spends and what limits it',
    answer: resources.operatorAccountWhole,
  }),
  suspendAccount: route({
    method: 'PUT',
    path: '/api/operator/accounts/{id}/suspended',
    access: 'operator',
    summary: 'Take no requests of the account and its sandbox twin, or take them again; what is under way goes on',
    body: { on: flag().required() },
    answer: ok,
  }),
  grantCredit: route({
    method: 'POST',
    path: '/api/operator/accounts/{id}/credit',
    access: 'operator',
    summary: 'Give an account credit, with the reason that its ledger will show',
    body: {
      amount: text(1, 20).about('Dollars, such as 5 or 0.0410.').required(),
      reason: line(1, reasonCharactersMax).required(),
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
  listAllGenerations: route({
    method: 'GET',
    path: '/api/operator/generations',
    access: 'operator',
    summary: "Every account's generations, newest first",
    query: {
      ...paged,
      family: text(1, 40),
      status: oneOf(...listedStatuses).about(
        '`failed` are those that did not complete: the `cancelled`, which somebody ended, and the `faulted`.',
      ),
      engine: text(1, 40),
      account_id: id().about('Only those of this account, or of its sandbox twin.'),
      text: text(1, 200).about("Words that the prompt holds, part of the account's email, or the start of an id."),
    },
    answer: resources.pageOf(resources.operatorGeneration),
  }),
  listEngines: route({
    method: 'GET',
    path: '/api/operator/engines',
    access: 'operator_look',
    summary: 'Engines with health, load, breaker, spending and last errors, and the routes as they are resolved',
    answer: resources.operatorEngines,
  }),
  drainEngine: route({
    method: 'PUT',
    path: '/api/operator/engines/{id}/drained',
    access: 'operator',
    summary: 'Give the engine of that name no new work, or give it work again; what it has it finishes',
    body: { on: flag().required() },
    answer: ok,
  }),
  closeBreaker: route({
    method: 'POST',
    path: '/api/operator/engines/{id}/close-breaker',
    access: 'operator',
    summary: 'Give an engine that failed too often work again, at once',
    answer: ok,
  }),
  listActions: route({
    method: 'GET',
    path: '/api/operator/actions',
    access: 'operator',
    summary: 'What operators changed, newest first',
    query: paged,
    answer: resources.pageOf(resources.operatorAction),
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
    summary: `Invitations of the last ${invitationsShownDays} days`,
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
