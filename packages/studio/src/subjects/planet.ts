/** A planet. */

import { type Brush, box, oval, shape } from '../paint/brush.ts';
import type { Colour } from '../picture/colour.ts';
import type { Subject } from './subject.ts';

export const planet: Subject = {
  words: {
    en: 'planet planets saturn jupiter',
    de: 'planet',
    fr: 'planète',
    es: 'planeta',
    pt: 'planeta',
    it: 'pianeta',
    nl: 'planeet',
    pl: 'planeta',
    ru: 'планета',
    uk: 'планета',
    zh: '行星',
    ja: '惑星',
    ko: '행성',
  },
  footing: 'sky',
  home: 'space',
  colour: '#8a5fd0',
  size: 0.6,
  metres: 10000000,
  shape: 'round',
  fills: 'space',
  draw,
};

function draw(b: Brush): string {
  const bands = [
    [-46, 16, 0.7],
    [-24, 12, 1.2],
    [-4, 18, 0.82],
    [20, 12, 1.25],
    [40, 20, 0.66],
  ].map(([y, h, light]) =>
    shape(
      `M20 ${100 + y!} C60 ${108 + y!} 140 ${92 + y!} 180 ${100 + y!} V${100 + y! + h!} C140 ${92 + y! + h!} 60 ${108 + y! + h!} 20 ${100 + y! + h!} Z`,
      b.lamp(b.main.map((tone) => Math.min(255, tone * light!)) as unknown as Colour),
      'fill-opacity="0.8"',
    ),
  );
  const arc = (sweep: number, stroke: string, width: number) =>
    `<path d="M2 118 A100 26 0 0 ${sweep} 198 82" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
  return (
    oval([100, 100, 92, 92], b.glow(b.main, 0.5)) +
    `<g transform="rotate(-6 100 100)">${arc(1, b.lamp('#c9b8d8'), 9)}</g>` +
    '<clipPath id="disc"><circle cx="100" cy="100" r="62"/></clipPath>' +
    `<g clip-path="url(#disc)"><g transform="rotate(-14 100 100)">${box([0, 0, 200, 200], b.lamp(b.main))}${bands.join('')}</g>` +
    shape('M100 30 C170 40 176 160 100 170 C190 170 200 30 100 30 Z', '#05030f', 'fill-opacity="0.55"') +
    shape('M120 34 C184 60 176 150 120 166 C200 166 210 34 120 34 Z', '#05030f', 'fill-opacity="0.6"') +
    '</g>' +
    `<g transform="rotate(-6 100 100)">${arc(0, b.lamp('#e6d8ee'), 9)}${arc(0, b.lamp('#8a789c'), 2)}</g>`
  );
}
