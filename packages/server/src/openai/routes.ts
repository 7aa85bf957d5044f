/** What OpenAI's libraries ask for, answered by the families: the same submits, charges and files in another shape. */
import type { Router } from '../http/router.ts';
import { addImageRoutes, type ImagesServices } from './images.ts';
import { addModelsRoute, type ModelsServices } from './models.ts';
import { addVideoRoutes, type VideosServices } from './videos.ts';

export function addOpenaiRoutes(router: Router, services: ModelsServices & ImagesServices & VideosServices): void {
  addModelsRoute(router, services);
  addImageRoutes(router, services);
  addVideoRoutes(router, services);
}
