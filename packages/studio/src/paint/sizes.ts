/** How large each subject is in the frame: by its size in the world beside others, but never so small that it is lost. */
import type { CastSubject } from '../scene/cast.ts';
import type { Scene } from '../scene/scene.ts';
import type { Subject } from '../subjects/subject.ts';
import type { Site } from './site.ts';
import { isLaid } from './table.ts';

/** What is larger than this stands on the horizon: nobody sees a volcano from close by. */
const LANDMARK_METRES = 200;

/** Large things are seen from further away: twice as large in the world is four tenths larger in the picture. */
const BESIDE = 0.55;
/** What is smaller is so by more: a cookie as tall as a knee would be a giant's. */
const BELOW = 0.66;
const SMALLEST = 0.2;
const LARGEST = 2.4;

export function isLandmark({ scene }: Site, { metres, footing }: Subject): boolean {
  const { setting } = scene;
  const outdoors = setting !== 'interior' && setting !== 'backdrop' && setting !== 'space' && setting !== 'underwater';
  return metres >= LANDMARK_METRES && footing === 'ground' && outdoors;
}

/** How large one is beside another in the picture, if the other is 1. */
function besideRatio(one: Subject, other: Subject): number {
  const times = one.metres / other.metres;
  return clamp(times ** (times < 1 ? BELOW : BESIDE), SMALLEST, LARGEST);
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
  const shareOfOne = ({ record, subject }: Sized) => record.size * crowdShare(all.length, subject.count, scene.freedom);
  const shares = all.map((one) =>
    one.record === hero!.record ? shareOfOne(one) : shareOfOne(hero!) * besideRatio(one.record, hero!.record),
  );
  // Beside a small hero nobody grows larger than alone: a fox that stands by a squirrel is no giant.
  const larger = Math.max(
    1,
    ...all.map((one, at) => (isLandmark(site, one.record) ? 1 : shares[at]! / (LARGER * one.record.size))),
  );
  // On a table in a room the room is seen too, and what belongs on one is small beside a fireplace.
  const mixed = scene.setting === 'interior' && hero?.record.footing === 'table' && all.length > 1;
  const close = isLaid(scene) ? 0.82 : mixed ? 0.7 : 1;
  return all.map(({ record, subject }, at) => {
    if (isLandmark(site, record)) return base * (at === 0 ? 0.64 : 0.54) * subject.scale ** 0.5;
    const far = isBareOnFloor(scene, subject, record) ? 0.6 : 1;
    const usual = clamp((base * shares[at]! * close * far * subject.scale) / larger, base * 0.13, base * 0.96);
    return Math.min(base * 1.05, usual * scene.closeness);
  });
}

/** A ball on a court: there is enough around it to tell its size by. */
function isBareOnFloor({ setting }: Scene, { vector }: CastSubject, { footing, metres }: Subject): boolean {
  if (vector === null || setting === null || setting === 'backdrop') return false;
  return vector.nature === 'thing' && footing === 'ground' && metres < 0.5;
}

/** How much larger than alone somebody may be in company. */
const LARGER = 1.25;

/** Share of its usual size that one of so many gets. */
function crowdShare(all: number, count: number, freedom: number): number {
  if (all === 1) return 1.18 + 0.3 * (0.5 - freedom);
  return count > 1 ? shareOf(count) : 1.04;
}

/** Of a flock each is smaller than one alone. */
export function shareOf(count: number): number {
  return count > 1 ? Math.max(0.5, 1.12 - 0.085 * count) : 1;
}
