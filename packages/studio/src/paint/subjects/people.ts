/** People and those built like them, standing on y = 190 of a 200 by 200 field. */
import { type Brush, box, line, oval, type Paint, shape } from '../brush.ts';
import { bob, stepOf } from './limbs.ts';

const SKINS = ['#f0c29c', '#c98d5e', '#8a5636', '#e3ac82'];
const HAIRS = ['#2a1c14', '#5a3820', '#a8692c', '#141318'];

/** One of several by the brush's chance, which is the same in every drawing of one person. */
function oneOf(b: Brush, choices: string[], spread: number): string {
  return choices[Math.floor(((b.random() * spread) % 1) * choices.length)]!;
}

function head(b: Brush, skin: string): string {
  return (
    box([95, 48, 11, 14], b.ink(skin, 0.85)) +
    oval([102, 36, 16, 18], b.ball(skin)) +
    oval([111, 36, 1.8, 2.2], b.ink('#20160f')) +
    line('M110 45 C112 46 114 46 115 45', b.ink('#a8524a'), 1.6)
  );
}

/** Legs, then whatever `body` draws over them, with arms that swing against the legs. */
function walking(b: Brush, look: { skin: string; sleeve: Paint; leg: Paint; shoe: string; body: string }): string {
  const { skin, sleeve } = look;
  const limb = (offset: number, light: number) => {
    const rest = b.stride === 0 ? (offset === 0 ? 8 : -14) : 0;
    const hip: [number, number] = [100 + rest * 0.3, 122];
    const { knee, foot } = stepOf(b, { hip, offset, ground: 184 });
    const [footX, footY] = [foot[0] + rest, foot[1]];
    return (
      line(`M${hip.join(' ')} L${knee[0] + rest * 0.6} ${knee[1]} L${footX} ${footY}`, b.ink(look.leg, light), 14) +
      line(`M${footX} ${footY + 3} h10`, b.ink(look.shoe, light), 8)
    );
  };
  const arm = (offset: number, shoulder: number, light: number) => {
    const reach = b.stride * b.swing(offset) * 24 + (b.stride === 0 ? (offset === 0 ? -8 : 14) : 0);
    const [elbowX, handX] = [shoulder + reach * 0.5 - 4, shoulder + reach];
    return (
      line(`M${shoulder} 74 L${elbowX} 98 L${handX} 120`, b.ink(sleeve, light), 11) +
      oval([handX, 123, 5.4, 5.4], b.ink(skin))
    );
  };
  return bob(b, limb(0.5, 0.8) + arm(0, 114, 0.7) + limb(0, 1) + look.body + arm(0.5, 90, 0.92), 5);
}

export function person(b: Brush): string {
  const skin = oneOf(b, SKINS, 1);
  const hair = oneOf(b, HAIRS, 7.3);
  const body =
    shape('M82 70 C84 58 118 58 120 70 L118 128 H82 Z', b.side(b.main, 1.15, 0.7)) +
    head(b, skin) +
    shape(
      'M86 42 C80 14 106 8 116 18 C122 26 118 30 112 28 C106 24 98 28 96 34 C95 42 92 46 88 48 Z',
      b.fall(hair, 1.2, 0.8),
    ) +
    shape('M84 68 C74 70 68 84 70 106 L84 112 Z', b.fall('#7a5230', 1.1, 0.7));
  return walking(b, { skin, sleeve: b.main, leg: '#2d3a55', shoe: '#4a2e1e', body });
}

export function woman(b: Brush): string {
  const skin = oneOf(b, SKINS, 1);
  const hair = oneOf(b, HAIRS, 7.3);
  const sway = 6 * b.stride * b.swing(0.3);
  const body =
    shape(`M84 34 C76 52 76 78 ${80 - sway} 96 C90 98 96 84 96 66 L94 38 Z`, b.fall(hair, 1.1, 0.8)) +
    shape(
      `M88 66 C92 60 112 60 116 66 L114 98 C122 122 ${134 + sway} 146 ${138 + sway} 160 C112 170 88 168 ${68 + sway} 160 C74 140 84 118 90 98 Z`,
      b.side(b.main, 1.2, 0.7),
    ) +
    line('M90 98 C98 102 106 102 114 98', b.ink(b.main, 0.55), 4) +
    head(b, skin) +
    shape(
      'M84 46 C78 12 108 8 118 22 C122 30 116 30 110 27 C102 24 96 30 95 38 C94 50 92 58 88 60 Z',
      b.fall(hair, 1.25, 0.85),
    );
  return walking(b, { skin, sleeve: skin, leg: skin, shoe: '#7a2a3a', body });
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
