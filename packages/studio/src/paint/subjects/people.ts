/** People and those built like them, standing on y = 190 of a 200 by 200 field. */
import { type Brush, box, line, oval, shape } from '../brush.ts';

const SKINS = ['#f0c29c', '#c98d5e', '#8a5636', '#e3ac82'];
const HAIRS = ['#2a1c14', '#5a3820', '#a8692c', '#141318'];

export function person(b: Brush): string {
  const skin = SKINS[Math.floor(b.random() * SKINS.length)]!;
  const hair = HAIRS[Math.floor(b.random() * HAIRS.length)]!;
  const trousers = '#2d3a55';
  return (
    line('M96 122 L84 154 L74 184', b.ink(trousers, 0.8), 14) +
    line('M74 186 h10', b.ink('#3a2418'), 8) +
    line('M118 72 L132 96 L142 112', b.ink(b.main, 0.7), 10) +
    oval([143, 114, 5, 5], b.ink(skin)) +
    line('M104 122 L116 152 L118 186', b.ink(trousers), 15) +
    line('M118 187 h11', b.ink('#4a2e1e'), 8) +
    shape('M82 70 C84 58 118 58 120 70 L118 128 H82 Z', b.side(b.main, 1.15, 0.7)) +
    box([95, 48, 11, 14], b.ink(skin, 0.85)) +
    oval([102, 36, 16, 18], b.ball(skin)) +
    shape(
      'M86 42 C80 14 106 8 116 18 C122 26 118 30 112 28 C106 24 98 28 96 34 C95 42 92 46 88 48 Z',
      b.fall(hair, 1.2, 0.8),
    ) +
    oval([111, 36, 1.8, 2.2], b.ink('#20160f')) +
    line('M110 45 C112 46 114 46 115 45', b.ink('#a8524a'), 1.6) +
    line('M88 74 L74 100 L80 122', b.ink(b.main, 0.92), 11) +
    oval([81, 125, 5.4, 5.4], b.ink(skin)) +
    shape('M84 68 C74 70 68 84 70 106 L84 112 Z', b.fall('#7a5230', 1.1, 0.7))
  );
}

export function astronaut(b: Brush): string {
  const suit = (from: number, to: number) => b.side(b.main, from, to);
  return (
    `<g transform="rotate(-12 100 100)">` +
    box([62, 62, 76, 74], b.ink('#aab2bd'), 'rx="14"') +
    line('M76 138 L66 166 L72 184', b.ink(b.main, 0.85), 25) +
    line('M122 138 L136 162 L132 184', b.ink(b.main, 0.95), 25) +
    box([56, 178, 32, 15], b.ink('#5b6675'), 'rx="6"') +
    box([118, 178, 32, 15], b.ink('#5b6675'), 'rx="6"') +
    line('M66 84 L36 98 L26 76', b.ink(b.main, 0.9), 22) +
    line('M134 84 L166 92 L178 118', b.ink(b.main), 22) +
    oval([25, 70, 12, 12], b.ink('#5b6675')) +
    oval([180, 124, 12, 12], b.ink('#5b6675')) +
    box([62, 74, 76, 72], suit(1.2, 0.75), 'rx="26"') +
    box([80, 96, 40, 26], b.ink('#c9d2dc'), 'rx="5"') +
    oval([89, 105, 4, 4], b.lamp('#e8483c')) +
    oval([101, 105, 4, 4], b.lamp('#46c46a')) +
    box([85, 113, 30, 4], b.ink('#5b6675')) +
    oval([100, 46, 42, 40], b.ball(b.main)) +
    shape('M68 46 C68 22 132 22 132 46 C132 74 118 80 100 80 C82 80 68 74 68 46 Z', b.fall('#2b4a7c', 1.2, 0.35)) +
    shape('M76 40 C80 28 96 26 108 28 C94 32 84 40 80 54 Z', '#ffffff', 'opacity="0.65"') +
    oval([118, 58, 8, 5], b.lamp('#f0b45a'), 'opacity="0.75"') +
    box([124, 82, 12, 8], b.ink('#d33f3f')) +
    '</g>'
  );
}

