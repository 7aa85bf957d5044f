/** The balance, what changed it, and play money. */
import { integer, oneOf } from '../../fields.ts';
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
} as const;
