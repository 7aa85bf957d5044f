/** A balloon. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const balloon: Subject = {
  words: {
    en: 'balloon balloons hot-air-balloon',
    de: 'heißluftballon ballon luftballon',
    fr: 'montgolfière ballon',
    es: 'globo',
    pt: 'balão',
    it: 'mongolfiera palloncino',
    nl: 'ballon',
    pl: 'balon',
    ru: 'воздушный-шар шарик шар шаром',
    uk: 'повітряна-куля кулька',
    zh: '气球',
    ja: '気球 風船',
    ko: '풍선',
  },
  footing: 'sky',
  home: 'desert',
  colour: '#dc3a3a',
  size: 0.4,
  metres: 22,
  way: 'flies',
  shades: 'many',
  poses: { toy: 'balloon' },
  held: 'by a string',
  draw,
};

function draw(b: Brush): string {
  const gore = (from: number, to: number, colour: string) =>
    shape(
      `M100 6 C${from} 6 ${from} 90 ${100 + (from - 100) * 0.22} 142 H${100 + (to - 100) * 0.22} C${to} 90 ${to} 6 100 6 Z`,
      colour,
    );
  const stripes = [0, 8, 42, 76, 100, 124, 158, 192, 200];
  const gores = stripes
    .slice(1, -2)
    .map((from, at) =>
      gore(from, stripes[at + 2]!, at % 2 === 0 ? b.ink(b.main, 1.12 - at * 0.07) : b.ink('#fdf6e8', 1.05 - at * 0.06)),
    );
  return (
    `<clipPath id="envelope${b.main.join('')}"><path d="M100 6 C40 6 10 50 20 86 C28 116 66 134 78 144 H122 C134 134 172 116 180 86 C190 50 160 6 100 6 Z"/></clipPath>` +
    `<g clip-path="url(#envelope${b.main.join('')})">${box([0, 0, 200, 150], b.ink(b.main))}${gores.join('')}` +
    shape('M100 6 C190 6 190 90 130 146 H200 V0 Z', '#000820', 'fill-opacity="0.2"') +
    shape('M60 24 C40 44 40 76 52 98 C50 70 56 44 76 20 Z', '#ffffff', 'fill-opacity="0.4"') +
    '</g>' +
    line('M80 144 L88 170 M120 144 L112 170 M94 145 L96 170 M106 145 L104 170', b.ink('#4a3626'), 1.6) +
    (b.lamps === 'lit' ? oval([100, 138, 60, 50], b.glow('#ffb04a', 0.75)) : '') +
    box([86, 168, 28, 22], b.side('#8a5a30', 1.2, 0.6), 'rx="4"') +
    line('M86 174 H114 M86 181 H114', b.ink('#5a381c'), 1.6)
  );
}
