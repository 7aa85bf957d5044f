/** A house. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import { pane } from './parts/buildings.ts';
import type { Subject } from './subject.ts';

export const house: Subject = {
  words: {
    en: 'house cottage hut houses',
    de: 'haus hütte',
    fr: 'maison cabane',
    es: 'casa cabaña',
    pt: 'casa',
    it: 'casa',
    nl: 'huis',
    pl: 'dom',
    ru: 'дом',
    uk: 'будинок хата',
    zh: '房子',
    ja: '家',
    ko: '집',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#b5543c',
  size: 0.36,
  metres: 9,
  draw,
};

const WALLS = ['#f0e2c8', '#f5f0e6', '#e8cfa8', '#dfe6e4', '#edd9cf'];

function draw(b: Brush): string {
  const wall = WALLS[Math.floor(b.random() * WALLS.length)]!;
  return (
    oval([100, 190, 92, 5], '#000000', 'fill-opacity="0.22"') +
    box([134, 34, 17, 40], b.side('#8a4a38')) +
    [
      [144, 22, 8],
      [150, 8, 11],
      [162, -8, 14],
    ]
      .map(([x, y, r]) => oval([x!, y!, r!, r! * 0.8], b.ink('#e8e8ea'), 'fill-opacity="0.55"'))
      .join('') +
    box([34, 92, 132, 98], b.side(wall, 1.05, 0.75)) +
    shape('M34 106 H166 V92 H34 Z', '#000000', 'fill-opacity="0.18"') +
    shape('M18 100 L100 32 L182 100 L172 106 L100 50 L28 106 Z', b.ink(b.main, 0.6)) +
    shape('M100 34 L176 98 H24 Z', b.side(b.main, 1.2, 0.7)) +
    line('M60 84 H140 M46 94 H154 M78 68 H122', b.ink(b.main, 0.62), 1.6) +
    box([86, 134, 28, 56], b.side('#6a4226', 1.2, 0.8), 'rx="3"') +
    oval([108, 164, 2.4, 2.4], b.ink('#e8c25a')) +
    pane(b, [46, 124, 28, 30]) +
    pane(b, [126, 124, 28, 30]) +
    oval([100, 80, 9, 9], b.lamps === 'lit' ? b.lamp('#ffd27a') : b.ink('#7fa2b5')) +
    [40, 54, 66, 134, 146, 160].map((x) => oval([x, 186, 9, 8], b.ball('#4d8f3c'))).join('')
  );
}
