/** Horse, deer and elephant, standing on y = 190 of a 200 by 200 field and looking right. */
import { type Brush, line, oval, shape, turned } from '../brush.ts';
import { type Build, CREAM, DARK, eye, legPair } from './features.ts';
import { bob, taper } from './limbs.ts';

export function horse(b: Brush): string {
  const mane = b.fall(b.main, 0.5, 0.3);
  const build: Build = {
    hind: 54,
    fore: 124,
    hip: 114,
    thickness: { hind: [33, 8], fore: [22, 7.5] },
    foot: 'hoof',
    stocking: 0.5,
  };
  const tail = b.stride === 0 ? 4 * b.swing() : 26 + 8 * b.swing();
  return bob(
    b,
    turned(
      shape('M40 92 C22 92 14 112 16 134 C17 146 13 154 9 161 C24 158 32 144 34 128 C36 116 42 108 47 102 Z', mane),
      [tail, 42, 96],
    ) +
      legPair(b, 'far', build) +
      shape(
        'M37 102 C37 84 54 78 70 82 C86 87 102 88 116 82 C130 77 144 86 147 100 C149 114 143 126 130 131 C114 137 94 136 78 130 C64 136 44 130 39 116 C37 111 37 106 37 102 Z',
        b.fall(b.main, 1.25, 0.62),
      ) +
      legPair(b, 'near', build) +
      shape(
        'M108 92 C122 72 136 48 150 31 C158 27 166 35 168 47 C164 64 157 82 148 104 C142 118 116 114 108 92 Z',
        b.side(b.main, 1.18, 0.8),
      ) +
      shape('M157 30 C158 22 162 16 166 13 C168 20 167 27 165 33 Z', b.ink(b.main, 0.7)) +
      shape('M149 33 C148 24 150 17 153 11 C158 17 160 24 161 30 Z', b.ink(b.main, 0.95)) +
      shape(
        'M149 34 C157 25 167 27 172 36 L189 62 C195 71 193 79 186 81 C179 82 173 77 167 71 C158 69 150 63 147 50 Z',
        b.fall(b.main, 1.25, 0.75),
      ) +
      shape('M180 66 C188 66 194 72 191 78 C186 84 178 81 173 75 Z', b.ink(b.main, 0.6)) +
      shape(
        'M151 24 C136 34 121 52 106 86 C113 85 117 81 120 76 C121 81 125 76 127 69 C130 72 133 65 135 59 C138 61 141 53 144 48 C147 50 150 43 153 39 C158 44 162 46 163 38 C162 31 157 27 151 24 Z',
        mane,
      ) +
      eye(b, [165, 45, 3.4]) +
      oval([187, 74, 2.2, 1.8], b.ink(DARK)),
    9,
  );
}

export function unicorn(b: Brush): string {
  return (
    horse(b) +
    shape('M160 28 L181 -6 L167 33 Z', b.side('#f2cf6a', 1.3, 0.8)) +
    line('M163 24 L170 27 M167 16 L173 19', b.ink('#b98a2a'), 1.6)
  );
}

export function zebra(b: Brush): string {
  const stripes = [48, 60, 72, 84, 96, 108, 120].map(
    (x, at) =>
      `M${x} ${84 + (at % 2)} C${x + 5} 98 ${x - 4} 112 ${x + 1} ${127 + (at % 3)} C${x + 6} 112 ${x + 11} 98 ${x + 5} ${84 + (at % 2)} Z`,
  );
  const neck = [0, 1, 2, 3].map(
    (at) => `M${118 + at * 9} ${78 - at * 12} l${20 - at * 2} ${16 - at * 2} l1 -5 l${-16 + at * 2} ${-15 + at} Z`,
  );
  return (
    horse(b) +
    shape(`${stripes.join(' ')} ${neck.join(' ')}`, b.ink(DARK)) +
    line('M170 44 l-8 6 M176 52 l-9 6 M181 60 l-8 5', b.ink(DARK), 2.4)
  );
}