export function robot(b: Brush): string {
  const metal = b.side(b.main, 1.3, 0.6);
  const glowing = b.lamp('#58e0ff');
  return (
    line('M100 26 V10', b.ink('#4b5866'), 5) +
    oval([100, 8, 6, 6], b.lamp('#ff5a4a')) +
    line('M52 92 L32 118 L36 142 M148 92 L168 118 L164 142', b.ink('#55616e'), 13) +
    oval([36, 146, 10, 10], metal) +
    oval([164, 146, 10, 10], metal) +
    box([70, 142, 22, 42], b.fall('#55616e'), 'rx="5"') +
    box([108, 142, 22, 42], b.fall('#55616e'), 'rx="5"') +
    box([58, 178, 38, 13], metal, 'rx="6"') +
    box([104, 178, 38, 13], metal, 'rx="6"') +
    box([54, 82, 92, 68], metal, 'rx="16"') +
    box([72, 98, 56, 32], b.ink('#1d2733'), 'rx="6"') +
    line('M78 114 h10 l5 -9 l8 17 l6 -8 h14', glowing, 3) +
    box([60, 24, 80, 54], metal, 'rx="18"') +
    box([70, 36, 60, 30], b.ink('#141c26'), 'rx="13"') +
    oval([86, 51, 12, 12], b.glow('#58e0ff', 0.9)) +
    oval([114, 51, 12, 12], b.glow('#58e0ff', 0.9)) +
    oval([86, 51, 7, 7], glowing) +
    oval([114, 51, 7, 7], glowing) +
    oval([56, 51, 6, 11], b.ink('#55616e')) +
    oval([144, 51, 6, 11], b.ink('#55616e'))
  );
}

export function snowman(b: Brush): string {
  return (
    line('M62 104 L24 78 M34 85 L24 92 M138 104 L176 80 M166 86 L178 92', b.ink('#5b3d24'), 5) +
    oval([100, 152, 50, 42], b.ball(b.main)) +
    oval([100, 102, 37, 33], b.ball(b.main)) +
    oval([100, 60, 28, 26], b.ball(b.main)) +
    shape('M70 78 C84 92 118 92 130 78 L132 88 C116 100 84 100 69 88 Z', b.fall('#d33a3a')) +
    shape('M116 88 L128 124 L114 126 L108 92 Z', b.fall('#c22f33')) +
    box([66, 36, 68, 7], b.ink('#20242c'), 'rx="3"') +
    box([78, 4, 44, 34], b.side('#2a2f3a', 1.4, 0.8), 'rx="3"') +
    box([78, 28, 44, 8], b.ink('#d33a3a')) +
    oval([91, 55, 3.6, 4], b.ink('#16181c')) +
    oval([111, 55, 3.6, 4], b.ink('#16181c')) +
    shape('M100 60 L130 66 L100 69 Z', b.fall('#f08a2a')) +
    [106, 122, 144, 160].map((y) => oval([100, y, 4, 4], b.ink('#20242c'))).join('')
  );
}

export function umbrella(b: Brush): string {
  return (
    line('M100 34 V168 C100 186 122 186 122 170', b.ink('#4a3020'), 5) +
    shape(
      'M12 104 C16 46 60 20 100 20 C140 20 184 46 188 104 C178 92 160 92 152 104 C142 92 128 92 118 104 C110 94 92 94 84 104 C74 92 58 92 48 104 C40 92 22 92 12 104 Z',
      b.side(b.main, 1.25, 0.6),
    ) +
    line(
      'M100 20 C86 46 82 76 84 104 M100 20 C114 46 118 76 118 104 M100 20 C64 40 50 74 48 104 M100 20 C136 40 150 74 152 104',
      b.ink(b.main, 0.55),
      2,
    ) +
    line('M100 20 V10', b.ink('#4a3020'), 4)
  );
}
