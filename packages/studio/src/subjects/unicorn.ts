/** An unicorn. */
import { type Brush, line, shape } from '../paint/brush.ts';
import { horse } from './horse.ts';
import type { Subject } from './subject.ts';

export const unicorn: Subject = {
  words: {
    en: 'unicorn unicorns',
    de: 'einhorn',
    fr: 'licorne',
    es: 'unicornio',
    pt: 'unicórnio',
    it: 'unicorno',
    nl: 'eenhoorn',
    pl: 'jednorożec',
    ru: 'единорог',
    uk: 'єдиноріг',
    zh: '独角兽',
    ja: 'ユニコーン',
    ko: '유니콘',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#f4eef6',
  size: 0.5,
  metres: 2.5,
  limbs: 'legs and tail',
  seat: { high: 0.52, back: 0.05 },
  legs: 'four',
  head: { brow: { x: 146, y: 30, wide: 28 }, eyes: { x: 164, y: 47, wide: 26 }, neck: { x: 138, y: 80, wide: 46 } },
  draw,
};

function draw(b: Brush): string {
  return (
    horse.draw(b) +
    shape('M160 28 L181 -6 L167 33 Z', b.side('#f2cf6a', 1.3, 0.8)) +
    line('M163 24 L170 27 M167 16 L173 19', b.ink('#b98a2a'), 1.6)
  );
}
