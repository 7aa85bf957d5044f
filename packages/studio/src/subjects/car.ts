/** A car. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import { glass, wheel } from './parts/vehicles.ts';
import type { Subject } from './subject.ts';

export const car: Subject = {
  words: {
    en: 'car cars automobile taxi convertible sedan sports-car sport-car',
    de: 'auto wagen',
    fr: 'voiture',
    es: 'coche auto carro',
    pt: 'carro',
    it: 'macchina auto automobile',
    nl: 'auto',
    pl: 'samochód',
    ru: 'машина автомобиль',
    uk: 'машина автомобіль',
    zh: '汽车 车',
    ja: '車',
    ko: '자동차 차',
    kin: {
      taxi: {
        de: 'taxi',
        fr: 'taxi',
        es: 'taxi',
        pt: 'táxi',
        it: 'taxi',
        nl: 'taxi',
        pl: 'taksówka',
        ru: 'такси',
        uk: 'таксі',
        zh: '出租车',
        ja: 'タクシー',
        ko: '택시',
      },
    },
  },
  footing: 'ground',
  home: 'road',
  colour: '#d12b2f',
  size: 0.36,
  metres: 4.3,
  way: 'drives',
  reach: 1.05,
  road: 'across',
  cab: { across: 0.08, half: 0.08, high: 0.3, deep: 0, top: 0.42 },
  draw,
};

function draw(b: Brush): string {
  const beam =
    b.lamps === 'lit'
      ? shape('M192 150 L290 134 L290 188 L192 162 Z', b.glow('#fff2c0', 0.55)) +
        oval([194, 155, 26, 18], b.glow('#fff2c0', 1))
      : '';
  return (
    oval([48, 172, 24, 18], b.ink('#0c0d10')) +
    oval([154, 172, 24, 18], b.ink('#0c0d10')) +
    shape(
      'M4 164 C3 150 8 142 22 138 C34 135 43 132 51 128 L70 109 C78 101 92 99 106 99 C122 99 131 103 139 110 L160 130 C178 133 190 138 195 148 C198 156 198 166 196 172 C194 178 190 178 184 178 H177 A23 23 0 0 0 131 178 H71 A23 23 0 0 0 25 178 H12 C6 178 4 174 4 164 Z',
      b.fall(b.main, 1.35, 0.5),
    ) +
    shape('M71 178 H131 L130 182 H72 Z', b.ink('#1c1e22')) +
    glass(b, 'M60 128 L77 112 C81 108 88 107 97 107 L97 129 Z') +
    glass(b, 'M103 107 C116 107 125 109 131 114 L148 130 L103 129 Z') +
    shape('M112 108 L122 109 L110 129 H104 Z M80 112 L88 108 L76 128 H66 Z', '#ffffff', 'fill-opacity="0.28"') +
    line('M100 106 V172 M56 131 C90 133 130 133 152 131', b.ink(b.main, 0.5), 1.6) +
    line('M12 148 C60 140 140 141 190 147', b.ink(b.main, 1.45), 2.2) +
    line('M106 141 h9 M64 141 h9', b.ink('#e6eaee'), 2.6) +
    shape(
      'M184 143 C190 145 194 149 195 154 C190 156 184 153 181 148 Z',
      b.lamps === 'lit' ? b.lamp('#fff6d0') : b.ink('#fbf8ea'),
    ) +
    shape('M5 148 C8 145 13 144 16 145 L14 155 H5 Z', b.lamps === 'lit' ? b.lamp('#ff4136') : b.ink('#b8221f')) +
    wheel(b, [48, 171, 19]) +
    wheel(b, [154, 171, 19]) +
    beam
  );
}
