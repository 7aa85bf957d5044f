/** A cheetah. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { bigCatFace } from './parts/beasts.ts';
import { type Build, CREAM, legPair } from './parts/features.ts';
import { bob, taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const cheetah: Subject = {
  words: {
    en: 'cheetah cheetahs',
    de: 'gepard geparde geparden',
    fr: 'guépard guépards',
    es: 'guepardo guepardos',
    pt: 'guepardo chita',
    it: 'ghepardo ghepardi',
    zh: '猎豹',
    ja: 'チーター',
  },
  footing: 'ground',
  home: 'savanna',
  colour: '#e2ad55',
  size: 0.46,
  metres: 2.2,
  limbs: 'legs and tail',
  seat: { high: 0.45, back: 0.12 },
  legs: 'four',
  head: { brow: { x: 150, y: 54, wide: 36 }, eyes: { x: 149, y: 73, wide: 38 }, neck: { x: 135, y: 100, wide: 38 } },
  draw,
};

/** Rows of spots along the body, every other row set between those of the last. */
function spots(b: Brush): string {
  const rows = [102, 110, 118, 126].flatMap((y, row) =>
    Array.from({ length: 9 }, (_, at) =>
      oval([42 + at * 10.5 + (row % 2) * 5, y + (at % 3), 3.1, 2.6], b.ink('#2a1c12')),
    ),
  );
  const legs = [
    [46, 140],
    [54, 148],
    [48, 156],
    [124, 142],
    [130, 150],
    [125, 158],
  ].map(([x, y]) => oval([x!, y!, 2.4, 2.2], b.ink('#2a1c12')));
  return [...rows, ...legs].join('');
}

function draw(b: Brush): string {
  const build: Build = {
    hind: 48,
    fore: 124,
    hip: 122,
    thickness: { hind: [29, 9], fore: [19, 9.5] },
    foot: 'paw',
    stocking: 0.88,
  };
  const sway = 10 * b.swing();
  const tail: [number, number, number][] = [
    [40, 108, 8],
    [18, 112, 7],
    [4 + sway * 0.5, 94, 6.5],
    [10 + sway, 66, 6],
  ];
  const dark = b.ink('#2a1c12');
  return bob(
    b,
    shape(taper(tail), b.fall(b.main, 1.1, 0.85)) +
      oval([11 + sway, 68, 4.6, 7], dark) +
      line(`M${3 + sway * 0.7} 86 l9 -1 M2 98 l9 3 M14 114 l4 -8`, dark, 4) +
      legPair(b, 'far', build) +
      shape(
        'M30 116 C30 98 52 92 78 97 C98 100 118 92 134 95 C148 102 149 122 139 134 C122 140 106 132 90 127 C76 125 64 138 48 138 C36 134 30 126 30 116 Z',
        b.fall(b.main, 1.2, 0.78),
      ) +
      shape('M76 127 C92 126 110 136 126 138 C112 142 88 138 76 127 Z', b.ink(CREAM, 0.92)) +
      legPair(b, 'near', build) +
      spots(b) +
      shape(
        'M112 104 C120 92 128 82 136 76 L166 84 C164 100 156 116 142 126 C128 126 114 118 112 104 Z',
        b.side(b.main, 1.12, 0.9),
      ) +
      `<g transform="translate(32 12) scale(0.84)">${
        oval([119, 55, 10, 10], b.ball(b.main)) +
        oval([165, 55, 10, 10], b.ball(b.main)) +
        oval([119, 56, 5, 5], dark) +
        oval([165, 56, 5, 5], dark) +
        bigCatFace(b) +
        line('M135 77 C133 86 131 92 130 99 M151 77 C153 86 155 92 156 99', dark, 3.4) +
        [
          [132, 56],
          [142, 53],
          [152, 56],
          [137, 61],
          [148, 61],
        ]
          .map(([x, y]) => oval([x!, y!, 2, 1.8], dark))
          .join('')
      }</g>`,
    7,
  );
}
