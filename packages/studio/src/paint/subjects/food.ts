/** Food and drink, resting on y = 190 of a 200 by 200 field. */
import { type Brush, box, line, oval, shape, turned } from '../brush.ts';

const SHEEN = 'opacity="0.55"';

export function apple(b: Brush): string {
  return (
    shape(
      'M100 62 C72 36 24 52 26 104 C28 154 66 192 100 182 C134 192 172 154 174 104 C176 52 128 36 100 62 Z',
      b.ball(b.main),
    ) +
    shape('M76 58 C92 72 108 72 124 58 C116 76 84 76 76 58 Z', b.ink(b.main, 0.45)) +
    line('M100 66 C98 48 104 32 112 22', b.ink('#5a3a20'), 7) +
    shape('M106 44 C118 20 146 18 164 30 C152 50 126 58 106 44 Z', b.fall('#5ea43a', 1.3, 0.7)) +
    shape('M44 92 C46 72 58 62 70 62 C58 74 54 90 56 112 C48 110 44 102 44 92 Z', '#ffffff', SHEEN)
  );
}

export function lemon(b: Brush): string {
  return (
    `<g transform="rotate(-12 100 130)">` +
    shape(
      'M14 124 C22 118 26 112 32 104 C58 62 142 62 168 104 C174 112 178 118 186 124 C178 132 174 138 168 146 C142 188 58 188 32 146 C26 138 22 132 14 124 Z',
      b.ball(b.main),
    ) +
    shape('M52 100 C64 84 84 78 98 80 C80 86 66 98 60 114 Z', '#ffffff', SHEEN) +
    [
      [120, 110],
      [136, 132],
      [104, 142],
      [84, 126],
      [120, 152],
      [148, 116],
    ]
      .map(([x, y]) => oval([x!, y!, 1.8, 1.4], b.ink(b.main, 0.75)))
      .join('') +
    '</g>' +
    shape('M150 84 C156 58 182 52 196 60 C190 82 170 94 150 84 Z', b.fall('#4f9a3c'))
  );
}

export function strawberry(b: Brush): string {
  const seeds = Array.from({ length: 26 }, (_, at) => {
    const row = Math.floor(at / 5);
    const half = 52 - row * 9;
    return oval([100 - half + ((at % 5) * half) / 2 + (row % 2) * 5, 84 + row * 18, 2.2, 3.4], b.ink('#f6d774'));
  });
  const sepal = [-70, -35, 0, 35, 70].map((degrees) =>
    turned(shape('M92 56 C88 70 94 84 100 92 C106 84 112 70 108 56 Z', b.fall('#4f9a3c', 1.2, 0.7)), [
      degrees,
      100,
      54,
    ]),
  );
  return (
    shape(
      'M100 190 C60 172 24 116 34 80 C44 52 80 48 100 58 C120 48 156 52 166 80 C176 116 140 172 100 190 Z',
      b.ball(b.main),
    ) +
    seeds.join('') +
    sepal.join('') +
    line('M100 56 C100 44 104 34 112 28', b.ink('#4f9a3c'), 6) +
    shape('M46 92 C48 76 58 68 68 68 C60 78 56 92 58 108 Z', '#ffffff', SHEEN)
  );
}

