/** People and those built like them, standing on y = 190 of a 200 by 200 field. */
import { type Brush, box, line, oval, type Paint, shape, turned } from '../brush.ts';
import { bob, stepOf, taper } from './limbs.ts';

const SKINS = ['#f0c29c', '#c98d5e', '#8a5636', '#e3ac82'];
const HAIRS = ['#2a1c14', '#5a3820', '#a8692c', '#141318'];

/** One of several by the brush's chance, which is the same in every drawing of one person. */
function oneOf(b: Brush, choices: string[], spread: number): string {
  return choices[Math.floor(((b.random() * spread) % 1) * choices.length)]!;
}

function head(b: Brush, skin: string): string {
  return (
    shape(
      taper([
        [99, 46, 13],
        [99, 58, 12],
        [100, 66, 16],
      ]),
      b.fall(skin, 0.85, 0.7),
    ) +
    shape(
      'M86 34 C86 20 96 15 105 16 C114 17 119 24 119 32 C119 34 122 38 122 40 C122 42 119 42 119 43 C119 50 113 54 106 54 C94 54 86 46 86 34 Z',
      b.ball(skin),
    ) +
    oval([94, 38, 3.4, 4.8], b.ink(skin, 0.82)) +
    oval([111.5, 34, 1.9, 2.5], b.ink('#20160f')) +
    line('M107.5 28.5 C110 27 113 27 115 28.5', b.ink('#3a2418'), 1.6) +
    line('M110 46 C112.5 47.5 115 47 117 45.5', b.ink('#a8524a'), 1.7)
  );
}

interface Look {
  skin: string;
  sleeve: Paint;
  leg: Paint;
  shoe: string;
  /** How thick a leg is at the hip, and above the shoe. */
  legThickness: [number, number];
  body: string;
}

/** Legs, then whatever `body` draws over them, with arms that swing against the legs. */
function walking(b: Brush, look: Look): string {
  const resting = b.stride === 0;
  const limb = (offset: number, light: number) => {
    const rest = resting ? (offset === 0 ? 5 : -9) : 0;
    const hip: [number, number] = [100 + rest * 0.5, 116];
    const { knee, foot, lift } = stepOf(b, { hip, offset, ground: 182 });
    const [x, y] = [foot[0] + rest, foot[1]];
    const [thick, thin] = look.legThickness;
    const toe = 4 * lift;
    return (
      shape(
        taper([
          [hip[0], hip[1], thick],
          [knee[0] + rest * 0.5 + 2, knee[1], thick * 0.72],
          [x + (knee[0] - x) * 0.35 - 1.5, y - 22, thick * 0.6],
          [x, y, thin],
        ]),
        b.fall(look.leg, light, light * 0.75),
      ) +
      shape(
        `M${x - 6} ${y - 4} C${x} ${y - 6} ${x + 5} ${y - 5} ${x + 7} ${y - 1} C${x + 13} ${y + toe} ${x + 17} ${y + 3 + toe} ${x + 16} ${y + 7 + toe} H${x - 7} C${x - 8} ${y + 3} ${x - 8} ${y - 1} ${x - 6} ${y - 4} Z`,
        b.fall(look.shoe, light * 1.1, light * 0.7),
      )
    );
  };
  const arm = (offset: number, shoulder: number, light: number) => {
    const reach = b.stride * b.swing(offset) * 26 + (resting ? (offset === 0 ? 7 : -5) : 0);
    const bend = b.stride > 0.8 ? 12 : 3;
    const elbow = [shoulder + reach * 0.45 - bend * 0.6, 95] as const;
    const hand = [shoulder + reach + bend, 118 - bend * 0.9] as const;
    return (
      shape(
        taper([
          [shoulder, 71, 12.5],
          [elbow[0], elbow[1], 9.5],
          [hand[0], hand[1], 7],
        ]),
        b.fall(look.sleeve, light * 1.08, light * 0.8),
      ) + oval([hand[0] + 0.5, hand[1] + 4, 4.6, 5.6], b.ball(look.skin))
    );
  };
  return bob(b, limb(0.5, 0.72) + arm(0, 108, 0.66) + limb(0, 1) + look.body + arm(0.5, 92, 1), 5);
}

export function person(b: Brush): string {
  const skin = oneOf(b, SKINS, 1);
  const hair = oneOf(b, HAIRS, 7.3);
  const body =
    shape('M84 72 C76 74 71 86 73 102 C74 108 82 110 86 106 Z', b.fall('#7a5230', 1.1, 0.7)) +
    shape(
      'M82 74 C84 63 92 61 100 61 C110 61 117 65 118 75 C119 88 116 98 116 106 C116 114 117 120 117 125 C106 129 94 129 84 125 C84 112 83 94 82 74 Z',
      b.side(b.main, 1.18, 0.68),
    ) +
    line('M104 66 C105 84 105 104 104 126', b.ink(b.main, 0.66), 1.6) +
    line('M86 70 C92 82 92 92 88 104', b.ink('#5a3a20'), 4) +
    head(b, skin) +
    shape(
      'M86 40 C80 22 88 9 103 9 C115 8 122 16 119 25 C113 22 105 22 99 26 C98 31 98 34 95 36 C92 34 90 37 91 43 C88 43 87 42 86 40 Z',
      b.fall(hair, 1.25, 0.8),
    );
  return walking(b, { skin, sleeve: b.main, leg: '#34425f', shoe: '#4a2e1e', legThickness: [19, 10], body });
}

