/** Vehicles of road, rail, water, air and space in a 200 by 200 field, heading right. */
import { type Brush, box, line, oval, shape } from '../brush.ts';

const GLASS = '#9cc7dd';
const TYRE = '#1c1e22';

function wheel(b: Brush, [x, y, r]: [number, number, number]): string {
  const spokes = Array.from({ length: 5 }, (_, at) => {
    const angle = (at / 5) * 2 * Math.PI - 0.3;
    return `M${x} ${y} L${x + r * 0.52 * Math.cos(angle)} ${y + r * 0.52 * Math.sin(angle)}`;
  });
  return (
    oval([x, y, r, r], b.fall(TYRE, 1.25, 0.8)) +
    oval([x, y, r * 0.62, r * 0.62], b.ink('#4a5058')) +
    line(spokes.join(' '), b.ink('#cfd5da'), r * 0.2) +
    `<circle cx="${x}" cy="${y}" r="${r * 0.6}" fill="none" stroke="${b.ink('#d5dade')}" stroke-width="${r * 0.1}"/>` +
    oval([x, y, r * 0.16, r * 0.16], b.ink('#eef1f4'))
  );
}

function glass(b: Brush, d: string): string {
  return b.lamps === 'lit' ? shape(d, b.lamp('#ffdf9a')) : shape(d, b.fall(GLASS, 1.3, 0.7));
}

export function car(b: Brush): string {
  const beam =
    b.lamps === 'lit'
      ? shape('M192 150 L290 134 L290 188 L192 162 Z', b.glow('#fff2c0', 0.55)) +
        oval([194, 155, 26, 18], b.glow('#fff2c0', 1))
      : '';
  return (
    oval([48, 172, 24, 18], b.ink('#0c0d10')) +
    oval([154, 172, 24, 18], b.ink('#0c0d10')) +
    shape(
      'M4 164 C3 150 8 142 22 138 C34 135 43 132 51 128 L70 109 C78 101 92 99 106 99 C122 99 131 103 139 110 L160 130 C178 133 190 138 195 148 C198 156 198 166 196 172 C194 178 190 178 184 178 H177 A23 23 0 0 0 131 178 H71 A23 23 0 0 0 25 178 H12 C6 178 4 174 4 164 Z',
      b.fall(b.main, 1.35, 0.5),
    ) +
    shape('M71 178 H131 L130 182 H72 Z', b.ink('#1c1e22')) +
    glass(b, 'M60 128 L77 112 C81 108 88 107 97 107 L97 129 Z') +
    glass(b, 'M103 107 C116 107 125 109 131 114 L148 130 L103 129 Z') +
    shape('M112 108 L122 109 L110 129 H104 Z M80 112 L88 108 L76 128 H66 Z', '#ffffff', 'opacity="0.28"') +
    line('M100 106 V172 M56 131 C90 133 130 133 152 131', b.ink(b.main, 0.5), 1.6) +
    line('M12 148 C60 140 140 141 190 147', b.ink(b.main, 1.45), 2.2) +
    line('M106 141 h9 M64 141 h9', b.ink('#e6eaee'), 2.6) +
    shape(
      'M184 143 C190 145 194 149 195 154 C190 156 184 153 181 148 Z',
      b.lamps === 'lit' ? b.lamp('#fff6d0') : b.ink('#fbf8ea'),
    ) +
    shape('M5 148 C8 145 13 144 16 145 L14 155 H5 Z', b.lamps === 'lit' ? b.lamp('#ff4136') : b.ink('#b8221f')) +
    wheel(b, [48, 171, 19]) +
    wheel(b, [154, 171, 19]) +
    beam
  );
}

export function bus(b: Brush): string {
  const windows = [0, 1, 2, 3].map((at) => glass(b, `M${32 + at * 32} 92 h26 v28 h-26 Z`)).join('');
  return (
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

export function motorcycle(b: Brush): string {
  return (
    wheel(b, [42, 158, 32]) +
    wheel(b, [158, 158, 32]) +
    line('M158 158 L132 88', b.fall('#c4cad0', 1.2, 0.8), 9) +
    line('M158 158 L136 96', b.ink('#e6eaee'), 4) +
    line('M42 158 L84 150 L70 116', b.ink('#3c4248'), 8) +
    oval([96, 146, 27, 23], b.ball('#8d949c')) +
    line('M82 136 h28 M80 144 h32 M82 152 h28', b.ink('#4a5058'), 2.6) +
    line('M84 164 C60 174 36 174 12 170', b.fall('#d5dade', 1.2, 0.7), 8) +
    shape('M68 112 C80 96 120 88 136 100 C138 114 120 128 98 128 C84 128 72 124 68 112 Z', b.fall(b.main, 1.35, 0.6)) +
    shape('M16 106 C34 100 58 102 84 110 C82 122 62 126 44 120 C34 116 24 112 16 106 Z', b.fall('#2a2420', 1.4, 0.8)) +
    shape('M10 136 C12 118 26 108 44 108 C36 114 26 122 22 138 Z', b.fall(b.main, 1.2, 0.6)) +
    shape(
      'M136 132 C140 118 158 112 176 120 C186 124 190 132 190 138 C176 126 152 124 140 138 Z',
      b.fall(b.main, 1.2, 0.6),
    ) +
    line('M132 90 L124 72 C116 68 108 70 104 74', b.ink('#2a2d33'), 5) +
    oval([142, 92, 11, 12], b.lamps === 'lit' ? b.lamp('#fff6d0') : b.ball('#f4f1e0')) +
    shape('M82 100 C96 94 112 92 124 96 C110 98 96 102 86 108 Z', '#ffffff', 'opacity="0.4"')
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
