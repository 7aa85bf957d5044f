/** Every route of the account interface, once: the server answers them, the client calls them, OpenAPI describes them. */
import { type Field, flag, integer, oneOf, text } from '../fields.ts';
import { statuses } from '../states.ts';
import { callbackUrl } from '../urls.ts';
import * as resources from './resources.ts';
import * as shape from './shapes.ts';

/**
 * Who may ask:
 * `anyone`; a signed-in `person`; `account`: a person in one of their accounts, or an API key for its own;
 * `owner`: an owner of the account, signed in (a leaked key must not be able to make itself a successor); `operator`.
 */
export type Access = 'anyone' | 'person' | 'account' | 'owner' | 'operator';

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With at most one open part: `/api/keys/{id}/rotate`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Field<unknown>>>;
  readonly body?: Readonly<Record<string, Field<unknown>>>;
  /** Null: 204. */
  readonly answer: shape.Shape<unknown> | null;
  /** What is answered instead of JSON. */
  readonly contentType?: 'text/csv' | 'text/event-stream';
}

const route = <const Route extends ApiRoute>(definition: Route): Route => definition;

const email = () => text(3, 254).about('An email address.');
const password = () => text(10, 200).about('At least 10 characters.');
const token = () => text(20, 200).about('The part of the link after `#`.');
const cursor = text(1, 200).about('`next` of the page before.');
const pageSize = integer(1, 100).byDefault(50);
/** Which account a signed-in person means. A key means its own, and these are not taken beside it. */
export const scope = {
  account: text(36, 36).about("The live account's id; the person's first when left out."),
  mode: oneOf('live', 'sandbox').byDefault('live').about('The account itself or its sandbox twin.'),
};
const paged = { cursor, limit: pageSize };
const ok = shape.object({ ok: shape.yesOrNo });

