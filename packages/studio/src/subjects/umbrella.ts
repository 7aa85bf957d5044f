/** An umbrella. */
import { type Brush, line, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const umbrella: Subject = {
  words: {
    en: 'umbrella umbrellas parasol',
    de: 'regenschirm schirm',
    fr: 'parapluie',
    es: 'paraguas',
    pt: 'sombrinha guarda-chuva',
    it: 'ombrello',
    nl: 'paraplu',
    pl: 'parasol parasolka',
    ru: 'зонт зонтик',
    uk: 'парасолька',
    zh: '雨伞 伞',
    ja: '傘',
    ko: '우산',
  },
  footing: 'ground',
  home: 'city',
  colour: '#d8303a',
  size: 0.44,
  metres: 1,
  hand: 'filled',
  draw,
};

function draw(b: Brush): string {
  return (
    line('M100 34 V168 C100 186 122 186 122 170', b.ink('#4a3020'), 5) +
    shape(
      'M12 104 C16 46 60 20 100 20 C140 20 184 46 188 104 C178 92 160 92 152 104 C142 92 128 92 118 104 C110 94 92 94 84 104 C74 92 58 92 48 104 C40 92 22 92 12 104 Z',
      b.side(b.main, 1.25, 0.6),
    ) +
    line(
      'M100 20 C86 46 82 76 84 104 M100 20 C114 46 118 76 118 104 M100 20 C64 40 50 74 48 104 M100 20 C136 40 150 74 152 104',
      b.ink(b.main, 0.55),
      2,
    ) +
    line('M100 20 V10', b.ink('#4a3020'), 4)
  );
}
