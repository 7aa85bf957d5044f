/** Animals that sit, hop or fly, each on y = 190 of a 200 by 200 field. */
import { type Brush, line, oval, shape, turned } from '../brush.ts';
import { CREAM, DARK, eye } from './features.ts';

export function cat(b: Brush): string {
  const fur = b.fall(b.main);
  const ear = (x: number, tip: number) =>
    shape(`M${x - 17} 52 L${tip} 14 L${x + 17} 46 Z`, fur) +
    shape(`M${x - 9} 46 L${tip} 24 L${x + 9} 44 Z`, b.ink('#e8a3a0'));
  const whiskers = [62, 67, 72]
    .map((y) => `M112 ${66 + (y - 66) / 2} L150 ${y - 4} M88 ${66 + (y - 66) / 2} L50 ${y - 4}`)
    .join(' ');
  return (
    line(`M136 176 C186 178 ${178 + 10 * b.swing()} 118 ${164 + 18 * b.swing()} 104`, b.ink(b.main, 0.86), 15) +
    shape('M62 190 C50 150 66 108 84 94 H118 C138 112 150 152 140 190 Z', fur) +
    shape('M84 190 C80 150 88 118 100 112 C114 118 120 150 116 190 Z', b.fall(CREAM, 1, 0.85)) +
    ear(76, 66) +
    ear(124, 134) +
    oval([100, 64, 42, 36], b.ball(b.main)) +
    oval([100, 79, 20, 14], b.ink(CREAM)) +
    oval([82, 60, 9, 11], b.ink('#bfd65a')) +
    oval([118, 60, 9, 11], b.ink('#bfd65a')) +
    eye(b, [82, 60, 4.6]) +
    eye(b, [118, 60, 4.6]) +
    shape('M94 71 H106 L100 78 Z', b.ink('#d97a7a')) +
    line('M100 78 C98 86 90 86 88 82 M100 78 C102 86 110 86 112 82', b.ink(DARK), 2) +
    line('M100 32 V42 M91 34 L93 43 M109 34 L107 43', b.ink(b.main, 0.55), 4) +
    line(whiskers, b.ink('#fffaf0'), 1.4) +
    oval([84, 187, 15, 8], b.fall(b.main, 1.3, 0.8)) +
    oval([116, 187, 15, 8], b.fall(b.main, 1.3, 0.8))
  );
}

export function rabbit(b: Brush): string {
  const ear = (x: number, turn: number) =>
    turned(oval([x, 34, 11, 34], b.fall(b.main)) + oval([x, 36, 5.5, 25], b.ink('#e9aeb0')), [turn, x, 66]);
  const hop = -30 * b.stride * Math.max(0, b.swing());
  return (
    `<g transform="translate(0 ${hop}) rotate(${-6 * b.stride * b.swing(0.25)} 90 150)">` +
    oval([40, 164, 15, 15], b.ball('#fbf7f0')) +
    oval([84, 152, 48, 38], b.ball(b.main)) +
    shape('M50 188 C48 168 80 160 92 178 L96 190 H54 Z', b.fall(b.main, 1.2, 0.8)) +
    ear(116, -14) +
    ear(134, 12) +
    oval([126, 92, 34, 31], b.ball(b.main)) +
    shape('M112 120 C106 150 112 176 118 190 H140 C142 160 146 140 142 118 Z', b.fall(b.main, 1.15, 0.75)) +
    oval([140, 104, 17, 12], b.ink(CREAM)) +
    eye(b, [134, 86, 6]) +
    shape('M146 97 h9 l-4.5 6 Z', b.ink('#d97a86')) +
    line('M150 106 L176 100 M150 109 L176 112', b.ink('#fffaf0'), 1.2) +
    oval([126, 187, 15, 6], b.ink(b.main, 1.1)) +
    '</g>'
  );
}

