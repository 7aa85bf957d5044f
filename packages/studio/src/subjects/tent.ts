/** A tent. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const tent: Subject = {
  words: {
    en: 'tent tents camping campsite',
    de: 'zelt',
    fr: 'tente',
    es: 'tienda-de-campaña carpa',
    pt: 'barraca tenda',
    it: 'tenda',
    nl: 'tent',
    pl: 'namiot',
    ru: 'палатка',
    uk: 'намет',
    zh: '帐篷',
    ja: 'テント',
    ko: '텐트',
  },
  footing: 'ground',
  home: 'mountains',
  colour: '#e07b2a',
  size: 0.34,
  metres: 2.5,
  draw,
};

function draw(b: Brush): string {
  const lit = b.lamps === 'lit';
  return (
    oval([100, 190, 96, 6], '#000000', 'fill-opacity="0.25"') +
    (lit ? oval([100, 130, 130, 100], b.glow('#ffb54a', 0.5)) : '') +
    shape('M100 48 L150 60 L196 190 H140 Z', b.side(b.main, 0.8, 0.5)) +
    shape('M100 48 L4 190 H144 Z', lit ? b.lamp('#ffb24a') : b.side(b.main, 1.25, 0.85)) +
    shape('M98 60 L66 190 H120 Z', lit ? b.lamp('#ffe3a0') : b.ink(b.main, 0.32)) +
    shape('M98 58 L66 190 L50 190 Z', b.ink(b.main, 1.1)) +
    line('M100 48 V40 M4 190 L-8 194 M196 190 L208 194', b.ink('#3a3026'), 2.6)
  );
}
