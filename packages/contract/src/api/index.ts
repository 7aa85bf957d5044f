/** The account interface (`/api`): what the dashboard shows and scripts may do. */

export { isId } from '../ids.ts';
export { eventAliveSeconds, passwordCharactersMin, reasonCharactersMax } from '../limits.ts';
export * as resources from './resources.ts';
export { type Access, type ApiRoute, type ApiRouteName, apiRoutes, apiTopics, scope } from './routes/index.ts';
export type { Of, Shape } from './shapes.ts';
