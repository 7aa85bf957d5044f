/** A person. */
import { type Brush, line, shape } from '../paint/brush.ts';
import { HAIRS, HANDS, head, oneOf, SKINS, walking } from './parts/people.ts';
import type { Subject } from './subject.ts';

export const person: Subject = {
  words: {
    en: 'person man guy traveler traveller hiker tourist explorer people figure men',
    de: 'mensch person',
    fr: 'personne gens',
    es: 'persona gente',
    pt: 'pessoa pessoas',
    it: 'persona gente',
    nl: 'persoon mensen',
    pl: 'człowiek osoba ludzie',
    ru: 'человек люди',
    uk: 'людина люди',
    zh: '人',
    ja: '人',
    ko: '사람',
    kin: {
      man: {
        de: 'mann männer',
        fr: 'homme',
        es: 'hombre',
        pt: 'homem',
        it: 'uomo',
        nl: 'man',
        pl: 'mężczyzna',
        ru: 'мужчина',
        uk: 'чоловік',
        zh: '男人',
        ja: '男 男性 彼',
        ko: '남자',
      },
    },
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#c23b3b',
  shades: 'many',
  size: 0.42,
  metres: 1.75,
  limbs: 'legs',
  hand: 'free',
  hands: HANDS,
  person: 'plain',
  head: { brow: { x: 104, y: 19, wide: 36 }, eyes: { x: 114, y: 34, wide: 22 }, neck: { x: 103, y: 63, wide: 28 } },
  draw,
};

function draw(b: Brush): string {
  const skin = oneOf(b, SKINS, 1);
  const hair = oneOf(b, HAIRS, 7.3);
  const body =
    shape(
      'M82 74 C84 63 92 61 100 61 C110 61 117 65 118 75 C119 88 116 98 116 106 C116 114 117 120 117 125 C106 129 94 129 84 125 C84 112 83 94 82 74 Z',
      b.side(b.main, 1.18, 0.68),
    ) +
    line('M104 66 C105 84 105 104 104 126', b.ink(b.main, 0.66), 1.6) +
    head(b, skin) +
    shape(
      'M86 40 C80 22 88 9 103 9 C115 8 122 16 119 25 C113 22 105 22 99 26 C98 31 98 34 95 36 C92 34 90 37 91 43 C88 43 87 42 86 40 Z',
      b.fall(hair, 1.25, 0.8),
    );
  return walking(b, { skin, sleeve: b.main, leg: '#34425f', shoe: '#4a2e1e', legThickness: [19, 10], body });
}
