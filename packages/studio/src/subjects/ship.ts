/** A ship. */
import { type Brush, box, line, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const ship: Subject = {
  words: {
    en: 'ship ships galleon vessel',
    de: 'schiff',
    fr: 'navire',
    pt: 'navio',
    it: 'nave',
    nl: 'schip',
    pl: 'statek',
    ru: 'корабль',
    uk: 'корабель',
    ja: '船',
  },
  footing: 'surface',
  home: 'ocean',
  colour: '#6a4128',
  size: 0.46,
  metres: 50,
  flags: 'drawn',
  draw,
};

function draw(b: Brush): string {
  const sail = (x: number, y: number, w: number, h: number) =>
    shape(
      `M${x - w} ${y} H${x + w} C${x + w + 12} ${y + h / 2} ${x + w + 8} ${y + h} ${x + w} ${y + h} H${x - w} C${x - w + 10} ${y + h * 0.7} ${x - w + 10} ${y + h * 0.3} ${x - w} ${y} Z`,
      b.side('#f5ecd8', 0.85, 1.1),
    );
  const ports = [52, 74, 96, 118, 140].map((x) =>
    box([x, 166, 9, 8], b.lamps === 'lit' ? b.lamp('#ffc862') : b.ink('#20140c')),
  );
  return (
    line('M58 156 V24 M104 156 V6 M148 156 V34 M176 148 L200 124', b.ink('#4a2e1a'), 5) +
    line('M104 8 L58 60 M104 8 L150 60 M58 26 L24 146 M148 36 L198 126', b.ink('#4a3826'), 1.2) +
    sail(58, 34, 24, 36) +
    sail(58, 76, 28, 46) +
    sail(104, 16, 24, 42) +
    sail(104, 64, 30, 56) +
    sail(148, 44, 18, 34) +
    sail(148, 84, 22, 42) +
    shape('M104 4 h24 l-6 6 l6 6 h-24 Z', b.ink('#d8323c')) +
    shape(
      'M14 132 H44 V150 H160 L190 142 C186 172 172 190 150 190 H50 C26 190 16 164 14 132 Z',
      b.fall(b.main, 1.3, 0.5),
    ) +
    line('M16 146 H44 M22 160 H182', b.ink('#d8a648'), 3) +
    ports.join('')
  );
}
