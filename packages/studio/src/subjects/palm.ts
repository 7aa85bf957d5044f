/** A palm. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const palm: Subject = {
  words: {
    en: 'palm palms palmtree palm-tree',
    de: 'palme',
    fr: 'palmier',
    es: 'palmera',
    pt: 'palmeira',
    it: 'palma',
    nl: 'palmboom',
    pl: 'palma',
    ru: 'пальма',
    uk: 'пальма',
    zh: '棕榈树',
    ja: 'ヤシの木',
    ko: '야자수',
  },
  footing: 'ground',
  home: 'coast',
  colour: '#3f8f45',
  size: 0.62,
  metres: 10,
  crown: 'bare',
  draw,
};

function draw(b: Brush): string {
  const frond = ([x, y]: [number, number], light: number) => {
    // From the crown up and out, then hanging: a quadratic curve with leaflets on both sides of it.
    const [midX, midY] = [104 + (x - 104) * 0.55, Math.min(54, y) - 26];
    const spot = (share: number) => {
      const rest = 1 - share;
      return [
        rest * rest * 104 + 2 * rest * share * midX + share * share * x,
        rest * rest * 54 + 2 * rest * share * midY + share * share * y,
      ] as const;
    };
    const out = Math.sign(x - 104);
    const leaflets = Array.from({ length: 15 }, (_, at) => {
      const share = 0.1 + (0.88 * at) / 14;
      const [fromX, fromY] = spot(share);
      const long = 30 * Math.sin(Math.PI * (0.16 + 0.8 * share)) + 5;
      return `M${fromX - 3} ${fromY} Q${fromX + out * long * 0.3} ${fromY + long * 0.35} ${fromX + out * long * 0.42} ${fromY + long} Q${fromX + out * 3} ${fromY + long * 0.5} ${fromX + 3.6} ${fromY} Z`;
    });
    return (
      shape(leaflets.join(' '), b.fall(b.main, light * 1.15, light * 0.7)) +
      line(`M104 54 Q${midX} ${midY} ${x} ${y}`, b.ink(b.main, light * 1.25), 2.6)
    );
  };
  const rings = Array.from({ length: 12 }, (_, at) => `M${80 + at * 1.75} ${182 - at * 11} q8 4 ${15 - at * 0.4} -1`);
  return (
    shape('M74 192 C88 140 94 90 99 52 H110 C106 100 104 150 99 192 Z', b.side('#8a6a46', 1.15, 0.6)) +
    line(rings.join(' '), b.ink('#5a4028'), 1.8) +
    frond([34, 96], 0.6) +
    frond([176, 92], 0.62) +
    frond([76, 104], 0.7) +
    frond([138, 102], 0.74) +
    frond([14, 62], 0.84) +
    frond([194, 58], 0.86) +
    frond([52, 14], 1) +
    frond([158, 10], 1.04) +
    [
      [98, 60],
      [108, 62],
      [103, 68],
    ]
      .map(([x, y]) => oval([x!, y!, 6, 6.5], b.ball('#6b4526')))
      .join('')
  );
}
