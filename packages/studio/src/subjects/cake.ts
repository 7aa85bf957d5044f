/** A cake. */
import { type Brush, box, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const cake: Subject = {
  words: {
    en: 'cake birthday-cake',
    de: 'kuchen torte',
    fr: 'gâteau gateau',
    es: 'pastel tarta',
    pt: 'bolo',
    it: 'torta',
    nl: 'taart',
    pl: 'tort ciasto',
    ru: 'торт',
    uk: 'торт',
    zh: '蛋糕',
    ja: 'ケーキ',
    ko: '케이크',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#f2a6bd',
  size: 0.58,
  metres: 0.3,
  draw,
};

function draw(b: Brush): string {
  const drip = (y: number, left: number, right: number) => {
    const count = Math.round((right - left) / 20);
    const step = (right - left) / count;
    const waves = Array.from(
      { length: count },
      (_, at) => `q${step / 2} ${14 + 12 * ((at * 7) % 3)} ${step} 0`,
    ).reverse();
    return shape(
      `M${left} ${y} H${right} V${y + 10} H${left} Z M${left} ${y + 10} ${waves.join(' ')} Z`,
      b.ink(b.main, 1.15),
    );
  };
  const candle = (x: number, colour: string) =>
    box([x - 4, 34, 8, 34], b.side(colour, 1.2, 0.8), 'rx="2"') +
    oval([x, 24, 15, 19], b.glow('#ffc24a', 0.8)) +
    shape(`M${x} 12 C${x + 7} 22 ${x + 5} 32 ${x} 32 C${x - 5} 32 ${x - 7} 22 ${x} 12 Z`, b.lamp('#ffd75a'));
  return (
    oval([100, 186, 96, 10], b.fall('#eef0f2', 1, 0.75)) +
    box([28, 118, 144, 66], b.side('#f6e3c4', 1.05, 0.75), 'rx="8"') +
    drip(116, 28, 172) +
    box([28, 150, 144, 9], b.side('#a8324a')) +
    box([54, 68, 92, 54], b.side('#f6e3c4', 1.05, 0.75), 'rx="7"') +
    drip(66, 54, 146) +
    [76, 100, 124].map((x, at) => candle(x, ['#5aa9e0', '#f2c14a', '#e05a7a'][at]!)).join('') +
    [40, 64, 88, 112, 136, 160].map((x) => oval([x, 180, 9, 7], b.ball(b.main))).join('') +
    [66, 88, 112, 134].map((x) => oval([x, 68, 6, 6], b.ball('#d8323c'))).join('')
  );
}
