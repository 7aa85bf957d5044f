/** A ramen. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const ramen: Subject = {
  words: {
    en: 'ramen noodles udon pho noodle',
    de: 'nudelsuppe',
    fr: 'soupe',
    es: 'sopa',
    pt: 'sopa',
    it: 'zuppa',
    zh: '拉面 面条',
    ja: 'ラーメン',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#a83a34',
  size: 0.56,
  metres: 0.2,
  draw,
};

function draw(b: Brush): string {
  const noodles = [0, 1, 2, 3, 4].map((at) => `M${46 + at * 9} ${96 + at * 2} q14 -9 28 0 t28 0`);
  const steam = [76, 100, 124].map((x) => `M${x} 62 C${x - 9} 50 ${x + 9} 40 ${x} 26`);
  return (
    line(steam.join(' '), b.ink('#f4f1ea'), 3.4).replace('/>', ' opacity="0.55"/>') +
    shape('M16 98 H184 C184 142 152 178 120 182 H80 C48 178 16 142 16 98 Z', b.side(b.main, 1.15, 0.6)) +
    box([74, 180, 52, 10], b.side(b.main, 0.95, 0.5), 'rx="3"') +
    oval([100, 98, 84, 23], b.ink(b.main, 1.2)) +
    oval([100, 99, 77, 19], b.fall('#b8712a', 1.15, 0.9)) +
    line(noodles.join(' '), b.ink('#f5d98a'), 4.6) +
    oval([74, 92, 18, 11], b.ball('#fbf8f0')) +
    oval([74, 92, 9.5, 6.4], b.ball('#f2a52a')) +
    oval([128, 88, 20, 9], b.fall('#c98a6a', 1.15, 0.8)) +
    oval([128, 88, 13, 5], b.ink('#e3b598')) +
    box([140, 62, 24, 34], b.side('#20402c', 1.3, 0.8), 'rx="2"') +
    [
      [96, 106],
      [108, 110],
      [118, 104],
      [88, 110],
      [132, 106],
    ]
      .map(([x, y]) => oval([x!, y!, 4.4, 2.6], b.ink('#4fa044')))
      .join('') +
    line('M150 108 L196 44 M140 108 L186 40', b.ink('#7a3f22'), 4.4) +
    line('M24 118 C36 146 60 164 84 172', b.ink(b.main, 1.5), 3)
  );
}
