/** A stroke alphabet on a grid four wide and six high, as SVG paths: titles look alike on a machine without fonts. */

const STROKES: Record<string, string> = {
  A: 'M0 6L2 0L4 6M.8 4H3.2',
  B: 'M0 0V6H2.4Q4 6 4 4.5T2.4 3H0M2.2 3Q3.6 3 3.6 1.5T2.2 0H0',
  C: 'M4 1Q3.2 0 2 0Q0 0 0 3T2 6Q3.2 6 4 5',
  D: 'M0 0V6H1.8Q4 6 4 3T1.8 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1Q3.2 0 2 0Q0 0 0 3T2 6Q4 6 4 3.4H2.4',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6M1 0H3M1 6H3',
  J: 'M3.4 0V4.4Q3.4 6 1.8 6T0 4.6',
  K: 'M0 0V6M4 0L0 3.4M1.4 2.4L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3.6L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0Q0 0 0 3T2 6T4 3T2 0Z',
  P: 'M0 6V0H2.4Q4 0 4 1.7T2.4 3.4H0',
  Q: 'M2 0Q0 0 0 3T2 6T4 3T2 0ZM2.6 4.4L4.2 6.4',
  R: 'M0 6V0H2.4Q4 0 4 1.7T2.4 3.4H0M2 3.4L4 6',
  S: 'M3.8 1Q3.2 0 2 0Q.2 0 .2 1.5T2 3T4 4.5T2 6Q.6 6 0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4Q0 6 2 6T4 4V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
  0: 'M2 0Q0 0 0 3T2 6T4 3T2 0ZM.8 5L3.2 1',
  1: 'M.8 1.2L2.2 0V6M.8 6H3.6',
  2: 'M.2 1.4Q.4 0 2 0T3.8 1.6Q3.8 2.8 0 6H4',
  3: 'M.2 .8Q1 0 2 0Q3.6 0 3.6 1.5T1.6 3Q4 3 4 4.5T2 6Q.8 6 0 5.2',
  4: 'M3 6V0L0 4.2H4',
  5: 'M3.6 0H.6L.3 2.8Q1 2.3 2 2.3Q4 2.3 4 4.1T2 6Q.8 6 0 5.2',
  6: 'M3.4 .4Q0 1 0 4Q0 6 2 6T4 4.1T2 2.4T.1 3.8',
  7: 'M0 0H4L1.4 6',
  8: 'M2 3Q.3 3 .3 1.5T2 0T3.7 1.5T2 3Q0 3 0 4.5T2 6T4 4.5T2 3',
  9: 'M.6 5.6Q4 5 4 2Q4 0 2 0T0 1.9T2 3.6T3.9 2.2',
  '-': 'M.8 3H3.2',
  "'": 'M2 0V1.4',
  ',': 'M2 5.4V6L1.4 7.2',
  '.': 'M2 5.9V6',
  ':': 'M2 1.9V2M2 4.9V5',
  '!': 'M2 0V4M2 5.9V6',
  '?': 'M.4 1.2Q.6 0 2 0T3.6 1.6T2 3.4V4M2 5.9V6',
};

/** The share of a text's letters that the alphabet has: below half, a title would be a row of boxes. */
export function legibility(text: string): number {
  const letters = lettersOf(text.toUpperCase()).filter((character) => character !== ' ');
  return letters.filter((character) => STROKES[character] !== undefined).length / Math.max(1, letters.length);
}

/** What the alphabet lacks becomes an empty frame, as fonts do. */
const MISSING = 'M0 0H4V6H0Z';

const PITCH = 5.6;

export interface Lettered {
  /** Paths one unit a grid step, from (0, 0). */
  paths: string;
  width: number;
  height: number;
}

export function letter(text: string): Lettered {
  const letters = lettersOf(text.toUpperCase());
  const paths = letters.map((character, at) => {
    const path = character === ' ' ? '' : (STROKES[character] ?? MISSING);
    return path === '' ? '' : `<path transform="translate(${at * PITCH} 0)" d="${path}"/>`;
  });
  return { paths: paths.join(''), width: Math.max(4, letters.length * PITCH - 1.6), height: 6 };
}

/** Accents fall off: "é" is "e". */
function lettersOf(text: string): string[] {
  return [...text.normalize('NFKD').replace(/\p{M}/gu, '')];
}
