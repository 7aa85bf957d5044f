/** An owl. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { CREAM, eye } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const owl: Subject = {
  words: {
    en: 'owl owls',
    de: 'eule eulen',
    fr: 'hibou chouette',
    es: 'búho buho',
    pt: 'coruja',
    it: 'gufo',
    nl: 'uil',
    pl: 'sowa',
    ru: 'сова',
    uk: 'сова',
    zh: '猫头鹰',
    ja: 'フクロウ',
    ko: '부엉이',
  },
  footing: 'ground',
  home: 'forest',
  colour: '#8a6a44',
  size: 0.42,
  metres: 0.45,
  life: 'living',
  poses: { aloft: 'owl-in-flight' },
  head: { brow: { x: 100, y: 26, wide: 66 }, eyes: { x: 100, y: 57, wide: 76 }, neck: { x: 100, y: 88, wide: 76 } },
  draw,
};

function stump(b: Brush): string {
  return (
    shape(
      'M58 162 C61 174 57 184 42 191 C64 188 72 192 84 190 C96 193 110 189 122 191 C132 189 146 190 160 191 C144 184 140 174 142 162 Z',
      b.side('#6b4a2f', 1.15, 0.6),
    ) +
    line(
      'M74 172 C73 180 76 184 73 189 M98 174 C100 180 97 184 99 189 M122 172 C121 180 125 184 126 188',
      b.ink('#47301e'),
      2,
    ) +
    oval([100, 162, 42, 9], b.ink('#c09a68')) +
    `<ellipse cx="100" cy="162" rx="27" ry="5.6" fill="none" stroke="${b.ink('#96703f')}" stroke-width="1.8"/>`
  );
}

function draw(b: Brush): string {
  const feathers = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2, 3].map((column) => `M${76 + column * 16 - (row % 2) * 6} ${112 + row * 15} q6 9 12 0`),
  );
  return (
    stump(b) +
    '<g transform="translate(15 2) scale(0.85)">' +
    shape(
      'M100 20 C150 20 152 80 148 120 C146 158 128 182 100 182 C72 182 54 158 52 120 C48 80 50 20 100 20 Z',
      b.side(b.main, 1.2, 0.72),
    ) +
    shape('M58 46 L52 10 L86 30 Z M142 46 L148 10 L114 30 Z', b.ink(b.main, 0.8)) +
    shape('M100 100 C130 100 132 140 124 164 C116 178 84 178 76 164 C68 140 70 100 100 100 Z', b.fall(CREAM, 1, 0.8)) +
    line(feathers.join(' '), b.ink(b.main, 0.7), 3) +
    shape(
      'M54 92 C40 120 46 156 66 172 C72 146 70 116 62 94 Z M146 92 C160 120 154 156 134 172 C128 146 130 116 138 94 Z',
      b.fall(b.main, 0.85, 0.5),
    ) +
    oval([78, 66, 25, 25], b.ball(CREAM)) +
    oval([122, 66, 25, 25], b.ball(CREAM)) +
    oval([80, 66, 15, 15], b.ink('#f5b62b')) +
    oval([120, 66, 15, 15], b.ink('#f5b62b')) +
    eye(b, [80, 66, 8.5]) +
    eye(b, [120, 66, 8.5]) +
    shape('M93 78 H107 L100 96 Z', b.fall('#e8a13a')) +
    line('M84 178 v10 M92 178 v10 M108 178 v10 M116 178 v10', b.ink('#e8a13a'), 6) +
    '</g>'
  );
}
