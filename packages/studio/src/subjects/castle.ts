/** A castle. */
import { type Brush, box, line, shape } from '../paint/brush.ts';
import { pane } from './parts/buildings.ts';
import type { Subject } from './subject.ts';

export const castle: Subject = {
  words: {
    en: 'castle fortress palace castles',
    de: 'schloss burg',
    fr: 'château chateau',
    es: 'castillo',
    pt: 'castelo',
    it: 'castello',
    nl: 'kasteel',
    pl: 'zamek',
    ru: 'замок',
    uk: 'замок',
    zh: '城堡',
    ja: '城',
    ko: '성',
  },
  footing: 'ground',
  home: 'mountains',
  colour: '#b3a894',
  size: 0.52,
  metres: 50,
  flags: 'drawn',
  draw,
};

function draw(b: Brush): string {
  const tower = (x: number, y: number, w: number) => {
    const merlons = Array.from({ length: 4 }, (_, at) => box([x + (at * w) / 4, y - 8, w / 7, 9], b.ink(b.main)));
    return (
      box([x, y, w, 190 - y], b.side(b.main, 1.15, 0.6)) +
      merlons.join('') +
      shape(`M${x - 4} ${y - 7} L${x + w / 2} ${y - 50} L${x + w + 4} ${y - 7} Z`, b.side('#3f5f94', 1.2, 0.6)) +
      line(`M${x + w / 2} ${y - 50} v-14`, b.ink('#4a3020'), 1.8) +
      shape(`M${x + w / 2} ${y - 64} l16 5 l-16 6 Z`, b.ink('#d8323c')) +
      pane(b, [x + w / 2 - 4, y + 20, 8, 14])
    );
  };
  const wall = Array.from({ length: 9 }, (_, at) => box([34 + at * 15, 120, 9, 9], b.ink(b.main, 0.92)));
  return (
    tower(76, 78, 48) +
    box([34, 128, 132, 62], b.fall(b.main, 1.02, 0.7)) +
    wall.join('') +
    tower(14, 102, 34) +
    tower(152, 102, 34) +
    shape('M84 190 V158 C84 138 116 138 116 158 V190 Z', b.fall('#3a2718', 1, 0.6)) +
    line('M92 144 V190 M100 142 V190 M108 144 V190 M85 164 H115 M85 178 H115', b.ink('#1d130c'), 1.6) +
    line('M52 150 h12 M60 164 h12 M128 146 h12 M136 168 h12 M50 178 h10', b.ink(b.main, 0.66), 1.8)
  );
}
