/** Vehicles of road, rail, water, air and space in a 200 by 200 field, heading right. */
import { type Brush, box, line, oval, shape } from '../brush.ts';

const GLASS = '#9cc7dd';
const TYRE = '#1c1e22';

function wheel(b: Brush, [x, y, r]: [number, number, number]): string {
  return (
    oval([x, y, r, r], b.ink(TYRE)) +
    oval([x, y, r * 0.58, r * 0.58], b.ball('#c4cad0')) +
    oval([x, y, r * 0.2, r * 0.2], b.ink('#3c4248'))
  );
}

function glass(b: Brush, d: string): string {
  return b.lamps === 'lit' ? shape(d, b.lamp('#ffdf9a')) : shape(d, b.fall(GLASS, 1.3, 0.7));
}

export function car(b: Brush): string {
  const beam =
    b.lamps === 'lit'
      ? shape('M192 156 L290 138 L290 190 L192 166 Z', b.glow('#fff2c0', 0.55)) +
        oval([194, 160, 26, 18], b.glow('#fff2c0', 1))
      : '';
  return (
    oval([100, 190, 96, 6], '#000000', 'opacity="0.28"') +
    shape(
      'M6 168 C4 148 14 138 40 134 L62 108 C70 100 120 98 132 106 L158 132 C184 136 196 146 196 164 C196 176 190 178 184 178 H14 C8 178 6 176 6 168 Z',
      b.fall(b.main, 1.35, 0.5),
    ) +
    glass(b, 'M52 132 L70 112 C74 108 92 108 94 108 V132 Z') +
    glass(b, 'M101 108 C114 107 124 108 128 112 L146 132 H101 Z') +
    line('M97 108 V172 M14 152 H186', b.ink(b.main, 0.55), 1.8) +
    line('M104 142 h10 M60 142 h10', b.ink('#e6eaee'), 3) +
    shape('M24 140 C60 132 130 132 172 140 L150 134 H52 Z', '#ffffff', 'opacity="0.35"') +
    oval([190, 158, 6, 8], b.lamps === 'lit' ? b.lamp('#fff6d0') : b.ink('#f6f3e2')) +
    box([5, 150, 7, 12], b.lamps === 'lit' ? b.lamp('#ff4136') : b.ink('#b8221f'), 'rx="2"') +
    wheel(b, [48, 174, 18]) +
    wheel(b, [154, 174, 18]) +
    beam
  );
}

export function bus(b: Brush): string {
  const windows = [0, 1, 2, 3].map((at) => glass(b, `M${32 + at * 32} 92 h26 v28 h-26 Z`)).join('');
  return (
    oval([100, 190, 94, 6], '#000000', 'opacity="0.28"') +
    shape(
      'M10 180 V94 C10 74 22 70 38 70 H168 C182 70 188 84 192 124 C194 134 194 170 192 180 Z',
      b.fall(b.main, 1.3, 0.6),
    ) +
    shape('M10 128 C60 140 140 140 193 128 V180 H10 Z', b.fall('#f6f1e4', 1, 0.78)) +
    windows +
    glass(b, 'M162 90 H178 C184 98 186 108 187 120 H162 Z') +
    box([14, 64, 168, 8], b.ink('#e9e2cf'), 'rx="4"') +
    oval([185, 150, 7, 8], b.lamps === 'lit' ? b.lamp('#fff6d0') : b.ink('#fbf7e6')) +
    line('M160 126 V178', b.ink(b.main, 0.6), 2) +
    wheel(b, [50, 178, 16]) +
    wheel(b, [152, 178, 16])
  );
}

