/** A sunflower. */
import { type Brush, line, oval, shape, turned } from '../paint/brush.ts';
import { leaf, ring, STEM } from './parts/plants.ts';
import type { Subject } from './subject.ts';

export const sunflower: Subject = {
  words: {
    en: 'sunflower sunflowers',
    de: 'sonnenblume',
    fr: 'tournesol',
    es: 'girasol',
    pt: 'girassol',
    it: 'girasole',
    nl: 'zonnebloem',
    pl: 'słonecznik',
    ru: 'подсолнух',
    uk: 'соняшник',
    zh: '向日葵',
    ja: 'ひまわり ヒマワリ',
    ko: '해바라기',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#f0bd1f',
  lends: 'colour',
  size: 0.6,
  metres: 1.8,
  flower: { nearest: 0.34 },
  lies: 'about',
  draw,
};

function draw(b: Brush): string {
  const petal = (light: number, length: number) => (degrees: number) =>
    turned(
      shape(
        `M92 62 C84 ${40 - length} 96 ${18 - length} 100 ${12 - length} C104 ${18 - length} 116 ${40 - length} 108 62 Z`,
        b.ink(b.main, light),
      ),
      [degrees, 100, 68],
    );
  const seeds = Array.from({ length: 60 }, (_, at) => {
    const away = 2.6 * Math.sqrt(at);
    return oval([100 + away * Math.cos(at * 2.4), 68 + away * Math.sin(at * 2.4), 1.4, 1.4], b.ink('#b5803a'));
  });
  return (
    line('M100 92 C104 130 98 160 100 194', b.ink(STEM), 8) +
    leaf(b, [100, 150, -28]) +
    leaf(b, [100, 164, 206]) +
    `<g transform="rotate(11 100 68)">${ring(16, petal(0.78, 0))}</g>` +
    ring(16, petal(1.08, -5)) +
    oval([100, 68, 25, 25], b.ball('#5c3a1c')) +
    seeds.join('')
  );
}
