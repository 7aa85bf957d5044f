/** A cat. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { CREAM, DARK, eye } from './parts/features.ts';
import type { Subject } from './subject.ts';

export const cat: Subject = {
  words: {
    en: 'cat kitten kitty cats kittens',
    de: 'katze katzen kater',
    fr: 'chat chats chaton',
    es: 'gato gatos',
    pt: 'gato gatos',
    it: 'gatto gatti',
    nl: 'kat',
    pl: 'kot',
    ru: 'кошка кот',
    uk: 'кіт кішка',
    zh: '猫',
    ja: '猫 ねこ',
    ko: '고양이',
    kin: {
      kitten: {
        de: 'kätzchen',
        es: 'gatito',
        pt: 'gatinho',
        it: 'gattino',
        nl: 'katje kitten',
        pl: 'kotek kociak',
        ru: 'котёнок котенок',
        uk: 'кошеня',
        zh: '小猫',
        ja: '子猫',
        ko: '새끼-고양이',
      },
    },
  },
  footing: 'ground',
  home: 'interior',
  colour: '#d98a3a',
  size: 0.44,
  metres: 0.5,
  limbs: 'tail',
  poses: { asleep: 'curled-cat', afoot: 'cat' },
  head: { brow: { x: 100, y: 36, wide: 58 }, eyes: { x: 100, y: 60, wide: 66 }, neck: { x: 100, y: 100, wide: 54 } },
  draw,
};

function draw(b: Brush): string {
  const fur = b.fall(b.main);
  const ear = (x: number, tip: number) =>
    shape(`M${x - 17} 52 L${tip} 14 L${x + 17} 46 Z`, fur) +
    shape(`M${x - 9} 46 L${tip} 24 L${x + 9} 44 Z`, b.ink('#e8a3a0'));
  const whiskers = [62, 67, 72]
    .map((y) => `M112 ${66 + (y - 66) / 2} L150 ${y - 4} M88 ${66 + (y - 66) / 2} L50 ${y - 4}`)
    .join(' ');
  return (
    line(`M136 176 C186 178 ${178 + 10 * b.swing()} 118 ${164 + 18 * b.swing()} 104`, b.ink(b.main, 0.86), 15) +
    shape('M62 190 C50 150 66 108 84 94 H118 C138 112 150 152 140 190 Z', fur) +
    shape('M84 190 C80 150 88 118 100 112 C114 118 120 150 116 190 Z', b.fall(CREAM, 1, 0.85)) +
    ear(76, 66) +
    ear(124, 134) +
    oval([100, 64, 42, 36], b.ball(b.main)) +
    oval([100, 79, 20, 14], b.ink(CREAM)) +
    (b.eyes === 'shut' ? '' : oval([82, 60, 9, 11], b.ink('#bfd65a')) + oval([118, 60, 9, 11], b.ink('#bfd65a'))) +
    eye(b, [82, 60, 4.6]) +
    eye(b, [118, 60, 4.6]) +
    shape('M94 71 H106 L100 78 Z', b.ink('#d97a7a')) +
    line('M100 78 C98 86 90 86 88 82 M100 78 C102 86 110 86 112 82', b.ink(DARK), 2) +
    line('M100 32 V42 M91 34 L93 43 M109 34 L107 43', b.ink(b.main, 0.55), 4) +
    line(whiskers, b.ink('#fffaf0'), 1.4) +
    oval([84, 187, 15, 8], b.fall(b.main, 1.3, 0.8)) +
    oval([116, 187, 15, 8], b.fall(b.main, 1.3, 0.8))
  );
}