export function train(b: Brush): string {
  const smoke = [
    [152, 52, 15],
    [132, 38, 20],
    [106, 26, 24],
    [74, 20, 27],
    [40, 18, 24],
  ].map(([x, y, r]) => oval([x!, y!, r!, r! * 0.8], b.ball('#e9ebee'), 'opacity="0.85"'));
  return (
    smoke.join('') +
    line('M-20 191 H220', b.ink('#6a5a4c'), 4) +
    box([4, 92, 54, 78], b.fall(b.main, 1.2, 0.6), 'rx="4"') +
    glass(b, 'M14 104 h14 v24 h-14 Z') +
    glass(b, 'M34 104 h14 v24 h-14 Z') +
    box([-2, 84, 66, 10], b.ink('#2a2d33'), 'rx="4"') +
    box([56, 110, 124, 48], b.fall('#2f353d', 1.5, 0.6), 'rx="22"') +
    line('M84 111 V157 M112 111 V157 M140 111 V157', b.ink('#d8a93c'), 4) +
    shape('M146 112 L142 66 H168 L164 112 Z', b.side('#2f353d', 1.4, 0.7)) +
    box([138, 60, 34, 9], b.ink('#d8a93c'), 'rx="3"') +
    oval([96, 110, 14, 14], b.ball('#d8a93c')) +
    box([56, 154, 130, 14], b.fall(b.main, 1, 0.6)) +
    shape('M180 158 L200 186 H176 Z', b.fall(b.main, 1, 0.5)) +
    oval([181, 134, 9, 11], b.lamps === 'lit' ? b.lamp('#fff0b8') : b.ink('#f7edcf')) +
    wheel(b, [24, 176, 14]) +
    wheel(b, [74, 172, 19]) +
    wheel(b, [116, 172, 19]) +
    wheel(b, [158, 176, 14]) +
    line('M74 172 H116', b.ink('#c9ced4'), 5)
  );
}

export function bicycle(b: Brush): string {
  const rim = (x: number) => {
    const spokes = Array.from({ length: 8 }, (_, at) => {
      const angle = (at * Math.PI) / 8;
      return `M${x - 38 * Math.cos(angle)} ${148 - 38 * Math.sin(angle)} L${x + 38 * Math.cos(angle)} ${148 + 38 * Math.sin(angle)}`;
    });
    return (
      line(spokes.join(' '), b.ink('#c9ced4'), 1.1) +
      `<circle cx="${x}" cy="148" r="40" fill="none" stroke="${b.ink(TYRE)}" stroke-width="6"/>`
    );
  };
  return (
    rim(46) +
    rim(154) +
    line('M46 148 L76 92 H134 L98 148 Z M76 92 L98 148 M70 78 L76 92 M154 148 L132 82', b.ink(b.main), 7) +
    line('M132 82 L128 66 C142 60 152 62 152 72', b.ink('#3a3f46'), 5) +
    shape('M54 76 C62 70 80 70 88 75 C84 82 66 84 54 76 Z', b.ink('#4a2e1e')) +
    oval([98, 148, 10, 10], b.ink('#8a9098')) +
    line('M98 148 L106 166 M100 168 h12', b.ink('#3a3f46'), 4)
  );
}

export function airplane(b: Brush): string {
  const windows = Array.from({ length: 12 }, (_, at) =>
    oval([62 + at * 8, 96, 2.2, 2.8], b.lamps === 'lit' ? b.lamp('#ffe6a8') : b.ink('#38506a')),
  );
  return (
    `<g transform="rotate(-9 100 100)">` +
    shape('M104 90 L92 52 L104 52 L134 90 Z', b.fall(b.main, 0.85, 0.7)) +
    shape('M30 92 L10 50 H28 L58 90 Z', b.fall('#d33a3f', 1.1, 0.7)) +
    shape(
      'M16 94 C40 82 150 80 178 90 C192 95 196 100 194 103 C186 112 150 116 120 116 C70 116 30 108 16 94 Z',
      b.fall(b.main, 1.15, 0.62),
    ) +
    shape('M176 90 C184 92 188 96 190 98 L176 97 Z', b.ink('#26394e')) +
    windows.join('') +
    line('M30 103 C80 110 140 110 188 104', b.ink('#d33a3f'), 3) +
    shape('M118 106 L72 160 H90 L150 108 Z', b.fall(b.main, 1, 0.6)) +
    box([92, 124, 26, 11], b.fall('#8a949e'), 'rx="5"') +
    shape('M40 98 L18 116 H30 L60 100 Z', b.fall(b.main, 0.9, 0.6)) +
    '</g>'
  );
}

export function balloon(b: Brush): string {
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
    shape('M100 6 C190 6 190 90 130 146 H200 V0 Z', '#000820', 'opacity="0.2"') +
    shape('M60 24 C40 44 40 76 52 98 C50 70 56 44 76 20 Z', '#ffffff', 'opacity="0.4"') +
    '</g>' +
    line('M80 144 L88 170 M120 144 L112 170 M94 145 L96 170 M106 145 L104 170', b.ink('#4a3626'), 1.6) +
    (b.lamps === 'lit' ? oval([100, 138, 60, 50], b.glow('#ffb04a', 0.75)) : '') +
    box([86, 168, 28, 22], b.side('#8a5a30', 1.2, 0.6), 'rx="4"') +
    line('M86 174 H114 M86 181 H114', b.ink('#5a381c'), 1.6)
  );
}

