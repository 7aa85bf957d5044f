/** The balance, what changed it, and play money. */
import { integer, oneOf, text } from '../../fields.ts';
import * as resources from '../resources.ts';
import * as shape from '../shapes.ts';
import { paged, route, scope } from './route.ts';

export const moneyRoutes = {
  getBalance: route({
    method: 'GET',
    path: '/api/balance',
    access: 'account',
    summary: 'Balance and spending by day',
    query: { ...scope, days: integer(1, 365).byDefault(30) },
    answer: resources.balance,
  }),
  getUsage: route({
    method: 'GET',
    path: '/api/usage',
    access: 'account',
    summary: 'What was spent and made in the last days by family, model and key, and what failed by reason',
    query: { ...scope, days: integer(1, 365).byDefault(30) },
    answer: resources.usage,
  }),
  setLowBalance: route({
    method: 'PUT',
    path: '/api/balance/low-balance',
    access: 'account',
    summary: 'Set the amount below which the dashboard says that the balance is low; without one it never does',
    query: scope,
    body: { threshold: text(1, 20).about('Dollars, such as 5 or 0.0410.') },
    answer: shape.object({ low_balance_threshold: shape.nullable(shape.amount) }),
  }),
  listLedger: route({
    method: 'GET',
    path: '/api/ledger',
    access: 'account',
    summary: 'Every change of the balance, newest first',
    query: { ...scope, ...paged, kind: oneOf('grant', 'charge', 'refund', 'carried') },
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
} as const;
