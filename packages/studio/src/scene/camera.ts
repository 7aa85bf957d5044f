/** How the camera moves: read from the prompt, otherwise chosen by the seed. */
import type { Random } from '../picture/random.ts';

/** Shares of the frame; `zoom` above 1 comes closer, positive `across` looks further to the right, `down` lower. */
export interface Camera {
  zoom: number;
  across: number;
  down: number;
  /** How much nearer things outrun far ones: 1 for a pan, more when the camera circles. */
  parallax: number;
  /** How far a hand trembles, as a share of the frame. */
  shake: number;
}

const STILL: Camera = { zoom: 1, across: 0, down: 0, parallax: 1, shake: 0 };

const MOVES: [RegExp, Partial<Camera>][] = [
  [/\b(static|locked[- ]off|still) (shot|camera|frame)\b|\btripod\b/, {}],
  [/\b(handheld|hand-held|shaky|camera shakes?|shaking camera|camera shaking)\b/, { shake: 0.006, zoom: 1.04 }],
  [
    /\b(orbit|orbits|orbiting|circl(es|ing) around|arc shot|revolv(es|ing)|(rotates?|rotating|moves?|moving|turns?) around)\b/,
    { across: 0.09, parallax: 1.5, zoom: 1.03 },
  ],
  [/\b(zoom(s|ing)? out|pull(s|ing)? (back|out)|doll(y|ies) (out|back))\b/, { zoom: 0.86 }],
  [
    /\b(zoom(s|ing)? in|push(es|ing)? in|doll(y|ies) (in|forward|towards?)|dolly (shot|zoom)|close(s|ing)? in)\b/,
    { zoom: 1.16 },
  ],
  [/\b(pan|pans|panning)( shot| across| over)?\b(?! (to|left|right|up|down))/, { across: 0.1 }],
  [/\b(pan|pans|panning|moves?|moving|tracking|trucks?) (to the )?left\b/, { across: -0.1 }],
  [/\b(pan|pans|panning|moves?|moving|tracking|trucks?) (to the )?right\b/, { across: 0.1 }],
  [/\b(tilt|tilts|tilting|pan|pans|panning) up\b|\bcrane up\b/, { down: -0.09 }],
  [/\b(tilt|tilts|tilting|pan|pans|panning) down\b|\bcrane down\b/, { down: 0.09 }],
];

export function readCamera(prompt: string, random: Random): Camera {
  const text = prompt.toLowerCase();
  const named = MOVES.filter(([words]) => words.test(text)).map(([, move]) => move);
  if (named.length > 0) return Object.assign({}, STILL, ...named) as Camera;
  const side = random() < 0.5 ? -1 : 1;
  return { ...STILL, zoom: 1.08, across: side * (0.03 + 0.03 * random()), down: 0.02 * (random() - 0.5) };
}
