/** A mushroom. */
import { type Brush, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const mushroom: Subject = {
  words: {
    en: 'mushroom mushrooms toadstool',
    de: 'pilz',
    fr: 'champignon',
    es: 'hongo seta',
    pt: 'cogumelo',
    it: 'fungo',
    nl: 'paddenstoel',
    pl: 'grzyb',
    ru: 'гриб',
    uk: 'гриб',
    zh: '蘑菇',
    ja: 'キノコ',
    ko: '버섯',
  },
  footing: 'ground',
  home: 'forest',
  colour: '#d2302c',
  size: 0.36,
  metres: 0.15,
  draw,
};

function draw(b: Brush): string {
  const spot = (x: number, y: number, r: number) => oval([x, y, r, r * 0.8], b.ink('#fff7e6'));
  return (
    oval([100, 190, 60, 6], '#000000', 'fill-opacity="0.25"') +
    shape(
      'M82 96 C86 130 74 170 72 190 C90 196 112 196 128 190 C126 170 114 130 118 96 Z',
      b.side('#f4ead2', 1.05, 0.7),
    ) +
    shape('M78 112 C88 124 112 124 122 112 L124 120 C112 132 88 132 76 120 Z', b.ink('#e6d8b8')) +
    shape('M14 104 C14 48 60 18 100 18 C140 18 186 48 186 104 C160 116 40 116 14 104 Z', b.ball(b.main)) +
    shape('M20 104 C50 114 150 114 180 104 C150 122 50 122 20 104 Z', b.fall('#f4e4c4', 0.95, 0.6)) +
    spot(100, 40, 13) +
    spot(64, 60, 11) +
    spot(138, 62, 12) +
    spot(96, 78, 9) +
    spot(40, 90, 8) +
    spot(164, 92, 8) +
    spot(128, 94, 6) +
    spot(70, 96, 6)
  );
}
