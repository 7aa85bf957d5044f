/** A bridge. */
import { type Brush, box, line } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const bridge: Subject = {
  words: {
    en: 'bridge bridges',
    de: 'brücke',
    fr: 'pont',
    es: 'puente',
    pt: 'ponte',
    it: 'ponte',
    nl: 'brug',
    pl: 'most',
    ru: 'мост',
    uk: 'міст',
    zh: '桥',
    ja: '橋',
    ko: '다리',
  },
  footing: 'surface',
  home: 'ocean',
  colour: '#c2452e',
  size: 0.8,
  metres: 200,
  reach: 2,
  seat: { high: 0.2, back: 0 },
  draw,
};

function draw(b: Brush): string {
  const tower = (x: number) =>
    box([x - 7, 44, 5, 146], b.side(b.main, 1.2, 0.7)) +
    box([x + 2, 44, 5, 146], b.side(b.main, 1.1, 0.6)) +
    [52, 84, 116].map((y) => box([x - 7, y, 14, 5], b.ink(b.main, 0.9))).join('');
  const hangers = Array.from({ length: 20 }, (_, at) => {
    const x = 5 + at * 10;
    const away = Math.abs(x - 100) <= 50 ? (x - 100) / 50 : (Math.abs(x - 100) - 100) / 50;
    return `M${x} ${142 - 94 * away * away} V150`;
  });
  return (
    line(hangers.join(' '), b.ink(b.main, 0.75), 1.2) +
    line(
      'M-20 150 C10 150 36 90 50 48 C66 124 84 142 100 142 C116 142 134 124 150 48 C164 90 190 150 220 150',
      b.ink(b.main),
      3.4,
    ) +
    box([-300, 148, 800, 8], b.fall(b.main, 1.1, 0.6)) +
    tower(50) +
    tower(150)
  );
}
