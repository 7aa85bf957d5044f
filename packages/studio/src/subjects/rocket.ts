/** A rocket. */
import { type Brush, box, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const rocket: Subject = {
  words: {
    en: 'rocket rockets spaceship spacecraft starship',
    de: 'rakete',
    fr: 'fusée',
    es: 'cohete',
    pt: 'foguete',
    it: 'razzo',
    nl: 'raket',
    pl: 'rakieta',
    ru: 'ракета',
    uk: 'ракета',
    zh: '火箭',
    ja: 'ロケット',
    ko: '로켓',
  },
  footing: 'sky',
  home: 'space',
  colour: '#eef0f2',
  size: 0.56,
  metres: 50,
  way: 'flies',
  draw,
};

function draw(b: Brush): string {
  return (
    `<g transform="rotate(24 100 100)">` +
    oval([100, 186, 34, 60], b.glow('#ff9a3a', 0.9)) +
    shape('M84 150 C80 176 92 190 100 212 C108 190 120 176 116 150 Z', b.lamp('#ff8a2a')) +
    shape('M91 150 C88 168 96 178 100 192 C104 178 112 168 109 150 Z', b.lamp('#fff0a8')) +
    shape(
      'M70 110 C46 122 42 146 44 164 L76 144 Z M130 110 C154 122 158 146 156 164 L124 144 Z',
      b.side('#d8323c', 1.1, 0.7),
    ) +
    shape('M100 2 C130 28 138 84 126 150 H74 C62 84 70 28 100 2 Z', b.side(b.main, 1.2, 0.6)) +
    shape('M100 2 C116 16 124 36 128 54 H72 C76 36 84 16 100 2 Z', b.side('#d8323c', 1.15, 0.65)) +
    oval([100, 80, 17, 17], b.ink('#7d8894')) +
    oval([100, 80, 12, 12], b.ball('#4aa8e0')) +
    box([72, 138, 56, 14], b.side('#8a949e'), 'rx="3"') +
    shape('M94 110 H106 L108 160 H92 Z', b.side('#c22a34')) +
    '</g>'
  );
}
