/** A robot. */
import { type Brush, box, line, oval } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const robot: Subject = {
  words: {
    en: 'robot robots android',
    de: 'roboter',
    fr: 'robot',
    es: 'robot',
    pt: 'robô',
    it: 'robot',
    nl: 'robot',
    pl: 'robot',
    ru: 'робот',
    uk: 'робот',
    zh: '机器人',
    ja: 'ロボット',
    ko: '로봇',
  },
  footing: 'ground',
  home: 'city',
  colour: '#9fb2c2',
  size: 0.5,
  metres: 1.8,
  limbs: 'legs',
  build: 'human',
  head: { brow: { x: 100, y: 26, wide: 64 }, eyes: { x: 100, y: 51, wide: 78 }, neck: { x: 100, y: 84, wide: 52 } },
  draw,
};

function draw(b: Brush): string {
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
