/** Creatures of the sea, drawn in a 200 by 200 field and swimming to the right. */
import { type Brush, line, oval, shape, turned } from '../brush.ts';

const INK = '#14202c';
const PALE = '#eaf2f5';

function gaze(b: Brush, [x, y, r]: [number, number, number]): string {
  return oval([x, y, r, r], b.ink(INK)) + oval([x + r * 0.3, y - r * 0.3, r * 0.4, r * 0.4], b.ink('#ffffff'));
}

/** A tail fin that sweeps towards the eye and away looks narrower and wider. */
function squeezed(b: Brush, body: string, root: number): string {
  const wide = 1 - 0.45 * b.stride * (0.5 + 0.5 * b.swing());
  return `<g transform="translate(${root - root * wide} 0) scale(${wide} 1)">${body}</g>`;
}

export function fish(b: Brush): string {
  const fin = b.fall(b.main, 1.2, 0.55);
  return (
    squeezed(b, shape('M52 100 C30 70 12 66 8 72 C18 90 18 110 8 130 C14 136 32 130 52 102 Z', fin), 52) +
    shape('M86 64 C100 34 128 32 142 46 L140 66 Z M92 136 C104 160 122 160 130 150 L126 132 Z', fin) +
    shape('M44 100 C64 52 138 46 184 92 C190 98 190 102 184 108 C138 156 64 148 44 100 Z', b.ball(b.main)) +
    shape('M146 60 C136 84 136 118 146 140 L160 130 C152 112 152 88 160 70 Z', b.ink('#fdfaf2')) +
    shape('M92 56 C82 84 82 118 92 144 L108 146 C100 118 100 84 108 53 Z', b.ink('#fdfaf2')) +
    shape('M112 104 C104 120 90 124 82 120 C88 112 96 104 112 98 Z', fin) +
    oval([166, 88, 9, 9], b.ink('#ffffff')) +
    gaze(b, [168, 88, 5.6]) +
    line('M184 108 C178 112 174 112 170 110', b.ink(b.main, 0.4), 2.4)
  );
}

export function whale(b: Brush): string {
  return (
    turned(
      shape('M34 92 C22 70 8 62 0 62 C4 78 10 86 22 96 C12 100 4 108 2 122 C16 120 30 112 40 102 Z', b.fall(b.main)),
      [12 * b.stride * b.swing(), 36, 97],
    ) +
    shape(
      'M28 96 C60 74 96 50 140 54 C182 58 200 84 198 100 C194 128 160 144 124 142 C84 140 52 116 28 96 Z',
      b.fall(b.main, 1.3, 0.7),
    ) +
    shape(
      'M196 106 C184 112 150 112 118 116 C90 120 70 118 58 112 C80 130 104 142 128 142 C162 142 192 128 196 106 Z',
      b.fall(PALE, 1, 0.75),
    ) +
    line(
      'M190 118 C170 124 140 126 112 126 M182 126 C164 132 140 134 120 133 M170 134 C156 138 142 139 132 139',
      b.ink(b.main, 0.75),
      1.8,
    ) +
    shape('M118 122 C112 146 98 166 82 172 C84 152 92 134 102 122 Z', b.fall(b.main, 0.95, 0.6)) +
    shape('M84 66 C78 54 68 48 60 50 C64 60 68 68 72 74 Z', b.ink(b.main, 0.85)) +
    gaze(b, [164, 98, 4]) +
    line('M196 104 C186 108 176 108 168 106', b.ink(b.main, 0.45), 2.4)
  );
}

export function dolphin(b: Brush): string {
  return (
    turned(
      shape(
        'M26 142 C12 138 2 144 0 154 C12 154 20 154 28 150 C26 160 28 168 36 174 C42 164 42 152 36 142 Z',
        b.ink(b.main, 0.85),
      ),
      [16 * b.stride * b.swing(), 34, 146],
    ) +
    shape(
      'M28 148 C44 100 92 62 140 70 C156 72 168 80 176 90 L196 98 C198 104 192 106 184 106 L166 108 C140 124 116 116 92 118 C66 122 44 134 36 150 Z',
      b.fall(b.main, 1.35, 0.7),
    ) +
    shape('M168 106 C140 124 112 116 90 119 C112 100 144 100 184 104 Z', b.fall(PALE, 1, 0.85)) +
    shape('M92 72 C88 52 76 42 62 40 C68 56 70 72 74 84 Z', b.ink(b.main, 0.85)) +
    shape('M122 110 C120 132 108 146 94 150 C96 134 100 120 106 112 Z', b.ink(b.main, 0.75)) +
    gaze(b, [160, 90, 3.6]) +
    line('M194 101 C182 102 174 101 168 98', b.ink(b.main, 0.45), 2)
  );
}

