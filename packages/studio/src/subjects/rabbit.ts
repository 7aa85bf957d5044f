/** A rabbit. */
import { type Brush, line, oval, shape, turned } from '../paint/brush.ts';
import { CREAM, eye } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const rabbit: Subject = {
  words: {
    en: 'rabbit bunny hare rabbits bunnies',
    de: 'hase kaninchen',
    fr: 'lapin lapins',
    es: 'conejo conejos',
    pt: 'coelho coelhos',
    it: 'coniglio conigli',
    nl: 'konijn',
    pl: 'królik',
    ru: 'кролик',
    uk: 'кролик',
    zh: '兔子',
    ja: '兎 うさぎ ウサギ',
    ko: '토끼',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#b9a58d',
  size: 0.34,
  metres: 0.4,
  limbs: 'legs',
  head: { brow: { x: 122, y: 64, wide: 38 }, eyes: { x: 134, y: 85, wide: 34 }, neck: { x: 122, y: 118, wide: 48 } },
  draw,
};

function draw(b: Brush): string {
  const ear = (x: number, turn: number) =>
    turned(oval([x, 34, 11, 34], b.fall(b.main)) + oval([x, 36, 5.5, 25], b.ink('#e9aeb0')), [turn, x, 66]);
  const hop = -30 * b.stride * Math.max(0, b.swing());
  return (
    `<g transform="translate(0 ${hop}) rotate(${-6 * b.stride * b.swing(0.25)} 90 150)">` +
    oval([40, 164, 15, 15], b.ball('#fbf7f0')) +
    oval([84, 152, 48, 38], b.ball(b.main)) +
    shape('M50 188 C48 168 80 160 92 178 L96 190 H54 Z', b.fall(b.main, 1.2, 0.8)) +
    ear(116, -14) +
    ear(134, 12) +
    oval([126, 92, 34, 31], b.ball(b.main)) +
    shape('M112 120 C106 150 112 176 118 190 H140 C142 160 146 140 142 118 Z', b.fall(b.main, 1.15, 0.75)) +
    oval([140, 104, 17, 12], b.ink(CREAM)) +
    eye(b, [134, 86, 6]) +
    shape('M146 97 h9 l-4.5 6 Z', b.ink('#d97a86')) +
    line('M150 106 L176 100 M150 109 L176 112', b.ink('#fffaf0'), 1.2) +
    oval([126, 187, 15, 6], b.ink(b.main, 1.1)) +
    '</g>'
  );
}
