/** Where those of a prompt stand, without drawing them. */
import { recordOf } from '../../src/paint/actor.ts';
import { arrangeActors } from '../../src/paint/arrange.ts';
import type { BrushOptions } from '../../src/paint/brush.ts';
import { createSite, type Site } from '../../src/paint/site.ts';
import type { Actor } from '../../src/paint/troupe.ts';
import { createRandom } from '../../src/picture/random.ts';
import type { CastSubject } from '../../src/scene/cast.ts';
import type { Subject } from '../../src/subjects/subject.ts';
import { sceneOf } from './scenes.ts';

export const SIZE = { width: 640, height: 360 };
const FEET = 320;

export function siteOf(prompt: string): { site: Site; brushLook: Omit<BrushOptions, 'name'> } {
  const scene = sceneOf(prompt);
  const site = createSite(scene, SIZE, { area: { left: 0, top: 0, ...SIZE }, horizon: 210 });
  const { palette } = scene;
  const still = { phase: 0, stride: 0, lit: 'left', lamps: 'off', hazeShare: 0 } as const;
  return { site, brushLook: { palette, main: [128, 128, 128], random: () => 0.5, ...still } };
}

/** In the order of the words. */
export async function standing(prompt: string): Promise<Actor[]> {
  const { site } = siteOf(prompt);
  const { subjects } = site.scene;
  const records = new Map<CastSubject, Subject>();
  for (const subject of subjects) records.set(subject, await recordOf(subject, 'alone'));
  const actors = await arrangeActors(site, { feet: FEET, records, random: createRandom(1) });
  return actors.sort((one, other) => subjects.indexOf(one.subject) - subjects.indexOf(other.subject));
}
