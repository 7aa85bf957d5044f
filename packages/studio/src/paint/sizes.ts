/** How large each subject is in the frame: by its size in the world beside others, but never so small that it is lost. */
import type { CastSubject } from '../scene/cast.ts';
import type { Subject } from '../subjects/subject.ts';
import type { Site } from './site.ts';

/** What is larger than this stands on the horizon: nobody sees a volcano from close by. */
const LANDMARK_METRES = 200;

/** Large things are seen from further away: twice as large in the world is a third larger in the picture. */
const BESIDE = 0.4;
const SMALLEST = 0.34;
const LARGEST = 1.75;

export function isLandmark({ scene }: Site, { metres, footing }: Subject): boolean {
  const { setting } = scene;
  const outdoors = setting !== 'interior' && setting !== 'backdrop' && setting !== 'space' && setting !== 'underwater';
  return metres >= LANDMARK_METRES && footing === 'ground' && outdoors;
}

/** How large one is beside another in the picture, if the other is 1. */
export function besideRatio(one: Subject, other: Subject): number {
  return clamp((one.metres / other.metres) ** BESIDE, SMALLEST, LARGEST);
}

export function clamp(value: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, value));
}

/** In a tall frame height alone would make giants that its width cannot hold. */
export function baseOf({ size }: Site): number {
  return Math.min(size.height, size.width * 1.15);
}

export interface Sized {
  subject: CastSubject;
  record: Subject;
}

/** The edges of all that stand by themselves; whoever is named first is the hero and gives the others their measure. */
export function edgesOf(site: Site, all: Sized[]): number[] {
  const { scene } = site;
  const base = baseOf(site);
  const hero = all.find(({ record }) => !isLandmark(site, record)) ?? all[0];
  return all.map((one) => {
    const { record, subject } = one;
    if (isLandmark(site, record)) return base * (one === all[0] ? 0.64 : 0.54) * subject.scale ** 0.5;
    const alone = record.size * crowdShare(all.length, subject.count, scene.freedom);
    const beside = hero!.record.size * crowdShare(all.length, hero!.subject.count, scene.freedom);
    const share = one.record === hero!.record ? alone : beside * besideRatio(record, hero!.record);
    const usual = clamp(base * share, base * 0.13, base * 0.92) * subject.scale ** 0.6;
    return Math.min(base * 1.05, usual * scene.closeness);
  });
}

/** Share of its usual size that one of so many gets. */
function crowdShare(all: number, count: number, freedom: number): number {
  if (all === 1) return 1.18 + 0.3 * (0.5 - freedom);
  return count > 1 ? shareOf(count) : 1.04;
}

/** Of a flock each is smaller than one alone. */
export function shareOf(count: number): number {
  return count > 1 ? Math.max(0.5, 1.12 - 0.085 * count) : 1;
}
