/** Animals of the land and the air, each standing on y = 190 of a 200 by 200 field and looking right. */
import { type Brush, line, oval, shape, turned } from '../brush.ts';
import { bob, leg, stepOf } from './limbs.ts';

const DARK = '#1b1714';
const CREAM = '#f6ead6';

/** An eye with its light in it: what makes a shape look back. */
function eye(b: Brush, [x, y, r]: [number, number, number], iris = DARK): string {
  return (
    oval([x, y, r, r * 1.15], b.ink(iris)) + oval([x + r * 0.3, y - r * 0.35, r * 0.38, r * 0.38], b.ink('#ffffff'))
  );
}

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

export function dog(b: Brush): string {
  const coat = b.fall(b.main);
  const paws = (offset: number, light: number) =>
    [58, 130].map((x) => leg(b, { hip: [x, 144], offset, stroke: b.ink(b.main, light), width: 14 })).join('');
  return bob(
    b,
    line(`M52 138 C30 126 ${28 + 8 * b.swing()} 104 ${36 + 16 * b.swing()} 92`, b.ink(b.main, 0.9), 12) +
      (b.stride === 0
        ? shape('M44 190 L48 142 C54 112 120 108 140 116 L146 190 H130 L124 152 H72 L62 190 Z', coat)
        : paws(0.5, 0.7) +
          shape('M46 146 C52 112 120 108 140 116 L146 148 C120 160 70 160 46 146 Z', coat) +
          paws(0, 1)) +
      shape('M108 126 C104 90 116 66 134 62 L160 78 C158 110 150 130 140 140 Z', b.side(b.main, 1.15, 0.85)) +
      shape('M118 140 C122 152 140 152 142 138 L140 118 Z', b.ink(CREAM)) +
      oval([142, 64, 31, 27], b.ball(b.main)) +
      shape('M150 62 C176 58 188 68 184 80 C178 92 154 90 146 82 Z', b.fall(CREAM, 1, 0.8)) +
      oval([183, 68, 8, 6.5], b.ink(DARK)) +
      shape('M118 46 C98 54 96 86 108 100 C122 96 132 70 130 50 Z', b.fall(b.main, 0.85, 0.5)) +
      eye(b, [152, 58, 5]) +
      line('M160 86 C168 90 176 88 181 83', b.ink(DARK), 2) +
      shape('M164 87 C164 102 174 104 175 88 Z', b.ink('#e56a72')) +
      line('M116 112 C126 120 140 120 148 112', b.ink('#c22f36'), 7) +
      oval([131, 124, 5, 5], b.ink('#f1c33c')) +
      (b.stride === 0 ? line('M138 150 V190 M58 150 L54 190', b.ink(b.main, 0.66), 3) : ''),
    8,
  );
}

export function fox(b: Brush): string {
  const coat = b.fall(b.main);
  const paw = (x: number, offset: number) => {
    const { foot } = stepOf(b, { hip: [x + 8, 140], offset, ground: 190 });
    return shape(`M${x} 140 L${foot[0] - 6} ${foot[1]} H${foot[0] + 6} L${x + 16} 140 Z`, b.fall(b.main, 0.95, 0.25));
  };
  const tail = `rotate(${7 * b.swing()} 62 140)`;
  return bob(
    b,
    `<g transform="${tail}">` +
      shape('M58 132 C18 128 4 156 10 182 C30 178 54 172 66 148 Z', coat) +
      shape('M10 182 C8 166 14 152 24 146 C30 160 28 172 10 182 Z', b.ink(CREAM)) +
      '</g>' +
      paw(60, 0.5) +
      paw(112, 0) +
      paw(76, 0) +
      paw(126, 0.5) +
      shape('M52 150 C46 112 84 104 112 106 C136 100 148 112 146 140 C140 158 66 160 52 150 Z', coat) +
      shape('M122 116 C128 150 146 150 150 118 L142 100 Z', b.ink(CREAM)) +
      shape('M116 70 L120 34 L142 58 Z M148 58 L166 32 L170 68 Z', coat) +
      shape('M122 62 L123 46 L134 57 Z M154 57 L163 45 L165 62 Z', b.ink(DARK)) +
      shape('M110 78 C112 54 168 50 176 76 C180 92 164 104 150 120 C136 110 108 98 110 78 Z', b.ball(b.main)) +
      shape(
        'M110 80 C122 84 136 92 144 104 L150 120 L156 104 C162 92 172 84 176 78 C180 94 164 106 150 120 C136 112 108 98 110 80 Z',
        b.ink(CREAM),
      ) +
      oval([150, 117, 7, 5.5], b.ink(DARK)) +
      eye(b, [130, 82, 5]) +
      eye(b, [161, 81, 5]),
    8,
  );
}

