/** A guitar. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const guitar: Subject = {
  words: {
    en: 'guitar guitars',
    de: 'gitarre',
    fr: 'guitare',
    es: 'guitarra',
    pt: 'guitarra violão',
    it: 'chitarra',
    nl: 'gitaar',
    pl: 'gitara',
    ru: 'гитара',
    uk: 'гітара',
    zh: '吉他',
    ja: 'ギター',
    ko: '기타',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#c2702e',
  size: 0.78,
  metres: 1,
  lies: 'about',
  held: 'as it is played',
  draw,
};

function draw(b: Brush): string {
  const frets = Array.from({ length: 9 }, (_, at) => `M93 ${34 + at * 8} h14`).join(' ');
  return (
    `<g transform="rotate(14 100 100)">` +
    shape(
      'M64 106 C58 92 72 84 84 88 C92 92 108 92 116 88 C128 84 142 92 136 106 C132 118 134 124 142 134 C156 158 140 190 100 190 C60 190 44 158 58 134 C66 124 68 118 64 106 Z',
      b.ball(b.main),
    ) +
    `<path d="M64 106 C58 92 72 84 84 88 C92 92 108 92 116 88 C128 84 142 92 136 106 C132 118 134 124 142 134 C156 158 140 190 100 190 C60 190 44 158 58 134 C66 124 68 118 64 106 Z" fill="none" stroke="${b.ink('#4a2410')}" stroke-width="3"/>` +
    oval([100, 128, 17, 17], b.ink('#2a160c')) +
    `<circle cx="100" cy="128" r="20" fill="none" stroke="${b.ink('#f0d9a8')}" stroke-width="2"/>` +
    box([92, 22, 16, 96], b.side('#4a2c18', 1.2, 0.7)) +
    line(frets, b.ink('#d9d2c2'), 1.4) +
    shape('M88 -8 H112 L109 24 H91 Z', b.side('#3a2010', 1.3, 0.8)) +
    line('M84 -2 h-6 M84 8 h-6 M84 18 h-6 M116 -2 h6 M116 8 h6 M116 18 h6', b.ink('#d9d2c2'), 4) +
    box([82, 160, 36, 8], b.ink('#2a160c'), 'rx="2"') +
    line('M95 0 V164 M98 0 V164 M102 0 V164 M105 0 V164', b.ink('#f2ead8'), 0.9) +
    '</g>'
  );
}