export const apiRoutes = {
  // Signing in
  getWelcome: route({
    method: 'GET',
    path: '/api/welcome',
    access: 'anyone',
    summary: 'What the sign-in page needs to know',
    answer: resources.welcome,
  }),
  signInWithLink: route({
    method: 'POST',
    path: '/api/session/link',
    access: 'anyone',
    summary: 'Sign in with the token of a sign-in link or an invitation; it works once',
    body: { token: token().required() },
    answer: resources.person,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/session',
    access: 'anyone',
    summary: 'Sign in with email and password',
    body: { email: email().required(), password: text(1, 200).required() },
    answer: resources.person,
  }),
  signUp: route({
    method: 'POST',
    path: '/api/sign-up',
    access: 'anyone',
    summary: 'Make a person and an account, where the operator allows it',
    body: { email: email().required(), password: password().required() },
    answer: resources.person,
  }),
  getMe: route({
    method: 'GET',
    path: '/api/session',
    access: 'person',
    summary: 'Who is signed in',
    answer: resources.person,
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/session',
    access: 'person',
    summary: 'Sign out of this session',
    answer: null,
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/sessions',
    access: 'person',
    summary: 'Where the person is signed in',
    answer: shape.list(resources.session),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/sessions/{id}',
    access: 'person',
    summary: 'Sign out of one session',
    answer: null,
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/api/sessions',
    access: 'person',
    summary: 'Sign out everywhere, here too',
    answer: null,
  }),
  setPassword: route({
    method: 'PUT',
    path: '/api/password',
    access: 'person',
    summary: 'Set the password; `current` is needed unless there is none or the session began with a link just now',
    body: { password: password().required(), current: text(1, 200) },
    answer: null,
  }),

  // Generations
  listGenerations: route({
    method: 'GET',
    path: '/api/generations',
    access: 'account',
    summary: 'Generations of every family, newest first',
    query: {
      ...scope,
      ...paged,
      family: text(1, 40),
      status: oneOf(...statuses),
      key: text(36, 36).about('Only those submitted with this key.'),
      text: text(1, 200).about('Words that the prompt holds, or the start of an id.'),
      from: text(10, 40).about('Created at or after this day or time.'),
      to: text(10, 40).about('Created before the end of this day, or before this time.'),
    },
    answer: resources.pageOf(resources.generationSummary),
  }),
  getGeneration: route({
    method: 'GET',
    path: '/api/generations/{id}',
    access: 'account',
    summary: 'All about one generation; its links are fresh',
    query: scope,
    answer: resources.generation,
  }),
  runAgain: route({
    method: 'POST',
    path: '/api/generations/{id}/run-again',
    access: 'account',
    summary: 'Submit the same request once more, at the price of today',
    query: scope,
    answer: shape.object({ id: shape.id, family: shape.text, price: shape.amount }),
  }),
  generate: route({
    method: 'POST',
    path: '/api/generate/{id}',
    access: 'account',
    summary: "Submit to the family of that name; body and answer are those of the family's own submit",
    query: scope,
    answer: shape.anyObject,
  }),
  listFamilies: route({
    method: 'GET',
    path: '/api/families',
    access: 'account',
    summary: 'Prices, time limits and maintenance of the families, as they are set here',
    answer: shape.list(resources.familyState),
  }),
  watch: route({
    method: 'GET',
    path: '/api/events',
    access: 'account',
    summary: 'Changes as they happen: `generation`, `balance`, `delivery`; `reset` when some were missed',
    query: scope,
    answer: null,
    contentType: 'text/event-stream',
  }),

  // Keys
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
      name: text(1, 80).required(),
      mode: oneOf('live', 'sandbox').byDefault('live'),
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
    body: { overlap_hours: integer(0, 720).byDefault(24) },
    answer: resources.newApiKey,
  }),
  revokeKey: route({
    method: 'DELETE',
    path: '/api/keys/{id}',
    access: 'owner',
    summary: 'Revoke a key; every process refuses it within a second',
    query: { account: scope.account },
    answer: null,
  }),

  // Money
  getBalance: route({
    method: 'GET',
    path: '/api/balance',
    access: 'account',
    summary: 'Balance and spending by day',
    query: { ...scope, days: integer(1, 365).byDefault(30) },
    answer: resources.balance,
  }),
  listLedger: route({
    method: 'GET',
    path: '/api/ledger',
    access: 'account',
    summary: 'Every change of the balance, newest first',
    query: { ...scope, ...paged, kind: oneOf('grant', 'charge', 'refund') },
    answer: resources.pageOf(resources.ledgerEntry),
  }),
  exportLedger: route({
    method: 'GET',
    path: '/api/ledger.csv',
    access: 'account',
    summary: 'The same as CSV, all of it, oldest first',
    query: scope,
    answer: null,
    contentType: 'text/csv',
  }),
  resetSandbox: route({
    method: 'POST',
    path: '/api/sandbox/reset',
    access: 'account',
    summary: "Bring the sandbox twin's balance back to its 1,000 USD of play money",
    query: { account: scope.account },
    answer: shape.object({ balance: shape.amount }),
  }),

  // Webhooks
  listDeliveries: route({
    method: 'GET',
    path: '/api/deliveries',
    access: 'account',
    summary: 'Webhook deliveries, newest first',
    query: {
      ...scope,
      ...paged,
      state: oneOf('waiting', 'delivered', 'failed'),
      host: text(1, 300),
      generation: text(36, 36),
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
    answer: ok,
  }),
  redeliverFailed: route({
    method: 'POST',
    path: '/api/deliveries/redeliver-failed',
    access: 'account',
    summary: 'Send every failed delivery of the last 30 days once more',
    query: scope,
    answer: shape.object({ scheduled: shape.whole }),
  }),
  sendTestEvent: route({
    method: 'POST',
    path: '/api/deliveries/test',
    access: 'account',
    summary: 'Send a signed test event to an address',
    query: scope,
    body: { url: callbackUrl().required() },
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
    summary: 'Make a new secret; for 24 hours webhooks carry both signatures',
    query: scope,
    answer: resources.webhookSecret,
  }),

  // The operator
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
      reason: text(1, 200).required(),
      mode: oneOf('live', 'sandbox').byDefault('live'),
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
    body: { account_id: text(36, 36).required() },
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
      account_id: text(36, 36).about('An existing account; left out, the link makes a new one.'),
    },
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

export type ApiRouteName = keyof typeof apiRoutes;