export function horse(b: Brush): string {
  const coat = b.fall(b.main, 1.2, 0.55);
  const mane = b.ink(b.main, 0.4);
  const hoofed = (x: number, offset: number, light: number) => {
    const one = { hip: [x, 122] as [number, number], offset, stroke: b.ink(b.main, light), width: 10 };
    const { foot } = stepOf(b, one);
    return leg(b, one) + oval([foot[0] + 1, foot[1] + 1, 8, 4], b.ink(DARK));
  };
  const tail = b.stride === 0 ? 6 * b.swing() : 28 + 8 * b.swing();
  return bob(
    b,
    turned(shape('M34 92 C14 96 8 130 14 160 C26 146 34 122 44 106 Z', mane), [tail, 38, 96]) +
      hoofed(58, 0.35, 0.55) +
      hoofed(128, 0.6, 0.55) +
      shape(
        'M34 104 C36 78 66 80 92 86 C112 84 132 76 142 88 C150 112 136 132 118 134 C90 140 62 142 46 132 C34 124 32 114 34 104 Z',
        coat,
      ) +
      hoofed(48, 0.1, 0.85) +
      hoofed(118, 0.85, 0.85) +
      shape('M112 96 C122 66 136 44 150 34 L168 48 C160 70 150 96 140 116 Z', b.side(b.main, 1.15, 0.7)) +
      shape('M144 36 C158 26 170 34 176 48 L192 72 C194 82 184 88 176 80 L158 66 Z', b.fall(b.main, 1.25, 0.75)) +
      shape('M148 34 L150 16 L160 30 Z', coat) +
      shape('M150 26 C132 36 116 60 108 92 C120 84 128 74 134 62 C140 52 148 44 158 38 Z', mane) +
      eye(b, [164, 48, 3.6]) +
      oval([187, 76, 2.4, 2], b.ink(DARK)),
    9,
  );
}

export function deer(b: Brush): string {
  const coat = b.fall(b.main);
  const antler = b.ink('#d8c09a');
  const hooves = (offset: number, light: number) =>
    [50, 112]
      .map((x) => x + 8 * offset * 2)
      .map((x) => leg(b, { hip: [x, 128], offset, stroke: b.ink(b.main, light), width: 7.5 }))
      .join('');
  return (
    hooves(0.5, 0.55) +
    shape('M38 116 C40 96 70 96 94 100 C116 96 134 96 138 106 C140 126 122 138 100 140 C70 144 46 138 38 116 Z', coat) +
    shape('M38 112 C28 106 26 118 34 124 Z', b.ink(CREAM)) +
    hooves(0, 0.85) +
    shape('M116 108 C124 84 132 66 144 56 L160 66 C156 88 146 112 136 122 Z', b.side(b.main)) +
    shape('M122 118 C130 112 140 104 144 92 L136 122 Z', b.ink(CREAM)) +
    shape('M140 58 C150 46 164 50 170 60 L186 74 C186 82 176 84 168 80 L150 76 Z', b.fall(b.main, 1.2, 0.8)) +
    oval([184, 75, 4, 3.4], b.ink(DARK)) +
    shape('M142 56 L126 50 L140 64 Z', coat) +
    line(
      'M148 52 C138 40 130 26 132 6 M137 34 L118 28 M133 20 L120 10 M156 50 C160 36 166 24 178 8 M161 34 L180 34 M168 22 L188 20',
      antler,
      4.4,
    ) +
    eye(b, [160, 61, 3.6]) +
    [
      [70, 108],
      [84, 112],
      [98, 108],
      [76, 120],
      [92, 122],
    ]
      .map(([x, y]) => oval([x!, y!, 3, 2.4], b.ink(CREAM, 0.95)))
      .join('')
  );
}

export function elephant(b: Brush): string {
  const hide = b.fall(b.main);
  const pillar = (x: number, light: number, offset: number) => {
    const step = 12 * b.stride * b.swing(offset);
    const foot = x + step;
    return (
      shape(`M${x} 120 L${foot} 190 H${foot + 26} L${x + 26} 120 Z`, b.fall(b.main, light, light * 0.6)) +
      line(`M${foot + 4} 187 h4 M${foot + 11} 187 h4 M${foot + 18} 187 h4`, b.ink(CREAM), 4)
    );
  };
  return (
    line('M22 96 C12 112 12 126 16 138', b.ink(b.main, 0.7), 4) +
    pillar(46, 0.75, 0.5) +
    pillar(104, 0.75, 0) +
    shape('M20 104 C22 58 74 48 108 56 C140 62 146 96 138 132 C110 146 50 146 28 134 Z', hide) +
    pillar(28, 1.1, 0) +
    pillar(86, 1.1, 0.5) +
    shape(
      'M116 60 C140 40 172 50 178 78 C182 104 176 130 180 158 C184 172 196 168 196 160 C194 180 170 182 166 160 C160 134 160 122 150 112 C132 112 114 92 116 60 Z',
      b.side(b.main, 1.2, 0.75),
    ) +
    shape('M158 112 C160 124 172 130 184 124 C178 122 170 116 168 106 Z', b.ink('#fbf5e6')) +
    shape('M112 58 C86 50 74 80 84 112 C96 126 122 122 130 98 C134 80 128 62 112 58 Z', b.ball(b.main)) +
    eye(b, [152, 80, 4]) +
    line('M168 132 h10 M168 142 h11 M170 152 h11', b.ink(b.main, 0.6), 2)
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
    line('M30 188 H176', b.ink('#5b3d24'), 11) +
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
    line('M84 178 v10 M92 178 v10 M108 178 v10 M116 178 v10', b.ink('#e8a13a'), 6)
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