export function woman(b: Brush): string {
  const skin = oneOf(b, SKINS, 1);
  const hair = oneOf(b, HAIRS, 7.3);
  const sway = 6 * b.stride * b.swing(0.3);
  const fold = (x: number, to: number) => `M${x} 104 C${x - 1} 122 ${to + sway} 140 ${to + sway} 156`;
  const body =
    shape(`M86 30 C74 48 76 76 ${79 - sway} 98 C88 100 98 88 98 66 L95 34 Z`, b.fall(hair, 1.1, 0.75)) +
    shape(
      `M88 72 C89 63 94 61 101 61 C109 61 114 65 114 73 C115 84 111 92 110 98 C118 120 ${128 + sway} 142 ${131 + sway} 157 C112 166 90 165 ${72 + sway} 157 C78 138 88 118 92 98 C90 90 88 82 88 72 Z`,
      b.side(b.main, 1.2, 0.7),
    ) +
    line(`${fold(96, 90)} ${fold(101, 104)} ${fold(106, 116)}`, b.ink(b.main, 0.66), 1.6) +
    line('M92 99 C98 102 104 102 110 98', b.ink(b.main, 0.5), 4) +
    head(b, skin) +
    shape(
      'M85 48 C78 26 84 9 103 9 C116 8 122 17 118 26 C112 21 105 22 100 27 C98 34 97 40 96 46 C95 56 93 64 89 70 C85 64 86 56 85 48 Z',
      b.fall(hair, 1.3, 0.85),
    );
  return walking(b, { skin, sleeve: skin, leg: skin, shoe: '#7a2a3a', legThickness: [14, 7.5], body });
}

export function astronaut(b: Brush): string {
  const suit = (light: number) => b.fall(b.main, light * 1.1, light * 0.78);
  const ring = (x: number, y: number, turn: number) =>
    turned(box([x - 12, y - 3, 24, 6], b.ink('#d8632c'), 'rx="3"'), [turn, x, y]);
  return (
    box([60, 62, 80, 76], b.side('#aab2bd', 1.1, 0.7), 'rx="14"') +
    shape(
      taper([
        [82, 134, 34],
        [73, 158, 29],
        [74, 178, 24],
      ]),
      suit(0.86),
    ) +
    shape(
      taper([
        [118, 134, 34],
        [132, 156, 29],
        [132, 178, 24],
      ]),
      suit(1),
    ) +
    ring(74, 172, 2) +
    ring(132, 172, -2) +
    box([57, 178, 34, 15], b.fall('#5b6675', 1.2, 0.6), 'rx="7"') +
    box([117, 178, 34, 15], b.fall('#5b6675', 1.2, 0.6), 'rx="7"') +
    shape(
      taper([
        [70, 86, 28],
        [46, 100, 23],
        [31, 88, 20],
        [26, 76, 18],
      ]),
      suit(0.9),
    ) +
    shape(
      taper([
        [130, 86, 28],
        [156, 90, 23],
        [172, 106, 20],
        [178, 118, 18],
      ]),
      suit(1),
    ) +
    oval([24, 69, 12, 12], b.ball('#5b6675')) +
    oval([181, 124, 12, 12], b.ball('#5b6675')) +
    box([62, 74, 76, 72], b.side(b.main, 1.2, 0.75), 'rx="26"') +
    box([80, 98, 40, 26], b.ink('#c9d2dc'), 'rx="5"') +
    oval([89, 107, 4, 4], b.lamp('#e8483c')) +
    oval([101, 107, 4, 4], b.lamp('#46c46a')) +
    box([85, 115, 30, 4], b.ink('#5b6675')) +
    oval([100, 46, 42, 40], b.ball(b.main)) +
    shape('M68 46 C68 22 132 22 132 46 C132 74 118 80 100 80 C82 80 68 74 68 46 Z', b.fall('#2b4a7c', 1.2, 0.35)) +
    shape('M76 40 C80 28 96 26 108 28 C94 32 84 40 80 54 Z', '#ffffff', 'opacity="0.65"') +
    oval([118, 58, 8, 5], b.lamp('#f0b45a'), 'opacity="0.75"') +
    box([124, 82, 12, 8], b.ink('#d33f3f'))
  );
}

export function robot(b: Brush): string {
  const metal = b.side(b.main, 1.3, 0.6);
  const glowing = b.lamp('#58e0ff');
  const step = (x: number, offset: number) => {
    const lift = 16 * b.stride * Math.max(0, b.swing(offset));
    const [foot, shin] = [x === 70 ? 58 : 104, 142 - lift];
    return box([x, shin, 22, 42], b.fall('#55616e'), 'rx="5"') + box([foot, 178 - lift, 38, 13], metal, 'rx="6"');
  };
  return (
    line('M100 26 V10', b.ink('#4b5866'), 5) +
    oval([100, 8, 6, 6], b.lamp('#ff5a4a')) +
    line('M52 92 L32 118 L36 142 M148 92 L168 118 L164 142', b.ink('#55616e'), 13) +
    oval([36, 146, 10, 10], metal) +
    oval([164, 146, 10, 10], metal) +
    step(70, 0) +
    step(108, 0.5) +
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
