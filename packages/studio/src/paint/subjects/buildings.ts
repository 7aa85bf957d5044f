/** Buildings that stand alone, on y = 190 of a 200 by 200 field. */
import { type Brush, box, line, oval, shape } from '../brush.ts';

function pane(b: Brush, place: [number, number, number, number]): string {
  const [x, y, width, height] = place;
  const lit = b.lamps === 'lit';
  const halo = lit ? oval([x + width / 2, y + height / 2, width * 1.5, height * 1.3], b.glow('#ffb648', 0.55)) : '';
  const fill = lit ? b.lamp('#ffd27a') : b.fall('#86a9bd', 1.3, 0.6);
  const bars = `M${x + width / 2} ${y} v${height} M${x} ${y + height / 2} h${width}`;
  return halo + box(place, fill) + line(bars, b.ink('#5a3f28'), 1.6);
}

export function lighthouse(b: Brush): string {
  const bands = [0, 1, 2, 3].map((at) => {
    const [top, bottom] = [58 + at * 30, 58 + at * 30 + 15];
    const half = (y: number) => 17 + (y - 58) * 0.1;
    return shape(
      `M${100 - half(top)} ${top} H${100 + half(top)} L${100 + half(bottom)} ${bottom} H${100 - half(bottom)} Z`,
      b.side(b.main, 1.2, 0.55),
    );
  });
  const lit = b.lamps === 'lit';
  const beam = lit
    ? shape('M104 38 L420 -10 V70 Z M96 38 L-220 0 V74 Z', b.glow('#fff3c4', 0.5)) +
      oval([100, 38, 70, 60], b.glow('#fff0b0', 0.95))
    : '';
  return (
    shape(
      'M8 191 L18 182 L32 179 L44 170 L60 172 L72 166 H128 L142 171 L155 168 L168 178 L182 181 L194 191 Z',
      b.fall('#6d655e', 1.25, 0.5),
    ) +
    shape('M44 170 L60 172 L52 191 H28 L32 179 Z M84 174 L104 178 L98 191 H76 Z', b.ink('#8f877d')) +
    shape('M142 171 L155 168 L168 178 L160 191 H140 Z', b.ink('#514b46')) +
    beam +
    shape('M83 52 H117 L130 178 H70 Z', b.side('#fbf7ee', 1, 0.6)) +
    bands.join('') +
    box([76, 48, 48, 7], b.ink('#2b2f36'), 'rx="2"') +
    box([85, 26, 30, 23], lit ? b.lamp('#fff2b8') : b.fall('#a8cbd8', 1.3, 0.7)) +
    line('M85 26 V48 M100 26 V48 M115 26 V48', b.ink('#2b2f36'), 2) +
    shape('M80 27 C84 10 116 10 120 27 Z', b.side(b.main, 1.15, 0.55)) +
    line('M100 14 V4', b.ink('#2b2f36'), 2.6) +
    box([94, 160, 13, 19], b.ink('#4a3020'), 'rx="5"') +
    box([96, 92, 8, 11], b.ink('#3a4450')) +
    box([96, 124, 8, 11], b.ink('#3a4450'))
  );
}

const WALLS = ['#f0e2c8', '#f5f0e6', '#e8cfa8', '#dfe6e4', '#edd9cf'];

export function house(b: Brush): string {
  const wall = WALLS[Math.floor(b.random() * WALLS.length)]!;
  return (
    oval([100, 190, 92, 5], '#000000', 'opacity="0.22"') +
    box([134, 34, 17, 40], b.side('#8a4a38')) +
    [
      [144, 22, 8],
      [150, 8, 11],
      [162, -8, 14],
    ]
      .map(([x, y, r]) => oval([x!, y!, r!, r! * 0.8], b.ink('#e8e8ea'), 'opacity="0.55"'))
      .join('') +
    box([34, 92, 132, 98], b.side(wall, 1.05, 0.75)) +
    shape('M34 106 H166 V92 H34 Z', '#000000', 'opacity="0.18"') +
    shape('M18 100 L100 32 L182 100 L172 106 L100 50 L28 106 Z', b.ink(b.main, 0.6)) +
    shape('M100 34 L176 98 H24 Z', b.side(b.main, 1.2, 0.7)) +
    line('M60 84 H140 M46 94 H154 M78 68 H122', b.ink(b.main, 0.62), 1.6) +
    box([86, 134, 28, 56], b.side('#6a4226', 1.2, 0.8), 'rx="3"') +
    oval([108, 164, 2.4, 2.4], b.ink('#e8c25a')) +
    pane(b, [46, 124, 28, 30]) +
    pane(b, [126, 124, 28, 30]) +
    oval([100, 80, 9, 9], b.lamps === 'lit' ? b.lamp('#ffd27a') : b.ink('#7fa2b5')) +
    [40, 54, 66, 134, 146, 160].map((x) => oval([x, 186, 9, 8], b.ball('#4d8f3c'))).join('')
  );
}

