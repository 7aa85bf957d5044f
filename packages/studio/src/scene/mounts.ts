/** Who rides goes where the mount goes: what the words say of the rider is done by what carries it. */
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, RelationKind, Verb } from './cast.ts';

const CARRIED = new Set<RelationKind>(['riding', 'in', 'on']);

/** Ways of getting somewhere; who dances on a ship makes no ship dance. */
const GOING = new Set<Verb | null>(['walk', 'run', 'drive', 'sail', 'fly', 'ride-away', 'come-closer']);

export function withMounts(subjects: CastSubject[]): CastSubject[] {
  return subjects.map((mount, at) => {
    const rider = subjects.find(({ relation }) => relation?.to === at && CARRIED.has(relation.kind));
    if (rider === undefined || rider === mount || !goes(mount)) return mount;
    const verb = mount.verb ?? (GOING.has(rider.verb) ? rider.verb : null);
    return { ...mount, verb, heading: mount.heading ?? rider.heading };
  });
}

/** A wall that a cat walks on stays where it is. */
function goes({ own, vector }: CastSubject): boolean {
  if (own !== null) return subjectOf(own).way !== undefined || subjectOf(own).seat !== undefined;
  return vector?.nature === 'vehicle' || vector?.nature === 'animal' || vector?.nature === 'bird';
}
