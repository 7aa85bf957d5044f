/** The account interface: every route of the contract's table, and the way to the OpenID provider where there is one. */
import type { Log } from '../../log/log.ts';
import type { Oidc } from '../../people/oidc.ts';
import type { Router } from '../router.ts';
import { addEventRoute, type EventServices } from './events/route.ts';
import { addGenerationRoutes, type GenerationApiServices } from './generations.ts';
import { addKeyRoutes } from './keys.ts';
import { addMoneyRoutes } from './money.ts';
import { addOidcRoutes } from './oidc.ts';
import { addOperatorRoutes, type OperatorServices } from './operator.ts';
import { addPeopleRoutes } from './people.ts';
import { addSessionRoutes, type SessionServices } from './session.ts';
import { addSubmittingRoutes, type SubmittingServices } from './submitting.ts';
import { addWebhookRoutes, type WebhookServices } from './webhooks.ts';

export interface ApiServices
  extends SessionServices,
    EventServices,
    GenerationApiServices,
    SubmittingServices,
    WebhookServices,
    OperatorServices {
  /** Null when the operator set no provider up. */
  oidc: Oidc | null;
  log: Log;
}

export function addApiRoutes(router: Router, services: ApiServices): void {
  addSessionRoutes(router, services);
  addPeopleRoutes(router, services);
  addGenerationRoutes(router, services);
  addSubmittingRoutes(router, services);
  addEventRoute(router, services);
  addKeyRoutes(router, services);
  addMoneyRoutes(router, services);
  addWebhookRoutes(router, services);
  addOperatorRoutes(router, services);
  const { oidc } = services;
  if (oidc !== null) addOidcRoutes(router, { ...services, oidc });
}
