/** Tiger, panda and giraffe, standing on y = 190 of a 200 by 200 field and looking right. */
import { type Brush, line, oval, shape } from '../brush.ts';
import { bigCatFace } from './beasts.ts';
import { type Build, CREAM, DARK, eye, legPair } from './features.ts';
import { bob, taper } from './limbs.ts';

export function tiger(b: Brush): string {
  const build: Build = {
    hind: 50,
    fore: 118,
    hip: 128,
    thickness: { hind: [36, 13], fore: [27, 14] },
    foot: 'paw',
    stocking: 0.86,
  };
  const sway = 10 * b.swing();
  const stripe = b.ink('#1f1712');
  const tail: [number, number, number][] = [
    [40, 112, 10],
    [18, 116, 9],
    [6 + sway * 0.5, 96, 8],
    [14 + sway, 72, 7],
  ];
  const flank = [44, 56, 69, 82, 95, 107].map(
    (x, at) =>
      `M${x} 99 C${x - 5} 108 ${x + 4} 116 ${x - 2 + (at % 2) * 4} ${124 + (at % 3) * 4} C${x + 5} 116 ${x + 2} 108 ${x + 6} 99 Z`,
  );
  const brow = 'M134 52 L138 60 L142 52 Z M124 56 L131 62 L130 54 Z M154 56 L147 62 L148 54 Z';
  const cheeks =
    'M115 74 L126 76 L115 80 Z M116 85 L127 84 L119 91 Z M169 74 L158 76 L169 80 Z M168 85 L157 84 L165 91 Z';
  return bob(
    b,
    shape(taper(tail), b.fall(b.main, 1.1, 0.8)) +
      line(`M22 114 l4 5 M10 104 l7 1 M${8 + sway * 0.6} 90 l8 -2 M${12 + sway} 76 l6 0`, stripe, 4) +
      legPair(b, 'far', build) +
      shape(
        'M30 122 C30 102 52 96 76 100 C96 102 116 94 132 98 C146 106 148 130 138 144 C122 154 102 148 86 144 C72 142 62 148 48 146 C36 142 30 134 30 122 Z',
        b.fall(b.main, 1.22, 0.72),
      ) +
      shape('M70 144 C86 142 104 150 122 150 C110 156 84 154 70 144 Z', b.ink(CREAM, 0.92)) +
      legPair(b, 'near', build) +
      shape(flank.join(' '), stripe) +
      line('M42 150 l12 3 M44 160 l9 3 M112 152 l12 2 M113 162 l10 2', stripe, 3.4) +
      oval([116, 54, 11, 11], b.ball(b.main)) +
      oval([164, 54, 11, 11], b.ball(b.main)) +
      oval([116, 55, 5.5, 5.5], stripe) +
      oval([164, 55, 5.5, 5.5], stripe) +
      oval([141, 80, 33, 31], b.ball(b.main)) +
      shape(
        'M112 88 C118 106 128 110 141 111 C154 110 164 106 170 88 C164 98 154 92 143 92 C130 92 118 98 112 88 Z',
        b.fall(CREAM, 1, 0.9),
      ) +
      bigCatFace(b) +
      shape(`${brow} ${cheeks}`, stripe),
    6,
  );
}