export function cake(b: Brush): string {
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

export function pizza(b: Brush): string {
  const topping = [
    [72, 78],
    [126, 70],
    [98, 112],
    [60, 120],
    [138, 116],
    [104, 150],
    [100, 54],
    [74, 146],
    [136, 148],
  ].map(([x, y]) => oval([x!, y!, 13, 13], b.ball('#c23a2a')) + oval([x! - 3, y! - 3, 3, 3], b.ink('#e8806a')));
  const basil = [
    [92, 88],
    [118, 132],
    [80, 102],
    [122, 92],
  ].map(([x, y]) => shape(`M${x} ${y} q10 -12 20 0 q-10 10 -20 0 Z`, b.fall('#4f9a3c')));
  return (
    oval([100, 106, 96, 92], '#000000', 'opacity="0.25"') +
    oval([100, 102, 94, 90], b.ball('#c9853a')) +
    oval([100, 102, 82, 78], b.ink('#b8321e')) +
    oval([100, 102, 78, 74], b.ball('#f2c85a')) +
    topping.join('') +
    basil.join('') +
    line('M100 102 L168 50 M100 102 L180 128', b.ink('#a86a28'), 2.6)
  );
}

export function burger(b: Brush): string {
  const sesame = [
    [70, 52],
    [92, 40],
    [118, 42],
    [138, 56],
    [104, 58],
    [82, 66],
    [126, 70],
    [56, 70],
  ].map(([x, y]) => turned(oval([x!, y!, 4.4, 2.6], b.ink('#fbe9c0')), [((x! * 7) % 60) - 30, x!, y!]));
  return (
    shape('M24 158 H176 C178 182 160 190 140 190 H60 C40 190 22 182 24 158 Z', b.fall(b.main, 1.15, 0.6)) +
    box([18, 132, 164, 28], b.fall('#5a3018', 1.25, 0.6), 'rx="13"') +
    shape('M16 128 H184 L160 150 L138 130 L112 152 L92 130 L62 148 L40 130 Z', b.fall('#f7b928', 1.15, 0.85)) +
    box([22, 114, 156, 16], b.fall('#d83a2c', 1.2, 0.75), 'rx="8"') +
    shape(
      'M12 112 C24 96 176 96 188 112 C176 124 168 112 154 120 C140 128 132 112 116 120 C102 128 92 112 76 120 C62 128 52 112 40 120 C28 126 18 122 12 112 Z',
      b.fall('#63b04a', 1.3, 0.8),
    ) +
    shape('M20 104 C20 50 60 24 100 24 C140 24 180 50 180 104 Z', b.ball(b.main)) +
    sesame.join('')
  );
}

export function icecream(b: Brush): string {
  const waffle = Array.from({ length: 8 }, (_, at) => `M${52 + at * 14} 92 l-40 100 M${50 + at * 14} 92 l40 100`).join(
    ' ',
  );
  return (
    '<clipPath id="cone"><path d="M58 96 H142 L100 198 Z"/></clipPath>' +
    shape('M58 96 H142 L100 198 Z', b.side('#d89a4e', 1.2, 0.7)) +
    `<g clip-path="url(#cone)">${line(waffle, b.ink('#a8692c'), 2.4)}</g>` +
    oval([74, 74, 30, 28], b.ball('#6b4028')) +
    oval([126, 74, 30, 28], b.ball('#f4e6b8')) +
    oval([100, 44, 33, 31], b.ball(b.main)) +
    shape(
      'M52 90 q8 18 16 2 q8 16 16 2 q8 18 16 2 q8 16 16 2 q8 16 16 2 q8 14 16 -8 L148 84 H52 Z',
      b.ink('#f4e6b8', 0.95),
    ) +
    oval([106, 12, 10, 10], b.ball('#d3223a')) +
    line('M108 4 C112 -6 120 -8 126 -6', b.ink('#5a7a34'), 2.4) +
    shape('M78 40 C80 28 90 22 98 22 C90 30 86 40 86 52 Z', '#ffffff', SHEEN)
  );
}

export function coffee(b: Brush): string {
  const steam = line(
    'M78 62 C66 46 90 36 78 14 M102 58 C90 40 114 30 102 6 M126 62 C114 46 138 36 126 16',
    '#ffffff',
    5,
  );
  return (
    `<g opacity="0.45">${steam}</g>` +
    oval([98, 182, 92, 12], b.fall('#fbfaf6', 1, 0.65)) +
    `<path d="M152 98 C196 92 192 148 144 148" fill="none" stroke="${b.ink('#f2efe8', 0.85)}" stroke-width="12"/>` +
    shape('M36 84 H160 C160 140 142 176 124 180 H72 C54 176 36 140 36 84 Z', b.side('#fdfbf6', 1, 0.66)) +
    oval([98, 84, 62, 17], b.ink('#e8e2d6')) +
    oval([98, 86, 55, 13], b.ball(b.main)) +
    shape(
      'M98 95 C78 88 78 78 90 79 C94 79 98 82 98 84 C98 82 102 79 106 79 C118 78 118 88 98 95 Z',
      b.ink('#f3dcb8'),
    ) +
    shape('M50 98 C52 132 62 156 72 168 C64 146 60 120 62 98 Z', '#ffffff', SHEEN)
  );
}

export function wine(b: Brush): string {
  return (
    oval([100, 186, 44, 8], b.fall('#e6eef2', 1.1, 0.7), 'opacity="0.9"') +
    line('M100 116 V184', b.ink('#dbe6ea'), 6) +
    shape('M58 12 C50 70 62 118 100 118 C138 118 150 70 142 12 Z', '#e8f2f6', 'opacity="0.35"') +
    shape('M55 58 C56 92 70 116 100 116 C130 116 144 92 145 58 Z', b.side(b.main, 1.2, 0.55)) +
    oval([100, 58, 45, 9], b.ink(b.main, 1.25)) +
    `<ellipse cx="100" cy="12" rx="42" ry="7" fill="none" stroke="${b.ink('#eef6f8')}" stroke-width="2.6"/>` +
    shape('M66 20 C62 56 66 86 78 102 C72 76 72 46 78 20 Z', '#ffffff', SHEEN)
  );
}

export function ramen(b: Brush): string {
  const noodles = [0, 1, 2, 3, 4].map((at) => `M${46 + at * 9} ${96 + at * 2} q14 -9 28 0 t28 0`);
  const steam = [76, 100, 124].map((x) => `M${x} 62 C${x - 9} 50 ${x + 9} 40 ${x} 26`);
  return (
    line(steam.join(' '), b.ink('#f4f1ea'), 3.4).replace('/>', ' opacity="0.55"/>') +
    shape('M16 98 H184 C184 142 152 178 120 182 H80 C48 178 16 142 16 98 Z', b.side(b.main, 1.15, 0.6)) +
    box([74, 180, 52, 10], b.side(b.main, 0.95, 0.5), 'rx="3"') +
    oval([100, 98, 84, 23], b.ink(b.main, 1.2)) +
    oval([100, 99, 77, 19], b.fall('#b8712a', 1.15, 0.9)) +
    line(noodles.join(' '), b.ink('#f5d98a'), 4.6) +
    oval([74, 92, 18, 11], b.ball('#fbf8f0')) +
    oval([74, 92, 9.5, 6.4], b.ball('#f2a52a')) +
    oval([128, 88, 20, 9], b.fall('#c98a6a', 1.15, 0.8)) +
    oval([128, 88, 13, 5], b.ink('#e3b598')) +
    box([140, 62, 24, 34], b.side('#20402c', 1.3, 0.8), 'rx="2"') +
    [
      [96, 106],
      [108, 110],
      [118, 104],
      [88, 110],
      [132, 106],
    ]
      .map(([x, y]) => oval([x!, y!, 4.4, 2.6], b.ink('#4fa044')))
      .join('') +
    line('M150 108 L196 44 M140 108 L186 40', b.ink('#7a3f22'), 4.4) +
    line('M24 118 C36 146 60 164 84 172', b.ink(b.main, 1.5), 3)
  );
}

export function donut(b: Brush): string {
  const sprinkles = Array.from({ length: 34 }, (_, at) => {
    const angle = at * 2.4;
    const away = 34 + 21 * ((at * 0.618) % 1);
    const [x, y] = [100 + away * 1.12 * Math.cos(angle), 116 + away * 0.9 * Math.sin(angle)];
    const colour = ['#f7d24a', '#4aa8e8', '#7ad06a', '#ffffff', '#f0863a'][at % 5]!;
    return turned(box([x - 4.4, y - 1.5, 8.8, 3], b.ink(colour), 'rx="1.5"'), [(at * 67) % 180, x, y]);
  });
  return (
    oval([100, 124, 86, 66], b.ball('#d99a4e')) +
    shape(
      'M22 118 C24 78 58 56 100 56 C142 56 176 78 178 118 C178 132 170 138 164 146 C156 154 150 142 140 152 C130 164 122 158 110 162 C98 166 90 156 78 160 C66 164 62 150 50 150 C38 150 22 136 22 118 Z',
      b.ball(b.main),
    ) +
    sprinkles.join('') +
    oval([100, 114, 25, 18], b.fall('#a8692c', 0.7, 1)) +
    oval([100, 118, 20, 13], b.ink('#3a2212', 0.9)) +
    shape('M44 92 C56 74 80 66 98 66 C78 72 60 82 50 98 Z', '#ffffff', 'opacity="0.5"')
  );
}
