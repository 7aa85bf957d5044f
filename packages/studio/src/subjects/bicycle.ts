/** A bicycle. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { TYRE } from './parts/vehicles.ts';
import type { Subject } from './subject.ts';

export const bicycle: Subject = {
  words: {
    en: 'bicycle bike bicycles bikes',
    de: 'fahrrad',
    fr: 'vélo velo bicyclette',
    es: 'bicicleta bici',
    pt: 'bicicleta',
    it: 'bicicletta bici',
    nl: 'fiets',
    pl: 'rower',
    ru: 'велосипед',
    uk: 'велосипед',
    zh: '自行车',
    ja: '自転車',
    ko: '자전거',
  },
  footing: 'ground',
  home: 'road',
  colour: '#1f8a7a',
  size: 0.38,
  metres: 1.8,
  way: 'drives',
  seat: { high: 0.5, back: 0.13 },
  road: 'across',
  saddle: 'astride',
  draw,
};

function draw(b: Brush): string {
  const rim = (x: number) => {
    const spokes = Array.from({ length: 8 }, (_, at) => {
      const angle = (at * Math.PI) / 8;
      return `M${x - 38 * Math.cos(angle)} ${148 - 38 * Math.sin(angle)} L${x + 38 * Math.cos(angle)} ${148 + 38 * Math.sin(angle)}`;
    });
    return (
      line(spokes.join(' '), b.ink('#c9ced4'), 1.1) +
      `<circle cx="${x}" cy="148" r="40" fill="none" stroke="${b.ink(TYRE)}" stroke-width="6"/>`
    );
  };
  return (
    rim(46) +
    rim(154) +
    line('M46 148 L76 92 H134 L98 148 Z M76 92 L98 148 M70 78 L76 92 M154 148 L132 82', b.ink(b.main), 7) +
    line('M132 82 L128 66 C142 60 152 62 152 72', b.ink('#3a3f46'), 5) +
    shape('M54 76 C62 70 80 70 88 75 C84 82 66 84 54 76 Z', b.ink('#4a2e1e')) +
    oval([98, 148, 10, 10], b.ink('#8a9098')) +
    line('M98 148 L106 166 M100 168 h12', b.ink('#3a3f46'), 4)
  );
}
