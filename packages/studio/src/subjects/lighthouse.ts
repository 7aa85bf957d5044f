/** A lighthouse. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const lighthouse: Subject = {
  words: {
    en: 'lighthouse lighthouses',
    de: 'leuchtturm',
    fr: 'phare',
    es: 'faro',
    pt: 'farol',
    it: 'faro',
    nl: 'vuurtoren',
    pl: 'latarnia-morska',
    ru: 'маяк',
    uk: 'маяк',
    zh: '灯塔',
    ja: '灯台',
    ko: '등대',
  },
  footing: 'ground',
  home: 'coast',
  colour: '#d5322f',
  size: 0.6,
  metres: 30,
  reach: 1.7,
  draw,
};

function draw(b: Brush): string {
  const bands = [0, 1, 2, 3].map((at) => {
    const [top, bottom] = [58 + at * 30, 58 + at * 30 + 15];
    const half = (y: number) => 17 + (y - 58) * 0.1;
    return shape(
      `M${100 - half(top)} ${top} H${100 + half(top)} L${100 + half(bottom)} ${bottom} H${100 - half(bottom)} Z`,
      b.side(b.main, 1.2, 0.55),
    );
  });
  const lit = b.lamps === 'lit';
  const beam = lit
    ? shape('M104 38 L420 -10 V70 Z M96 38 L-220 0 V74 Z', b.glow('#fff3c4', 0.5)) +
      oval([100, 38, 70, 60], b.glow('#fff0b0', 0.95))
    : '';
  return (
    shape(
      'M8 191 L18 182 L32 179 L44 170 L60 172 L72 166 H128 L142 171 L155 168 L168 178 L182 181 L194 191 Z',
      b.fall('#6d655e', 1.25, 0.5),
    ) +
    shape('M44 170 L60 172 L52 191 H28 L32 179 Z M84 174 L104 178 L98 191 H76 Z', b.ink('#8f877d')) +
    shape('M142 171 L155 168 L168 178 L160 191 H140 Z', b.ink('#514b46')) +
    beam +
    shape('M83 52 H117 L130 178 H70 Z', b.side('#fbf7ee', 1, 0.6)) +
    bands.join('') +
    box([76, 48, 48, 7], b.ink('#2b2f36'), 'rx="2"') +
    box([85, 26, 30, 23], lit ? b.lamp('#fff2b8') : b.fall('#a8cbd8', 1.3, 0.7)) +
    line('M85 26 V48 M100 26 V48 M115 26 V48', b.ink('#2b2f36'), 2) +
    shape('M80 27 C84 10 116 10 120 27 Z', b.side(b.main, 1.15, 0.55)) +
    line('M100 14 V4', b.ink('#2b2f36'), 2.6) +
    box([94, 160, 13, 19], b.ink('#4a3020'), 'rx="5"') +
    box([96, 92, 8, 11], b.ink('#3a4450')) +
    box([96, 124, 8, 11], b.ink('#3a4450'))
  );
}
