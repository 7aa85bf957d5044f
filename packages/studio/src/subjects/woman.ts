/** A woman. */
import { type Brush, line, shape } from '../paint/brush.ts';
import { HAIRS, HANDS, head, oneOf, SKINS, walking } from './parts/people.ts';
import type { Subject } from './subject.ts';

export const woman: Subject = {
  words: {
    en: 'woman lady women',
    de: 'frau frauen',
    fr: 'femme',
    es: 'mujer',
    pt: 'mulher',
    it: 'donna',
    nl: 'vrouw',
    pl: 'kobieta',
    ru: 'женщина',
    uk: 'жінка',
    zh: '女人',
    ja: '女性 彼女',
    ko: '여자',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#c23b6a',
  shades: 'many',
  size: 0.42,
  metres: 1.7,
  limbs: 'legs',
  hand: 'free',
  hands: HANDS,
  person: 'plain',
  head: { brow: { x: 110, y: 20, wide: 34 }, eyes: { x: 118, y: 35, wide: 20 }, neck: { x: 107, y: 61, wide: 22 } },
  draw,
};

function draw(b: Brush): string {
  const skin = oneOf(b, SKINS, 1);
  const hair = oneOf(b, HAIRS, 7.3);
  const sway = 6 * b.stride * b.swing(0.3);
  const fold = (x: number, to: number) => `M${x} 104 C${x - 1} 122 ${to + sway} 140 ${to + sway} 156`;
  const body =
    shape(`M86 30 C74 48 76 76 ${79 - sway} 98 C88 100 98 88 98 66 L95 34 Z`, b.fall(hair, 1.1, 0.75)) +
    shape(
      `M88 72 C89 63 94 61 101 61 C109 61 114 65 114 73 C115 84 111 92 110 98 C118 120 ${128 + sway} 142 ${131 + sway} 157 C112 166 90 165 ${72 + sway} 157 C78 138 88 118 92 98 C90 90 88 82 88 72 Z`,
      b.side(b.main, 1.2, 0.7),
    ) +
    line(`${fold(96, 90)} ${fold(101, 104)} ${fold(106, 116)}`, b.ink(b.main, 0.66), 1.6) +
    line('M92 99 C98 102 104 102 110 98', b.ink(b.main, 0.5), 4) +
    head(b, skin) +
    shape(
      'M85 48 C78 26 84 9 103 9 C116 8 122 17 118 26 C112 21 105 22 100 27 C98 34 97 40 96 46 C95 56 93 64 89 70 C85 64 86 56 85 48 Z',
      b.fall(hair, 1.3, 0.85),
    );
  return walking(b, { skin, sleeve: skin, leg: skin, shoe: '#7a2a3a', legThickness: [14, 7.5], body });
}
