/** Things of every day that stand on a table: a book, a shoe, a telephone. */
import { type Brush, box, line, oval, shape } from '../brush.ts';

export function book(b: Brush): string {
  const lines = [0, 1, 2, 3, 4, 5].map((row) => {
    const y = 84 + row * 14;
    return `M26 ${y + 4} C46 ${y - 4} 70 ${y - 4} 90 ${y + 2} M110 ${y + 2} C130 ${y - 4} 154 ${y - 4} 174 ${y + 4}`;
  });
  return (
    shape(
      'M4 74 C40 58 78 60 100 72 C122 60 160 58 196 74 V184 C160 170 122 172 100 184 C78 172 40 170 4 184 Z',
      b.fall(b.main, 1.2, 0.7),
    ) +
    shape('M14 68 C44 54 78 56 100 70 V176 C78 164 44 162 14 174 Z', b.side('#fdf8ec', 0.92, 1.05)) +
    shape('M186 68 C156 54 122 56 100 70 V176 C122 164 156 162 186 174 Z', b.side('#fdf8ec', 0.8, 1)) +
    line(lines.join(' '), b.ink('#8a8070'), 2.6) +
    line('M100 70 V178', b.ink('#c9b998'), 3) +
    shape('M124 58 h12 v64 l-6 -8 l-6 8 Z', b.ink('#c8283a'))
  );
}

export function shoe(b: Brush): string {
  const laces = [0, 1, 2, 3].map((at) => `M${88 + at * 13} ${100 + at * 9} l20 -9`).join(' ');
  return (
    shape('M8 162 H192 C196 176 190 188 178 188 H22 C10 188 4 176 8 162 Z', b.fall('#f7f5ef', 1.05, 0.75)) +
    line('M12 172 H188', b.ink(b.main, 0.9), 3) +
    shape(
      'M14 164 C8 132 12 100 20 84 C36 92 54 92 66 80 L84 88 C104 120 136 132 168 136 C188 140 194 152 192 164 Z',
      b.fall(b.main, 1.25, 0.65),
    ) +
    shape('M20 84 C36 92 54 92 66 80 L72 92 C56 106 32 106 18 98 Z', b.ink(b.main, 0.6)) +
    shape('M150 134 C176 136 194 146 192 164 H140 C136 152 140 140 150 134 Z', b.fall('#f2eee4', 1, 0.8)) +
    shape('M34 150 C62 146 84 132 92 112 L106 122 C94 146 66 160 36 164 Z', b.ink('#ffffff')) +
    line(laces, b.ink('#ffffff'), 4) +
    line('M24 100 C20 122 20 144 24 162', b.ink(b.main, 0.5), 2)
  );
}

export function phone(b: Brush): string {
  const icons = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((column) =>
      box(
        [68 + column * 24, 62 + row * 26, 16, 16],
        b.lamp(['#ff5f57', '#ffbd2e', '#28c840', '#3f8ff0', '#b45af0', '#f06aa8'][(row * 3 + column) % 6]!),
        'rx="4"',
      ),
    ),
  );
  return (
    oval([100, 190, 60, 6], '#000000', 'opacity="0.25"') +
    box([50, 6, 100, 184], b.side(b.main, 1.35, 0.6), 'rx="18"') +
    box([56, 13, 88, 170], b.lamp('#101624'), 'rx="13"') +
    box([56, 13, 88, 170], b.glow('#4a7ad8', 0.75), 'rx="13"') +
    box([86, 18, 28, 7], b.lamp('#05070c'), 'rx="3.5"') +
    icons.join('') +
    box([82, 174, 36, 3], b.lamp('#ffffff'), 'rx="1.5"') +
    shape('M62 18 H92 L64 140 Z', '#ffffff', 'opacity="0.12"')
  );
}

export function laptop(b: Brush): string {
  const rows = [0, 1, 2, 3].map((at) => `M52 ${78 + at * 14} h${[52, 76, 40, 64][at]}`);
  return (
    shape('M34 50 C34 44 38 42 42 42 H158 C162 42 166 44 166 50 V148 H34 Z', b.side(b.main, 1.15, 0.7)) +
    box([41, 50, 118, 90], b.lamps === 'lit' ? b.lamp('#1d3a5c') : b.fall('#20456e', 1.2, 0.8)) +
    line(rows.join(' '), b.lamp('#9fe0ff'), 4.4) +
    oval([140, 68, 9, 9], b.lamp('#ffb84a')) +
    shape('M41 50 H96 L60 140 H41 Z', '#ffffff', 'opacity="0.1"') +
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
