/** A laptop. */
import { type Brush, box, line, oval, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const laptop: Subject = {
  words: {
    en: 'laptop macbook',
  },
  footing: 'table',
  home: 'backdrop',
  colour: '#c3c8ce',
  size: 0.6,
  metres: 0.35,
  draw,
};

function draw(b: Brush): string {
  const rows = [0, 1, 2, 3].map((at) => `M52 ${78 + at * 14} h${[52, 76, 40, 64][at]}`);
  return (
    shape('M34 50 C34 44 38 42 42 42 H158 C162 42 166 44 166 50 V148 H34 Z', b.side(b.main, 1.15, 0.7)) +
    box([41, 50, 118, 90], b.lamps === 'lit' ? b.lamp('#1d3a5c') : b.fall('#20456e', 1.2, 0.8)) +
    line(rows.join(' '), b.lamp('#9fe0ff'), 4.4) +
    oval([140, 68, 9, 9], b.lamp('#ffb84a')) +
    shape('M41 50 H96 L60 140 H41 Z', '#ffffff', 'fill-opacity="0.1"') +
    shape('M34 148 H166 L186 182 H14 Z', b.fall(b.main, 1.2, 0.8)) +
    shape('M42 153 H158 L168 170 H32 Z', b.ink('#3a3f47')) +
    line(
      'M38 158 H162 M35 164 H165 M62 153 L54 170 M86 153 L82 170 M114 153 L118 170 M138 153 L146 170',
      b.ink('#6a717b'),
      1.4,
    ) +
    shape('M84 173 H116 L119 180 H81 Z', b.ink(b.main, 0.8)) +
    shape('M14 182 H186 L183 190 H17 Z', b.fall(b.main, 0.85, 0.55))
  );
}
