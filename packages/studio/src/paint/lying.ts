/** Somebody asleep lies: the same drawing on its back, head on the left. */
import type { CastSubject } from '../scene/cast.ts';
import { FEET, FIELD, type Subject } from '../subjects/subject.ts';
import { outlineOf } from './outline.ts';

const lying = new WeakSet<Subject>();

export function isLying(record: Subject): boolean {
  return lying.has(record);
}

/** Drawings that lie already, or cannot be turned: a head alone, somebody in a bed. */
const LIE_ALREADY = /^(person-in-bed|baby|person-taking-bath|mermaid|merperson|merman|genie|baby-angel|fairy)$/;

export async function laidDown(subject: CastSubject, record: Subject): Promise<Subject> {
  const person = record.hand === 'free' || subject.vector?.nature === 'person' || subject.own === 'astronaut';
  if (subject.verb !== 'sleep' || !person || record.part === 'head' || LIE_ALREADY.test(subject.vector?.id ?? ''))
    return record;
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