export function penguin(b: Brush): string {
  return (
    `<g transform="rotate(${7 * b.stride * b.swing()} 100 188)">` +
    oval([82, 190, 18, 7], b.ink('#f0932b')) +
    oval([120, 190, 18, 7], b.ink('#f0932b')) +
    shape(
      'M58 96 C40 112 34 144 40 162 C52 152 60 132 64 116 Z M142 96 C160 112 168 144 160 162 C148 152 140 132 136 116 Z',
      b.fall(b.main, 1.15, 0.8),
    ) +
    shape(
      'M100 16 C136 16 138 62 140 92 C154 140 138 188 100 188 C62 188 46 140 60 92 C62 62 64 16 100 16 Z',
      b.side(b.main, 1.3, 0.9),
    ) +
    shape(
      'M100 84 C132 84 138 120 130 152 C124 176 114 184 100 184 C86 184 76 176 70 152 C62 120 68 84 100 84 Z',
      b.fall('#ffffff', 1, 0.82),
    ) +
    oval([84, 58, 17, 20], b.ink('#ffffff')) +
    oval([116, 58, 17, 20], b.ink('#ffffff')) +
    shape('M66 82 C80 96 120 96 134 82 C126 104 74 104 66 82 Z', b.ink('#f4b23a')) +
    eye(b, [87, 56, 6]) +
    eye(b, [113, 56, 6]) +
    shape('M90 68 H110 L100 82 Z', b.fall('#f39c2d')) +
    '</g>'
  );
}

export function owl(b: Brush): string {
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

export function frog(b: Brush): string {
  const skin = b.fall(b.main);
  return (
    shape(
      'M30 178 C6 150 30 116 62 124 L76 180 Z M170 178 C194 150 170 116 138 124 L124 180 Z',
      b.fall(b.main, 1, 0.55),
    ) +
    shape('M44 130 C48 92 152 92 156 130 C164 172 140 190 100 190 C60 190 36 172 44 130 Z', b.ball(b.main)) +
    shape(
      'M66 156 C72 128 128 128 134 156 C136 180 120 188 100 188 C80 188 64 180 66 156 Z',
      b.fall('#e9f2c0', 1, 0.82),
    ) +
    shape('M50 108 C52 74 148 74 150 108 C152 134 130 142 100 142 C70 142 48 134 50 108 Z', skin) +
    oval([70, 78, 21, 21], b.ball(b.main)) +
    oval([130, 78, 21, 21], b.ball(b.main)) +
    oval([71, 76, 13, 14], b.ink('#f7e27a')) +
    oval([129, 76, 13, 14], b.ink('#f7e27a')) +
    eye(b, [72, 77, 8]) +
    eye(b, [128, 77, 8]) +
    line('M62 114 C80 130 120 130 138 114', b.ink(b.main, 0.35), 3.5) +
    oval([94, 100, 2, 1.6], b.ink(b.main, 0.35)) +
    oval([106, 100, 2, 1.6], b.ink(b.main, 0.35)) +
    line(
      'M70 166 L58 190 M58 190 h-12 M58 190 l-6 -6 M130 166 L142 190 M142 190 h12 M142 190 l6 -6',
      b.ink(b.main, 0.75),
      7,
    )
  );
}

export function bird(b: Brush): string {
  const beat = b.stride === 0 ? 1 : 0.35 + 0.85 * b.swing(0.1);
  return (
    `<g transform="translate(0 ${116 - 116 * beat}) scale(1 ${beat})">` +
    shape('M92 108 C70 70 40 56 6 62 C34 72 54 92 78 122 Z', b.fall(b.main, 1.5, 0.9)) +
    shape('M98 110 C112 70 146 50 192 52 C160 66 134 96 116 124 Z', b.fall(b.main, 1.6, 0.9)) +
    '</g>' +
    shape('M64 138 C52 140 40 146 30 156 C48 156 64 152 74 146 Z', b.ink(b.main)) +
    shape(
      'M66 140 C78 112 112 100 136 112 C148 110 156 114 158 120 L168 124 L156 128 C140 140 100 150 66 140 Z',
      b.fall(b.main, 1.7, 0.9),
    ) +
    oval([148, 118, 2.2, 2.2], b.ink('#ffffff'))
  );
}

export function butterfly(b: Brush): string {
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