export function castle(b: Brush): string {
  const tower = (x: number, y: number, w: number) => {
    const merlons = Array.from({ length: 4 }, (_, at) => box([x + (at * w) / 4, y - 8, w / 7, 9], b.ink(b.main)));
    return (
      box([x, y, w, 190 - y], b.side(b.main, 1.15, 0.6)) +
      merlons.join('') +
      shape(`M${x - 4} ${y - 7} L${x + w / 2} ${y - 50} L${x + w + 4} ${y - 7} Z`, b.side('#3f5f94', 1.2, 0.6)) +
      line(`M${x + w / 2} ${y - 50} v-14`, b.ink('#4a3020'), 1.8) +
      shape(`M${x + w / 2} ${y - 64} l16 5 l-16 6 Z`, b.ink('#d8323c')) +
      pane(b, [x + w / 2 - 4, y + 20, 8, 14])
    );
  };
  const wall = Array.from({ length: 9 }, (_, at) => box([34 + at * 15, 120, 9, 9], b.ink(b.main, 0.92)));
  return (
    tower(76, 78, 48) +
    box([34, 128, 132, 62], b.fall(b.main, 1.02, 0.7)) +
    wall.join('') +
    tower(14, 102, 34) +
    tower(152, 102, 34) +
    shape('M84 190 V158 C84 138 116 138 116 158 V190 Z', b.fall('#3a2718', 1, 0.6)) +
    line('M92 144 V190 M100 142 V190 M108 144 V190 M85 164 H115 M85 178 H115', b.ink('#1d130c'), 1.6) +
    line('M52 150 h12 M60 164 h12 M128 146 h12 M136 168 h12 M50 178 h10', b.ink(b.main, 0.66), 1.8)
  );
}

export function windmill(b: Brush): string {
  const vane = `${line('M100 72 V2', b.ink('#5a3a22'), 4)}${box([102, 4, 17, 50], b.ink('#f7f0e0'), `stroke="${b.ink('#8a6a4a')}" stroke-width="1.4"`)}${line('M110.5 4 V54 M102 16 H119 M102 29 H119 M102 42 H119', b.ink('#8a6a4a'), 1.2)}`;
  return (
    oval([100, 190, 60, 5], '#000000', 'opacity="0.22"') +
    shape('M76 84 H124 L140 190 H60 Z', b.side(b.main, 1.08, 0.62)) +
    shape('M70 86 C72 54 128 54 130 86 Z', b.side('#8a4a34', 1.2, 0.65)) +
    box([88, 152, 24, 38], b.ink('#6a4226'), 'rx="10"') +
    pane(b, [92, 104, 16, 18]) +
    line('M66 150 H134', b.ink('#b39b78'), 2.4) +
    [20, 110, 200, 290]
      .map((degrees) => `<g transform="rotate(${degrees + 90 * b.phase} 100 72)">${vane}</g>`)
      .join('') +
    oval([100, 72, 6, 6], b.ink('#4a3020'))
  );
}

export function tent(b: Brush): string {
  const lit = b.lamps === 'lit';
  return (
    oval([100, 190, 96, 6], '#000000', 'opacity="0.25"') +
    (lit ? oval([100, 130, 130, 100], b.glow('#ffb54a', 0.5)) : '') +
    shape('M100 48 L150 60 L196 190 H140 Z', b.side(b.main, 0.8, 0.5)) +
    shape('M100 48 L4 190 H144 Z', lit ? b.lamp('#ffb24a') : b.side(b.main, 1.25, 0.85)) +
    shape('M98 60 L66 190 H120 Z', lit ? b.lamp('#ffe3a0') : b.ink(b.main, 0.32)) +
    shape('M98 58 L66 190 L50 190 Z', b.ink(b.main, 1.1)) +
    line('M100 48 V40 M4 190 L-8 194 M196 190 L208 194', b.ink('#3a3026'), 2.6)
  );
}

export function pyramid(b: Brush): string {
  const courses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => {
    const y = 64 + row * 13;
    const half = ((y - 40) / 150) * 96;
    return `M${100 - half} ${y} H${100 + half * 0.24} L${100 + half} ${y - half * 0.09}`;
  });
  return (
    shape('M100 40 L4 190 H124 Z', b.side(b.main, 1.2, 0.95)) +
    shape('M100 40 L124 190 L196 176 Z', b.side(b.main, 0.7, 0.52)) +
    line(courses.join(' '), b.ink(b.main, 0.62), 1.4) +
    shape('M58 190 V172 H70 V190 Z', b.ink('#2a1c10'))
  );
}

export function bridge(b: Brush): string {
  const tower = (x: number) =>
    box([x - 7, 44, 5, 146], b.side(b.main, 1.2, 0.7)) +
    box([x + 2, 44, 5, 146], b.side(b.main, 1.1, 0.6)) +
    [52, 84, 116].map((y) => box([x - 7, y, 14, 5], b.ink(b.main, 0.9))).join('');
  const hangers = Array.from({ length: 20 }, (_, at) => {
    const x = 5 + at * 10;
    const away = Math.abs(x - 100) <= 50 ? (x - 100) / 50 : (Math.abs(x - 100) - 100) / 50;
    return `M${x} ${142 - 94 * away * away} V150`;
  });
  return (
    line(hangers.join(' '), b.ink(b.main, 0.75), 1.2) +
    line(
      'M-20 150 C10 150 36 90 50 48 C66 124 84 142 100 142 C116 142 134 124 150 48 C164 90 190 150 220 150',
      b.ink(b.main),
      3.4,
    ) +
    box([-300, 148, 800, 8], b.fall(b.main, 1.1, 0.6)) +
    tower(50) +
    tower(150)
  );
}
