/** A train. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import { glass, wheel } from './parts/vehicles.ts';
import type { Subject } from './subject.ts';

export const train: Subject = {
  words: {
    en: 'train locomotive railway steam-train steam-engine steam-locomotive',
    de: 'zug',
    fr: 'train',
    es: 'tren',
    pt: 'trem comboio',
    it: 'treno',
    nl: 'trein',
    pl: 'pociąg',
    ru: 'поезд',
    uk: 'поїзд потяг',
    zh: '火车',
    ja: '電車 列車',
    ko: '기차',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#a82f2a',
  size: 0.42,
  metres: 20,
  way: 'drives',
  underfoot: 'rails',
  draw,
};

function draw(b: Brush): string {
  const smoke = [
    [152, 52, 15],
    [132, 38, 20],
    [106, 26, 24],
    [74, 20, 27],
    [40, 18, 24],
  ].map(([x, y, r]) => oval([x!, y!, r!, r! * 0.8], b.ball('#e9ebee'), 'fill-opacity="0.85"'));
  return (
    smoke.join('') +
    box([4, 92, 54, 78], b.fall(b.main, 1.2, 0.6), 'rx="4"') +
    glass(b, 'M14 104 h14 v24 h-14 Z') +
    glass(b, 'M34 104 h14 v24 h-14 Z') +
    box([-2, 84, 66, 10], b.ink('#2a2d33'), 'rx="4"') +
    box([56, 110, 124, 48], b.fall('#2f353d', 1.5, 0.6), 'rx="22"') +
    line('M84 111 V157 M112 111 V157 M140 111 V157', b.ink('#d8a93c'), 4) +
    shape('M146 112 L142 66 H168 L164 112 Z', b.side('#2f353d', 1.4, 0.7)) +
    box([138, 60, 34, 9], b.ink('#d8a93c'), 'rx="3"') +
    oval([96, 110, 14, 14], b.ball('#d8a93c')) +
    box([56, 154, 130, 14], b.fall(b.main, 1, 0.6)) +
    shape('M180 158 L200 186 H176 Z', b.fall(b.main, 1, 0.5)) +
    oval([181, 134, 9, 11], b.lamps === 'lit' ? b.lamp('#fff0b8') : b.ink('#f7edcf')) +
    wheel(b, [24, 176, 14]) +
    wheel(b, [74, 172, 19]) +
    wheel(b, [116, 172, 19]) +
    wheel(b, [158, 176, 14]) +
    line('M74 172 H116', b.ink('#c9ced4'), 5)
  );
}
