/** Somebody asleep lies: the same drawing on its back, head on the left. */
import type { CastSubject } from '../scene/cast.ts';
import { FEET, FIELD, type Subject } from '../subjects/subject.ts';
import { outlineOf } from './outline.ts';

const lying = new WeakSet<Subject>();

export function isLying(record: Subject): boolean {
  return lying.has(record);
}

/** Who has a shield, a staff or a basket in the drawing would lie on it: such a one sleeps sitting. */
function isFlat({ vector }: CastSubject, { hand, hands, person }: Subject): boolean {
  return hand === 'free' || person !== undefined || vector?.id === 'troll' || (vector !== null && hands?.both === true);
}

export async function laidDown(subject: CastSubject, record: Subject): Promise<Subject> {
  if (subject.verb !== 'sleep' || !isFlat(subject, record)) return record;
  const { left, top } = await outlineOf(record);
  // Turned about the feet, brought back to the middle and up until the back is on the ground.
  const middle = `translate(${(FIELD * top) / 2} ${FIELD * left})`;
  const { limbs: _, hands: __, hand: ___, head: ____, ...still } = record;
  const down: Subject = {
    ...still,
    faces: 'side',
    draw: (brush) => `<g transform="${middle} rotate(-90 ${FIELD / 2} ${FEET})">${record.draw(brush)}</g>`,
  };
  lying.add(down);
  return down;
}
