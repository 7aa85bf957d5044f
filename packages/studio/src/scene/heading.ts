/** Where the words send what they tell of. */
import type { CastSubject } from './cast.ts';

const HEADINGS: [RegExp, NonNullable<CastSubject['heading']>][] = [
  [/\b(to the|towards the|facing|looking|heading|going) left\b|\bleftwards?\b/, 'left'],
  [/\b(to the|towards the|facing|looking|heading|going) right\b|\brightwards?\b/, 'right'],
  [/\b(towards?|at) (us|me|you|the (camera|viewer))\b|\bfacing (us|the camera)\b/, 'towards'],
  [/\baway\b|\binto the (distance|sunset|sunrise|horizon|night|fog|mist)\b/, 'away'],
];

/** A pan to the left is the camera's way and nobody else's. */
const CAMERA =
  /\b((?<!towards? the |at the |facing the )camera|pan|pans|panning|tilt|tilts|tracking|truck|dolly)\b[^,.;]*/g;

export function readHeading(prompt: string): CastSubject['heading'] {
  const told = prompt.toLowerCase().replaceAll(CAMERA, '');
  return HEADINGS.find(([words]) => words.test(told))?.[1] ?? null;
}
