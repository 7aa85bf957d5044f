/** A bottle. */
import { type Brush, box, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const bottle: Subject = {
  words: {
    en: 'bottle perfume fragrance bottles',
    de: 'flasche',
    fr: 'bouteille',
    es: 'botella',
    pt: 'garrafa',
    it: 'bottiglia',
    nl: 'fles',
    pl: 'butelka',
    ru: 'бутылка',
    uk: 'пляшка',
    zh: '瓶子',
    ja: '瓶',
    ko: '병',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#d9a05c',
  size: 0.66,
  metres: 0.18,
  glass: { floor: 0.08, half: 0.2, tall: 0.5, solid: true },
  neck: 'pours',
  draw,
};

function draw(b: Brush): string {
  return (
    box([82, 8, 36, 34], b.side('#2a2622', 1.7, 0.8), 'rx="4"') +
    box([90, 40, 20, 16], b.side('#d8b45a', 1.4, 0.7)) +
    box([46, 54, 108, 136], b.side(b.main, 1.35, 0.6), 'rx="18"') +
    box([56, 66, 88, 114], b.fall(b.main, 1.5, 0.85), 'rx="12" fill-opacity="0.75"') +
    box([68, 102, 64, 46], b.ink('#fbf6ea'), 'rx="3"') +
    `<rect x="72" y="106" width="56" height="38" fill="none" stroke="${b.ink('#b8923c')}" stroke-width="1.6"/>` +
    shape('M100 112 l4 9 l9 1 l-7 6 l2 9 l-8 -5 l-8 5 l2 -9 l-7 -6 l9 -1 Z', b.ink('#b8923c')) +
    box([56, 66, 13, 112], '#ffffff', 'rx="6" fill-opacity="0.5"') +
    box([138, 72, 5, 100], '#ffffff', 'rx="2" fill-opacity="0.3"')
  );
}