export function rocket(b: Brush): string {
  return (
    `<g transform="rotate(24 100 100)">` +
    oval([100, 186, 34, 60], b.glow('#ff9a3a', 0.9)) +
    shape('M84 150 C80 176 92 190 100 212 C108 190 120 176 116 150 Z', b.lamp('#ff8a2a')) +
    shape('M91 150 C88 168 96 178 100 192 C104 178 112 168 109 150 Z', b.lamp('#fff0a8')) +
    shape(
      'M70 110 C46 122 42 146 44 164 L76 144 Z M130 110 C154 122 158 146 156 164 L124 144 Z',
      b.side('#d8323c', 1.1, 0.7),
    ) +
    shape('M100 2 C130 28 138 84 126 150 H74 C62 84 70 28 100 2 Z', b.side(b.main, 1.2, 0.6)) +
    shape('M100 2 C116 16 124 36 128 54 H72 C76 36 84 16 100 2 Z', b.side('#d8323c', 1.15, 0.65)) +
    oval([100, 80, 17, 17], b.ink('#7d8894')) +
    oval([100, 80, 12, 12], b.ball('#4aa8e0')) +
    box([72, 138, 56, 14], b.side('#8a949e'), 'rx="3"') +
    shape('M94 110 H106 L108 160 H92 Z', b.side('#c22a34')) +
    '</g>'
  );
}

export function sailboat(b: Brush): string {
  return (
    line('M98 156 V10', b.ink('#5a3a22'), 5) +
    shape('M104 14 C136 52 160 100 170 142 H104 Z', b.side(b.main, 1.05, 0.72)) +
    shape('M92 30 C72 70 50 110 32 142 H92 Z', b.side(b.main, 0.8, 1.05)) +
    line('M104 60 C118 66 130 68 140 66 M104 100 C126 106 146 108 158 104', b.ink(b.main, 0.72), 1.6) +
    shape('M98 10 L124 17 L98 25 Z', b.ink('#d8323c')) +
    shape('M16 152 H188 C180 178 164 190 146 190 H56 C36 190 22 174 16 152 Z', b.fall('#7a4526', 1.3, 0.5)) +
    box([14, 148, 176, 7], b.ink('#f3e8d2'), 'rx="3"') +
    line('M24 168 H180', b.ink('#5a3018'), 2)
  );
}

export function ship(b: Brush): string {
  const sail = (x: number, y: number, w: number, h: number) =>
    shape(
      `M${x - w} ${y} H${x + w} C${x + w + 12} ${y + h / 2} ${x + w + 8} ${y + h} ${x + w} ${y + h} H${x - w} C${x - w + 10} ${y + h * 0.7} ${x - w + 10} ${y + h * 0.3} ${x - w} ${y} Z`,
      b.side('#f5ecd8', 0.85, 1.1),
    );
  const ports = [52, 74, 96, 118, 140].map((x) =>
    box([x, 166, 9, 8], b.lamps === 'lit' ? b.lamp('#ffc862') : b.ink('#20140c')),
  );
  return (
    line('M58 156 V24 M104 156 V6 M148 156 V34 M176 148 L200 124', b.ink('#4a2e1a'), 5) +
    line('M104 8 L58 60 M104 8 L150 60 M58 26 L24 146 M148 36 L198 126', b.ink('#4a3826'), 1.2) +
    sail(58, 34, 24, 36) +
    sail(58, 76, 28, 46) +
    sail(104, 16, 24, 42) +
    sail(104, 64, 30, 56) +
    sail(148, 44, 18, 34) +
    sail(148, 84, 22, 42) +
    shape('M104 4 h24 l-6 6 l6 6 h-24 Z', b.ink('#d8323c')) +
    shape(
      'M14 132 H44 V150 H160 L190 142 C186 172 172 190 150 190 H50 C26 190 16 164 14 132 Z',
      b.fall(b.main, 1.3, 0.5),
    ) +
    line('M16 146 H44 M22 160 H182', b.ink('#d8a648'), 3) +
    ports.join('')
  );
}
