/** A windmill. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import { pane } from './parts/buildings.ts';
import type { Subject } from './subject.ts';

export const windmill: Subject = {
  words: {
    en: 'windmill mill windmills',
    de: 'windmühle mühle',
    fr: 'moulin',
    es: 'molino',
    pt: 'moinho',
    it: 'mulino',
    nl: 'molen windmolen',
    pl: 'wiatrak młyn',
    ru: 'мельница',
    uk: 'млин',
    zh: '风车',
    ja: '風車',
    ko: '풍차',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#efe6d2',
  size: 0.54,
  metres: 18,
  limbs: { stride: 1, cycles: 0.4, poses: 12 },
  life: 'lifeless',
  road: 'off',
  draw,
};

function draw(b: Brush): string {
  const vane = `${line('M100 72 V2', b.ink('#5a3a22'), 4)}${box([102, 4, 17, 50], b.ink('#f7f0e0'), `stroke="${b.ink('#8a6a4a')}" stroke-width="1.4"`)}${line('M110.5 4 V54 M102 16 H119 M102 29 H119 M102 42 H119', b.ink('#8a6a4a'), 1.2)}`;
  return (
    oval([100, 190, 60, 5], '#000000', 'fill-opacity="0.22"') +
    shape('M76 84 H124 L140 190 H60 Z', b.side(b.main, 1.08, 0.62)) +
    shape('M70 86 C72 54 128 54 130 86 Z', b.side('#8a4a34', 1.2, 0.65)) +
    box([88, 152, 24, 38], b.ink('#6a4226'), 'rx="10"') +
    pane(b, [92, 104, 16, 18]) +
    line('M66 150 H134', b.ink('#b39b78'), 2.4) +
    [20, 110, 200, 290]
      .map((degrees) => `<g transform="rotate(${degrees + 90 * b.phase} 100 72)">${vane}</g>`)
      .join('') +
    oval([100, 72, 6, 6], b.ink('#4a3020'))
  );
}