export function turtle(b: Brush): string {
  const paddle = 18 * b.stride * b.swing();
  const skin = b.fall('#8fae6a');
  const plates = [
    'M84 70 L112 68 L122 92 L104 110 L80 98 Z',
    'M52 90 L80 74 L76 98 L60 110 Z',
    'M116 70 L140 86 L142 106 L126 94 Z',
    'M64 112 L80 102 L102 114 L96 126 Z',
    'M108 114 L126 98 L142 110 L130 124 Z',
  ];
  return (
    turned(shape('M118 120 C126 150 118 176 98 188 C92 166 94 140 100 122 Z', skin), [paddle, 108, 122]) +
    turned(shape('M128 84 C146 60 152 34 140 18 C120 34 112 60 112 80 Z', b.fall('#7d9c5c')), [-paddle, 120, 82]) +
    turned(shape('M54 112 C38 122 26 138 30 150 C44 146 58 134 66 120 Z', skin), [paddle * 0.6, 60, 114]) +
    shape('M140 92 C150 78 172 72 184 84 C194 96 184 112 168 112 C154 114 144 108 140 104 Z', b.ball('#8fae6a')) +
    gaze(b, [174, 88, 4]) +
    shape('M40 110 C44 74 84 58 116 64 C142 70 152 92 148 110 C136 132 62 136 40 110 Z', b.ball(b.main)) +
    plates
      .map(
        (d) =>
          `<path d="${d}" fill="${b.ink(b.main, 0.72)}" stroke="${b.ink(b.main, 1.35)}" stroke-width="2.5" stroke-linejoin="round"/>`,
      )
      .join('')
  );
}

export function jellyfish(b: Brush): string {
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
      'opacity="0.9"',
    ) +
    shape('M56 70 C58 42 78 26 98 24 C78 36 68 54 68 78 Z', '#ffffff', 'opacity="0.5"') +
    oval([100, 70, 30, 22], '#ffffff', 'opacity="0.22"') +
    '</g>'
  );
}

export function shark(b: Brush): string {
  const beat = 10 * b.swing();
  return (
    shape(
      `M30 104 C18 96 8 ${84 + beat} 2 ${66 + beat} C16 ${74 + beat} 30 88 38 98 Z M30 108 C20 116 14 ${126 + beat * 0.6} 12 ${138 + beat * 0.6} C24 ${128 + beat * 0.6} 34 118 40 110 Z`,
      b.fall(b.main, 0.95, 0.7),
    ) +
    shape('M92 84 C96 62 106 48 118 42 C116 58 120 74 128 84 Z', b.fall(b.main, 1.15, 0.8)) +
    shape(
      'M26 106 C56 84 104 76 144 80 C170 83 188 92 196 102 C184 112 168 122 140 126 C100 130 56 124 26 106 Z',
      b.fall(b.main, 1.25, 0.75),
    ) +
    shape(
      'M40 112 C80 118 140 118 194 103 C184 112 168 122 140 126 C104 130 68 125 40 112 Z',
      b.fall('#e9eff3', 1, 0.8),
    ) +
    shape('M112 120 C108 138 98 150 84 158 C86 142 92 128 96 120 Z', b.fall(b.main, 0.9, 0.65)) +
    line(
      'M134 92 C131 100 132 108 135 114 M142 92 C139 100 140 108 143 113 M150 93 C147 100 148 106 151 111',
      b.ink(b.main, 0.55),
      2,
    ) +
    line('M168 114 C176 112 184 108 190 105', b.ink('#7a3a3a'), 2.6) +
    shape('M170 113 l3 4 l2 -5 l3 4 l2 -6 l3 4 l1 -5 Z', b.ink('#ffffff')) +
    oval([172, 96, 3.4, 3.6], b.ink('#14181c')) +
    oval([173, 95, 1.2, 1.2], b.ink('#ffffff'))
  );
}
