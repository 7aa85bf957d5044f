/** A fish. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { gaze } from './parts/sea-life.ts';
import type { Subject } from './subject.ts';

export const fish: Subject = {
  words: {
    en: 'fish fishes goldfish clownfish',
    de: 'fisch fische',
    fr: 'poisson poissons',
    es: 'pez peces',
    pt: 'peixe peixes',
    it: 'pesce pesci',
    nl: 'vis',
    pl: 'ryba',
    ru: 'рыба',
    uk: 'риба',
    zh: '鱼',
    ja: '魚',
    ko: '물고기',
  },
  footing: 'water',
  home: 'underwater',
  colour: '#f2792a',
  size: 0.26,
  metres: 0.3,
  limbs: { stride: 1, cycles: 1.5, poses: 8 },
  draw,
};

/** A tail fin that sweeps towards the eye and away looks narrower and wider. */
function squeezed(b: Brush, body: string, root: number): string {
  const wide = 1 - 0.45 * b.stride * (0.5 + 0.5 * b.swing());
  return `<g transform="translate(${root - root * wide} 0) scale(${wide} 1)">${body}</g>`;
}

function draw(b: Brush): string {
  const fin = b.fall(b.main, 1.2, 0.55);
  return (
    squeezed(b, shape('M52 100 C30 70 12 66 8 72 C18 90 18 110 8 130 C14 136 32 130 52 102 Z', fin), 52) +
    shape('M86 64 C100 34 128 32 142 46 L140 66 Z M92 136 C104 160 122 160 130 150 L126 132 Z', fin) +
    shape('M44 100 C64 52 138 46 184 92 C190 98 190 102 184 108 C138 156 64 148 44 100 Z', b.ball(b.main)) +
    shape('M146 60 C136 84 136 118 146 140 L160 130 C152 112 152 88 160 70 Z', b.ink('#fdfaf2')) +
    shape('M92 56 C82 84 82 118 92 144 L108 146 C100 118 100 84 108 53 Z', b.ink('#fdfaf2')) +
    shape('M112 104 C104 120 90 124 82 120 C88 112 96 104 112 98 Z', fin) +
    oval([166, 88, 9, 9], b.ink('#ffffff')) +
    gaze(b, [168, 88, 5.6]) +
    line('M184 108 C178 112 174 112 170 110', b.ink(b.main, 0.4), 2.4)
  );
}
