/** A daisy. */
import { type Brush, line, oval, shape, turned } from '../paint/brush.ts';
import { leaf, ring, STEM } from './parts/plants.ts';
import type { Subject } from './subject.ts';

export const daisy: Subject = {
  words: {
    en: 'daisy daisies flower flowers',

    kin: {
      flower: {
        de: 'blume',
        fr: 'fleur',
        nl: 'bloem',
      },
      flowers: {
        de: 'blumen',
        fr: 'fleurs',
        es: 'flores',
        pt: 'flores',
        it: 'fiori',
        nl: 'bloemen',
        pl: 'kwiaty kwiatów',
        ru: 'цветы цветов',
        uk: 'квіти квітів',
        zh: '花',
        ja: '花',
        ko: '꽃',
      },
    },
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#f7f3ea',
  size: 0.42,
  metres: 0.4,
  flower: { nearest: 0.2 },
  draw,
};

function draw(b: Brush): string {
  const petal = (degrees: number) =>
    turned(shape('M94 62 C84 34 92 16 100 12 C108 16 116 34 106 62 Z', b.fall(b.main, 1, 0.82)), [degrees, 100, 70]);
  return (
    line('M100 92 C104 130 98 160 100 194', b.ink(STEM), 5) +
    leaf(b, [100, 160, -30]) +
    leaf(b, [100, 172, 204]) +
    ring(14, petal) +
    oval([100, 70, 17, 17], b.ball('#f2b521'))
  );
}