export function deer(b: Brush): string {
  const build: Build = {
    hind: 52,
    fore: 114,
    hip: 120,
    thickness: { hind: [26, 6], fore: [16, 5.6] },
    foot: 'hoof',
    stocking: 0.62,
  };
  const spots = [
    [62, 106],
    [76, 110],
    [90, 105],
    [70, 118],
    [86, 119],
    [100, 112],
  ].map(([x, y]) => oval([x!, y!, 2.8, 2.2], b.ink(CREAM, 0.95)));
  return bob(
    b,
    legPair(b, 'far', build) +
      shape(
        'M39 116 C36 102 48 94 64 97 C80 101 96 100 112 95 C126 91 138 98 140 110 C141 124 132 132 120 134 C104 138 88 134 74 132 C60 136 42 130 39 116 Z',
        b.fall(b.main, 1.25, 0.68),
      ) +
      shape('M42 104 C30 98 26 112 33 122 C38 122 41 116 44 111 Z', b.fall(CREAM, 1, 0.85)) +
      shape('M76 131 C92 137 110 137 124 131 C112 142 90 140 76 131 Z', b.ink(CREAM, 0.82)) +
      legPair(b, 'near', build) +
      shape(
        'M108 106 C120 92 132 74 144 56 L161 66 C156 88 148 108 139 122 C128 128 110 122 108 106 Z',
        b.side(b.main),
      ) +
      shape('M130 124 C140 114 150 92 155 78 C158 96 148 116 139 123 Z', b.ink(CREAM, 0.95)) +
      shape('M143 58 C133 54 127 47 124 39 C135 41 143 47 148 54 Z', b.fall(b.main, 1.1, 0.7)) +
      shape(
        'M141 60 C148 47 162 48 169 58 L186 72 C189 79 184 84 177 83 C170 83 164 81 158 79 C148 78 142 70 141 60 Z',
        b.fall(b.main, 1.2, 0.8),
      ) +
      shape('M168 74 C176 72 184 74 186 79 C180 85 172 84 166 81 Z', b.ink(CREAM)) +
      oval([184, 74, 4, 3.4], b.ink(DARK)) +
      antlers(b) +
      eye(b, [160, 61, 3.6]) +
      spots.join(''),
    6,
  );
}

function antlers(b: Brush): string {
  const horn = b.fall('#e2cda6', 1.1, 0.75);
  return [
    [
      [149, 53, 5.5],
      [139, 40, 4.6],
      [132, 24, 3.6],
      [134, 5, 1.6],
    ],
    [
      [137, 35, 3.8],
      [127, 32, 3],
      [117, 24, 1.4],
    ],
    [
      [132, 22, 3.4],
      [125, 16, 2.4],
      [120, 7, 1.2],
    ],
    [
      [157, 51, 5.5],
      [162, 37, 4.6],
      [169, 23, 3.6],
      [180, 8, 1.6],
    ],
    [
      [162, 36, 3.8],
      [172, 34, 3],
      [182, 27, 1.4],
    ],
    [
      [169, 23, 3.4],
      [178, 22, 2.4],
      [188, 17, 1.2],
    ],
  ]
    .map((joints) => shape(taper(joints as [number, number, number][]), horn))
    .join('');
}

export function elephant(b: Brush): string {
  const pillar = (x: number, light: number, offset: number) => {
    const swing = 12 * b.stride * b.swing(offset);
    const lift = 7 * b.stride * Math.max(0, b.swing(offset + 0.25));
    const foot = x + swing;
    const nails = [-8, 0, 8].map((at) => oval([foot + at, 185 - lift, 3.4, 3], b.ink(CREAM, light * 0.95)));
    return (
      shape(
        taper([
          [x, 118, 36],
          [x + swing * 0.4 - 1, 142, 29],
          [x + swing * 0.7 + 1, 162, 24],
          [foot, 177 - lift, 26],
        ]),
        b.fall(b.main, light, light * 0.62),
      ) +
      oval([foot, 184 - lift, 15, 6], b.ink(b.main, light * 0.6)) +
      nails.join('')
    );
  };
  return (
    shape(
      taper([
        [26, 92, 7],
        [15, 112, 5],
        [14, 130, 3],
      ]),
      b.ink(b.main, 0.7),
    ) +
    oval([14, 134, 4, 7], b.ink(DARK)) +
    pillar(60, 0.66, 0.5) +
    pillar(122, 0.66, 0) +
    shape(
      'M18 106 C16 70 44 52 76 54 C96 46 124 50 138 66 C150 88 146 116 136 130 C108 142 56 144 32 134 C22 128 19 118 18 106 Z',
      b.fall(b.main, 1.25, 0.6),
    ) +
    pillar(40, 1, 0) +
    pillar(104, 1, 0.5) +
    shape(
      'M116 62 C136 40 170 48 178 76 C184 98 176 126 180 152 C183 168 193 168 195 158 C199 180 172 186 167 162 C161 136 162 124 151 114 C132 112 114 94 116 62 Z',
      b.side(b.main, 1.2, 0.78),
    ) +
    shape('M156 110 C158 124 172 132 187 124 C179 122 170 116 167 104 Z', b.fall('#fbf5e6', 1, 0.8)) +
    shape(
      'M120 60 C98 46 72 62 76 94 C78 112 92 128 106 122 C122 116 134 100 134 82 C134 70 128 64 120 60 Z',
      b.ball(b.main),
    ) +
    line('M90 72 C84 86 88 104 96 112', b.ink(b.main, 0.72), 2) +
    eye(b, [150, 78, 4]) +
    line('M168 128 h10 M168 138 h10 M169 148 h11 M171 158 h10', b.ink(b.main, 0.62), 1.8)
  );
}
