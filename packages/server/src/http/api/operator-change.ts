/** Binds what only operators may change: the change and the note of it are one commit. */
import { type ApiRoute, apiRoutes } from '@afterimage/contract/api';
import type { Tx } from '../../db/postgres.ts';
import { insertAction } from '../../people/actions-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { type AnswerOf, type ApiOutcome, type ApiRequest, bindRoute } from './route.ts';

const names = new Map<ApiRoute, string>(Object.entries<ApiRoute>(apiRoutes).map(([name, route]) => [route, name]));

/**
 * @param change works in that transaction alone; what it refuses is not noted
 * @param actionOf what it is noted as, where that is not always the route's name
 */
export function bindChange<const Route extends ApiRoute & { access: 'operator' }>(
  router: Router,
  route: Route,
  services: AccessServices,
  change: (tx: Tx, request: ApiRequest<Route>) => Promise<ApiOutcome<AnswerOf<Route>>>,
  actionOf?: (tx: Tx, request: ApiRequest<Route>) => Promise<string>,
): void {
  bindRoute(router, route, services, (request) =>
    services.db.transaction(async (tx) => {
      const outcome = await change(tx, request);
      if (outcome.outcome === 'refused') return outcome;
      const { id: personId, email } = request.person;
      const action = (await actionOf?.(tx, request)) ?? names.get(route) ?? route.path;
      await insertAction(tx, { personId, email, action, subject: request.id, detail: request.body ?? {} });
      return outcome;
    }),
  );
}