export function panda(b: Brush): string {
  const black = '#24262b';
  const build: Build = {
    hind: 46,
    fore: 114,
    hip: 130,
    thickness: { hind: [42, 21], fore: [38, 22] },
    foot: 'paw',
    stocking: 0.8,
    coat: [36, 38, 43],
  };
  const patch = (x: number, turn: number) =>
    `<ellipse cx="${x}" cy="77" rx="9" ry="11.5" transform="rotate(${turn} ${x} 77)" fill="${b.ink(black)}"/>`;
  return bob(
    b,
    legPair(b, 'far', build) +
      shape(
        'M18 130 C14 98 42 80 72 82 C88 74 116 74 134 90 C150 108 150 136 138 150 C112 162 50 162 30 152 C22 146 19 138 18 130 Z',
        b.fall(b.main, 1.05, 0.68),
      ) +
      shape(
        'M100 78 C116 76 128 82 136 92 C150 108 149 136 138 150 C126 156 112 157 100 156 C92 132 92 102 100 78 Z',
        b.fall(black, 1.3, 0.8),
      ) +
      legPair(b, 'near', build) +
      oval([114, 50, 13, 13], b.ball(black)) +
      oval([164, 50, 13, 13], b.ball(black)) +
      oval([139, 82, 40, 36], b.ball(b.main)) +
      patch(123, 28) +
      patch(157, -28) +
      oval([140, 96, 15, 11], b.ink('#ffffff')) +
      shape('M133 90 H147 L140 97 Z', b.ink(DARK)) +
      line('M140 97 V101 C137 105 132 104 130 102 M140 101 C143 105 148 104 150 102', b.ink(DARK), 2) +
      eye(b, [125, 77, 4.2], '#0c0c0e') +
      eye(b, [155, 77, 4.2], '#0c0c0e'),
    7,
  );
}

export function giraffe(b: Brush): string {
  const build: Build = {
    hind: 60,
    fore: 108,
    hip: 122,
    thickness: { hind: [24, 6.5], fore: [19, 6.5] },
    foot: 'hoof',
    stocking: 0.95,
  };
  const spot = (x: number, y: number, r: number) =>
    `M${x - r} ${y - r * 0.5} L${x} ${y - r} L${x + r} ${y - r * 0.4} L${x + r * 0.8} ${y + r * 0.8} L${x - r * 0.5} ${y + r} Z`;
  const spots = [
    [58, 112, 6.5],
    [74, 108, 7],
    [90, 106, 7],
    [106, 104, 7],
    [64, 125, 6],
    [80, 123, 6.5],
    [97, 121, 6.5],
    [113, 118, 6],
    [114, 88, 5.5],
    [122, 76, 5.5],
    [126, 62, 5],
    [132, 49, 4.6],
    [136, 36, 4],
  ].map(([x, y, r]) => spot(x!, y!, r!));
  return bob(
    b,
    line(`M50 108 C40 118 42 130 ${42 + 5 * b.swing()} 142`, b.ink(b.main, 0.8), 3) +
      oval([42 + 5 * b.swing(), 145, 3, 6], b.ink('#3a2418')) +
      legPair(b, 'far', build) +
      shape(
        'M47 116 C47 104 60 98 76 98 C92 96 104 90 116 88 C126 92 128 108 122 122 C114 134 92 136 74 134 C58 134 47 128 47 116 Z',
        b.fall(b.main, 1.2, 0.74),
      ) +
      legPair(b, 'near', build) +
      shape(
        taper([
          [112, 104, 30],
          [120, 78, 20],
          [130, 50, 15],
          [140, 26, 13],
        ]),
        b.side(b.main, 1.15, 0.8),
      ) +
      shape('M106 92 C114 70 124 44 134 20 L138 24 C130 46 120 70 112 92 Z', b.ink('#7a4a22')) +
      shape(spots.join(' '), b.ink('#9a5f2a')) +
      line('M139 20 L137 6 M146 19 L147 6', b.ink('#7a4a22'), 3.4) +
      shape('M134 22 C128 16 122 16 118 20 C124 26 130 27 136 26 Z', b.ink(b.main, 0.85)) +
      shape(
        'M132 26 C134 15 148 12 156 20 L174 32 C178 37 174 43 167 42 L146 38 C138 38 132 34 132 26 Z',
        b.fall(b.main, 1.2, 0.8),
      ) +
      shape('M164 29 L174 33 C178 38 174 43 167 42 L158 40 Z', b.ink(CREAM, 0.9)) +
      eye(b, [149, 24, 3.2]) +
      oval([171, 36, 1.6, 1.4], b.ink(DARK)),
    5,
  );
}
