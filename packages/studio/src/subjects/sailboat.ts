/** A sailboat. */
import { type Brush, box, line, shape } from '../paint/brush.ts';
import type { Subject } from './subject.ts';

export const sailboat: Subject = {
  words: {
    en: 'sailboat boat boats sailing sail yacht sailboats',
    fr: 'bateau-à-voile bateau-à-voiles',
    es: 'barco-de-vela barco-a-vela',
    pt: 'barco-à-vela barco-a-vela',
    it: 'barca-a-vela',
    kin: {
      boat: {
        de: 'boot segelboot',
        fr: 'bateau voilier',
        es: 'barco velero',
        pt: 'barco veleiro',
        it: 'barca',
        nl: 'boot zeilboot',
        pl: 'łódź łódka',
        ru: 'лодка',
        uk: 'човен',
        zh: '船 帆船',
        ja: '舟 ヨット',
        ko: '배',
      },
    },
  },
  footing: 'surface',
  home: 'ocean',
  colour: '#f6f1e4',
  size: 0.36,
  metres: 10,
  poses: { boarded: 'rowing-boat' },
  flags: 'drawn',
  draw,
};

function draw(b: Brush): string {
  return (
    line('M98 156 V10', b.ink('#5a3a22'), 5) +
    shape('M104 14 C136 52 160 100 170 142 H104 Z', b.side(b.main, 1.05, 0.72)) +
    shape('M92 30 C72 70 50 110 32 142 H92 Z', b.side(b.main, 0.8, 1.05)) +
    line('M104 60 C118 66 130 68 140 66 M104 100 C126 106 146 108 158 104', b.ink(b.main, 0.72), 1.6) +
    shape('M98 10 L124 17 L98 25 Z', b.ink('#d8323c')) +
    shape('M16 152 H188 C180 178 164 190 146 190 H56 C36 190 22 174 16 152 Z', b.fall('#7a4526', 1.3, 0.5)) +
    box([14, 148, 176, 7], b.ink('#f3e8d2'), 'rx="3"') +
    line('M24 168 H180', b.ink('#5a3018'), 2)
  );
}
