/** An airplane. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const airplane: Subject = {
  words: {
    en: 'airplane plane aeroplane aircraft jet airliner airplanes',
    de: 'flugzeug',
    fr: 'avion',
    es: 'avión',
    pt: 'avião',
    it: 'aereo',
    nl: 'vliegtuig',
    pl: 'samolot',
    ru: 'самолёт самолет',
    uk: 'літак',
    zh: '飞机',
    ja: '飛行機',
    ko: '비행기',
  },
  footing: 'sky',
  home: 'mountains',
  colour: '#eef1f4',
  size: 0.4,
  metres: 40,
  way: 'drives',
  draw,
};

function draw(b: Brush): string {
  const windows = Array.from({ length: 12 }, (_, at) =>
    oval([62 + at * 8, 96, 2.2, 2.8], b.lamps === 'lit' ? b.lamp('#ffe6a8') : b.ink('#38506a')),
  );
  return (
    `<g transform="rotate(-9 100 100)">` +
    shape('M104 90 L92 52 L104 52 L134 90 Z', b.fall(b.main, 0.85, 0.7)) +
    shape('M30 92 L10 50 H28 L58 90 Z', b.fall('#d33a3f', 1.1, 0.7)) +
    shape(
      'M16 94 C40 82 150 80 178 90 C192 95 196 100 194 103 C186 112 150 116 120 116 C70 116 30 108 16 94 Z',
      b.fall(b.main, 1.15, 0.62),
    ) +
    shape('M176 90 C184 92 188 96 190 98 L176 97 Z', b.ink('#26394e')) +
    windows.join('') +
    line('M30 103 C80 110 140 110 188 104', b.ink('#d33a3f'), 3) +
    shape('M118 106 L72 160 H90 L150 108 Z', b.fall(b.main, 1, 0.6)) +
    box([92, 124, 26, 11], b.fall('#8a949e'), 'rx="5"') +
    shape('M40 98 L18 116 H30 L60 100 Z', b.fall(b.main, 0.9, 0.6)) +
    '</g>'
  );
}
