/** A dog. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { type Build, CREAM, DARK, eye, legPair } from './parts/features.ts';
import { bob, taper } from './parts/limbs.ts';
import type { Subject } from './subject.ts';

export const dog: Subject = {
  words: {
    en: 'dog puppy dogs puppies corgi retriever',
    de: 'hund hunde',
    fr: 'chien chiens',
    es: 'perro perros',
    pt: 'cachorro cão cao',
    it: 'cane cani',
    nl: 'hond',
    pl: 'pies',
    ru: 'собака',
    uk: 'собака пес',
    zh: '狗',
    ja: '犬 いぬ',
    ko: '개',
    kin: {
      puppy: {
        de: 'welpe',
        fr: 'chiot',
        es: 'cachorro',
        pt: 'filhote',
        it: 'cucciolo',
        nl: 'puppy',
        pl: 'szczeniak',
        ru: 'щенок',
        uk: 'цуценя',
        zh: '小狗',
        ja: '子犬',
        ko: '강아지',
      },
    },
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#b87b3e',
  size: 0.4,
  metres: 0.8,
  limbs: 'legs and tail',
  seat: { high: 0.4, back: 0.08 },
  legs: 'four',
  head: { brow: { x: 134, y: 43, wide: 46 }, eyes: { x: 152, y: 60, wide: 36 }, neck: { x: 132, y: 108, wide: 44 } },
  draw,
};

function draw(b: Brush): string {
  const build: Build = {
    hind: 58,
    fore: 126,
    hip: 134,
    thickness: { hind: [31, 10], fore: [22, 10.5] },
    foot: 'paw',
    stocking: 0.8,
  };
  const wag = 14 * b.swing();
  return bob(
    b,
    shape(
      taper([
        [56, 122, 14],
        [38, 112, 12],
        [28 + wag * 0.4, 96, 9],
        [30 + wag, 78, 5],
      ]),
      b.fall(b.main, 1.15, 0.75),
    ) +
      legPair(b, 'far', build) +
      shape(
        'M42 128 C42 112 58 107 78 110 C98 110 112 104 130 104 C146 106 152 124 148 140 C143 155 126 158 110 152 C94 146 80 146 66 150 C50 152 42 142 42 128 Z',
        b.fall(b.main, 1.25, 0.66),
      ) +
      legPair(b, 'near', build) +
      shape(
        'M108 122 C108 92 118 70 134 62 L160 78 C160 106 154 128 144 142 C130 146 110 140 108 122 Z',
        b.side(b.main, 1.15, 0.85),
      ) +
      shape(
        'M126 140 C132 150 146 150 149 134 C151 124 152 114 150 106 C146 120 138 132 126 140 Z',
        b.fall(CREAM, 1, 0.85),
      ) +
      line('M113 110 C124 120 142 120 155 107', b.ink('#c22f36'), 7) +
      oval([139, 121, 5, 5], b.ball('#f1c33c')) +
      oval([142, 64, 31, 27], b.ball(b.main)) +
      shape('M150 62 C176 58 188 68 184 80 C178 92 154 90 146 82 Z', b.fall(CREAM, 1, 0.8)) +
      oval([183, 68, 8, 6.5], b.ball('#2a2422')) +
      shape('M118 46 C98 54 96 86 108 100 C122 96 132 70 130 50 Z', b.fall(b.main, 0.85, 0.5)) +
      eye(b, [152, 58, 5]) +
      line('M160 86 C168 90 176 88 181 83', b.ink(DARK), 2) +
      shape('M164 87 C164 102 174 104 175 88 Z', b.ink('#e56a72')),
    8,
  );
}
