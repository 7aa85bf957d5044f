/** Every route of the account interface, once: the server answers them, the client calls them, OpenAPI describes them. */
import { generationsRoutes } from './generations.ts';
import { keysRoutes } from './keys.ts';
import { moneyRoutes } from './money.ts';
import { operatorRoutes } from './operator.ts';
import { sessionRoutes } from './session.ts';
import { webhooksRoutes } from './webhooks.ts';

export type { Access, ApiRoute } from './route.ts';
export { scope } from './route.ts';

/** By topic, as the documentation groups them. */
export const apiTopics = {
  session: { about: 'Signing in to the dashboard.', routes: sessionRoutes },
  generations: { about: 'Generations of every family.', routes: generationsRoutes },
  keys: { about: 'API keys.', routes: keysRoutes },
  money: { about: 'Balance, ledger and play money.', routes: moneyRoutes },
  webhooks: { about: 'Deliveries and the secret that signs them.', routes: webhooksRoutes },
  operator: { about: "The operator's view of the service.", routes: operatorRoutes },
} as const;

export const apiRoutes = {
  ...sessionRoutes,
  ...generationsRoutes,
  ...keysRoutes,
  ...moneyRoutes,
  ...webhooksRoutes,
  ...operatorRoutes,
} as const;

export type ApiRouteName = keyof typeof apiRoutes;
