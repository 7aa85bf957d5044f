/** A jellyfish. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const jellyfish: Subject = {
  words: {
    en: 'jellyfish jellyfishes medusa',
  },
  footing: 'water',
  home: 'underwater',
  colour: '#e58ac8',
  size: 0.46,
  metres: 0.5,
  limbs: { stride: 1, cycles: 0.6, poses: 10 },
  shades: 'many',
  draw,
};

function draw(b: Brush): string {
  const pulse = 1 + 0.08 * b.stride * b.swing();
  const strands = [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const x = 58 + index * 14;
    const bend = index % 2 === 0 ? 14 : -14;
    return `M${x} 96 C${x + bend} 122 ${x - bend} 146 ${x + bend * 0.7} ${176 + (index % 3) * 8}`;
  });
  return (
    oval([100, 86, 98, 90], b.glow(b.main, 0.4)) +
    `<g opacity="0.75">${line(strands.join(' '), b.lamp(b.main), 2.6)}</g>` +
    `<g opacity="0.85" transform="translate(${6 * b.swing(0.4)} 0) skewX(${-4 * b.stride * b.swing(0.4)})">${line('M86 92 C74 120 96 140 84 172 M114 92 C126 120 104 140 116 172 M100 94 C92 124 110 144 100 178', b.ink(b.main, 1.5), 8)}</g>` +
    `<g transform="translate(${100 - 100 * pulse} ${95 - 95 / pulse}) scale(${pulse} ${1 / pulse})">` +
    shape(
      'M38 92 C34 40 66 14 100 14 C134 14 166 40 162 92 C156 104 148 92 140 98 C132 106 124 94 116 100 C108 106 100 96 92 100 C84 106 76 94 68 99 C58 104 46 102 38 92 Z',
      b.ball(b.main),
      'fill-opacity="0.9"',
    ) +
    shape('M56 70 C58 42 78 26 98 24 C78 36 68 54 68 78 Z', '#ffffff', 'fill-opacity="0.5"') +
    oval([100, 70, 30, 22], '#ffffff', 'fill-opacity="0.22"') +
    '</g>'
  );
}
