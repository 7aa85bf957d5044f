/** What OpenAI's libraries ask for, answered by the families: the same submits, charges and files in another shape. */
import type { Router } from '../http/router.ts';
import { addModelsRoute, type ModelsServices } from './models.ts';

export function addOpenaiRoutes(router: Router, services: ModelsServices): void {
  addModelsRoute(router, services);
}
