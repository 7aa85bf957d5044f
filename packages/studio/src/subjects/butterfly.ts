/** A butterfly. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const butterfly: Subject = {
  words: {
    en: 'butterfly butterflies moth',
    de: 'schmetterling',
    fr: 'papillon',
    es: 'mariposa',
    pt: 'borboleta',
    it: 'farfalla',
    nl: 'vlinder',
    pl: 'motyl',
    ru: 'бабочка',
    uk: 'метелик',
    zh: '蝴蝶',
    ja: '蝶',
    ko: '나비',
  },
  footing: 'sky',
  home: 'meadow',
  colour: '#f0861f',
  size: 0.26,
  metres: 0.08,
  limbs: { stride: 1, cycles: 2, poses: 8 },
  way: 'flies',
  shades: 'many',
  draw,
};

function draw(b: Brush): string {
  const spot = (x: number, y: number, r: number) => oval([x, y, r, r], b.ink('#fff3d0'));
  const wing =
    shape('M104 96 C120 40 176 14 190 40 C198 76 160 104 106 106 Z', b.ball(b.main)) +
    shape('M106 108 C150 104 180 128 168 156 C150 180 116 160 104 118 Z', b.ball(b.main)) +
    line('M106 100 L182 38 M106 102 L176 78 M106 112 L160 152', b.ink('#241611'), 2.4) +
    `<path d="M104 96 C120 40 176 14 190 40 C198 76 160 104 106 106 Z M106 108 C150 104 180 128 168 156 C150 180 116 160 104 118 Z" fill="none" stroke="${b.ink('#241611')}" stroke-width="6"/>` +
    spot(184, 46, 3) +
    spot(187, 60, 3) +
    spot(180, 74, 3) +
    spot(164, 150, 3) +
    spot(170, 140, 3);
  const open = b.stride === 0 ? 1 : 0.66 + 0.34 * b.swing(0.1);
  const side = (sign: number) =>
    `<g transform="translate(${100 - sign * 100 * open} 0) scale(${sign * open} 1)">${wing}</g>`;
  return (
    `<g transform="rotate(-14 100 100)">${side(-1)}${side(1)}` +
    oval([100, 108, 6, 38], b.ink('#241611')) +
    line('M99 74 C94 58 86 48 78 44 M101 74 C106 58 114 48 122 44', b.ink('#241611'), 2.6) +
    '</g>'
  );
}
