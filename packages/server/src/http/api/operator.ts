/** The operator's part of the account interface: how the service is doing, and maintenance. */
import { errors } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import type { Log } from '../../log/log.ts';
import { endMaintenance, startMaintenance } from '../../maintenance/store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { addOperatorAccountRoutes } from './operator-accounts.ts';
import { addOperatorActionRoutes } from './operator-actions.ts';
import { bindChange } from './operator-change.ts';
import { addOperatorEngineRoutes, type OperatorEngineServices } from './operator-engines.ts';
import { addOperatorGenerationRoutes } from './operator-generations.ts';
import { createOperatorOverview, type OverviewServices } from './operator-overview.ts';
import { addOperatorSeriesRoutes } from './operator-series.ts';
import { bind, ok, refusedWith } from './route.ts';

export interface OperatorServices extends AccessServices, OverviewServices, OperatorEngineServices {
  log: Log;
}

export function addOperatorRoutes(router: Router, services: OperatorServices): void {
  const { families, log } = services;
  addOperatorAccountRoutes(router, services);
  addOperatorEngineRoutes(router, services);
  addOperatorGenerationRoutes(router, services);
  addOperatorSeriesRoutes(router, services);
  addOperatorActionRoutes(router, services);
  const overview = createOperatorOverview(services);
  bind(router, apiRoutes.getOverview, services, async () => ok(await overview()));
  bindChange(router, apiRoutes.setMaintenance, services, async (tx, { id, body, person }) => {
    if (!families.has(id)) return refusedWith(errors.notFound('Family not found'));
    await (body.on ? startMaintenance(tx, id) : endMaintenance(tx, id));
    log.info({ family: id, on: body.on, by: person.id }, 'maintenance was switched');
    return ok({ ok: true });
  });
}
