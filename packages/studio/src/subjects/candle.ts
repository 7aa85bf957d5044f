/** A candle. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const candle: Subject = {
  words: {
    en: 'candle candles candlelight',
    de: 'kerze',
    fr: 'bougie',
    es: 'vela',
    pt: 'vela',
    it: 'candela',
    nl: 'kaars',
    pl: 'świeca',
    ru: 'свеча',
    uk: 'свічка',
    zh: '蜡烛',
    ja: 'ろうそく',
    ko: '촛불 양초',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#f2e3c2',
  size: 0.6,
  metres: 0.15,
  partOf: 'cake',
  wick: 'burns',
  draw,
};

function draw(b: Brush): string {
  return (
    oval([100, 46, 96, 96], b.glow('#ffb648', 0.6)) +
    oval([100, 186, 60, 10], b.fall('#b8893c', 1.3, 0.6)) +
    box([72, 84, 56, 104], b.side(b.main, 1.15, 0.62), 'rx="6"') +
    oval([100, 86, 28, 8], b.ink(b.main, 1.25)) +
    shape('M74 86 C76 112 82 116 84 100 C86 92 88 90 92 92 Z', b.ink(b.main, 1.2)) +
    line('M100 86 V68', b.ink('#2a201a'), 3) +
    shape('M100 12 C118 38 118 74 100 76 C82 74 82 38 100 12 Z', b.lamp('#ff9a2e')) +
    shape('M100 34 C110 50 110 72 100 73 C90 72 90 50 100 34 Z', b.lamp('#fff3b8'))
  );
}
