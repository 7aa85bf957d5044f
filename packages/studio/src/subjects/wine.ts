/** A wine. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { SHEEN } from './parts/food.ts';
import type { Subject } from './subject.ts';

export const wine: Subject = {
  words: {
    en: 'wine champagne goblet wineglass wine-glass',
    de: 'wein',
    fr: 'vin',
    es: 'vino',
    pt: 'vinho',
    it: 'vino',
    nl: 'wijn',
    pl: 'wino',
    ru: 'вино',
    uk: 'вино',
    zh: '葡萄酒',
    ja: 'ワイン',
    ko: '와인',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#8d1d3a',
  size: 0.66,
  metres: 0.2,
  glass: { floor: 0.5, half: 0.16, tall: 0.3, solid: true },
  draw,
};

function draw(b: Brush): string {
  return (
    oval([100, 186, 44, 8], b.fall('#e6eef2', 1.1, 0.7), 'fill-opacity="0.9"') +
    line('M100 116 V184', b.ink('#dbe6ea'), 6) +
    shape('M58 12 C50 70 62 118 100 118 C138 118 150 70 142 12 Z', '#e8f2f6', 'fill-opacity="0.35"') +
    shape('M55 58 C56 92 70 116 100 116 C130 116 144 92 145 58 Z', b.side(b.main, 1.2, 0.55)) +
    oval([100, 58, 45, 9], b.ink(b.main, 1.25)) +
    `<ellipse cx="100" cy="12" rx="42" ry="7" fill="none" stroke="${b.ink('#eef6f8')}" stroke-width="2.6"/>` +
    shape('M66 20 C62 56 66 86 78 102 C72 76 72 46 78 20 Z', '#ffffff', SHEEN)
  );
}
