/** A dragon. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { DARK, gaze } from './parts/creatures.ts';
import type { Subject } from './subject.ts';

export const dragon: Subject = {
  words: {
    en: 'dragon dragons wyvern',
    de: 'drache drachen',
    fr: 'dragon dragons',
    es: 'dragón',
    pt: 'dragão dragao',
    it: 'drago draghi',
    nl: 'draak',
    pl: 'smok',
    ru: 'дракон',
    uk: 'дракон',
    zh: '龙',
    ja: '竜 龍 ドラゴン',
    ko: '용',
  },
  footing: 'sky',
  home: 'mountains',
  colour: '#3f8a4a',
  size: 0.56,
  metres: 12,
  limbs: { stride: 1, cycles: 0.8, poses: 10 },
  way: 'flies',
  seat: { high: 0.47, back: 0.02 },
  reach: 0.9,
  poses: { asleep: 'sleeping-dragon' },
  head: { brow: { x: 150, y: 52, wide: 30 }, eyes: { x: 160, y: 62, wide: 26 }, neck: { x: 140, y: 84, wide: 36 } },
  draw,
};

function draw(b: Brush): string {
  const beat = b.stride === 0 ? 0.9 : 0.55 + 0.5 * b.swing(0.1);
  const wing = (d: string, ribs: string, light: number) =>
    `<g transform="translate(0 ${96 - 96 * beat}) scale(1 ${beat})">${shape(d, b.fall(b.main, light, light * 0.5))}${line(ribs, b.ink(b.main, 0.4), 2.4)}</g>`;
  const spikes = [
    [64, 108],
    [80, 98],
    [98, 92],
    [116, 90],
    [132, 80],
  ].map(([x, y]) => shape(`M${x! - 7} ${y! + 6} L${x! - 4} ${y! - 11} L${x! + 8} ${y! + 3} Z`, b.ink('#f2c14a')));
  return (
    wing(
      'M112 96 C120 50 150 14 194 6 C184 24 186 36 192 46 C176 48 168 58 168 70 C152 68 142 78 138 92 Z',
      'M116 94 C132 56 160 24 192 8 M120 95 C144 66 168 52 190 46 M124 96 C140 80 154 72 168 70',
      0.8,
    ) +
    line('M66 128 C38 146 22 138 14 116', b.ink(b.main, 0.85), 11) +
    shape('M16 122 L2 96 L28 106 Z', b.ink('#f2c14a')) +
    spikes.join('') +
    shape(
      'M54 132 C66 100 104 88 132 92 C150 96 150 124 130 136 C104 150 70 150 54 132 Z',
      b.fall(b.main, 1.25, 0.65),
    ) +
    shape(
      'M66 138 C86 148 112 146 132 132 C128 146 104 154 84 152 C74 150 68 146 66 138 Z',
      b.fall('#f2d58a', 1, 0.8),
    ) +
    line('M88 142 L82 166 L92 170 M118 140 L118 164 L128 168', b.ink(b.main, 0.75), 9) +
    line('M130 108 C150 108 152 92 150 78', b.ink(b.main, 0.95), 22) +
    shape(
      'M134 74 C132 54 150 46 168 54 L194 68 C196 76 190 80 182 80 L160 88 C146 90 136 84 134 74 Z',
      b.fall(b.main, 1.3, 0.75),
    ) +
    shape('M140 56 L124 36 L150 50 Z M152 50 L144 28 L164 50 Z', b.ink('#f6e4b4')) +
    shape('M158 86 L164 94 L168 85 Z M172 83 L177 91 L181 81 Z', b.ink('#ffffff')) +
    gaze(b, [158, 63, 4.6], '#d81e1e') +
    oval([186, 68, 2, 2], b.ink(DARK)) +
    shape('M190 78 C206 78 214 90 228 88 C220 98 232 104 222 114 C212 108 198 104 190 84 Z', b.lamp('#ff9a2a')) +
    shape('M191 80 C202 82 208 92 216 94 C210 100 200 98 191 84 Z', b.lamp('#fff0a0')) +
    wing(
      'M96 98 C92 54 66 22 22 16 C34 32 34 44 28 54 C44 54 52 64 54 76 C68 72 78 84 84 100 Z',
      'M94 96 C82 60 56 32 24 18 M90 97 C72 72 50 58 30 54 M88 99 C76 84 66 78 54 76',
      1.1,
    )
  );
}
