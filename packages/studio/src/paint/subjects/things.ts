/** Products and precious things, resting on y = 190 of a 200 by 200 field. */
import type { Colour } from '../../picture/colour.ts';
import { type Brush, box, line, oval, shape, turned } from '../brush.ts';

export function bottle(b: Brush): string {
  return (
    box([82, 8, 36, 34], b.side('#2a2622', 1.7, 0.8), 'rx="4"') +
    box([90, 40, 20, 16], b.side('#d8b45a', 1.4, 0.7)) +
    box([46, 54, 108, 136], b.side(b.main, 1.35, 0.6), 'rx="18"') +
    box([56, 66, 88, 114], b.fall(b.main, 1.5, 0.85), 'rx="12" opacity="0.75"') +
    box([68, 102, 64, 46], b.ink('#fbf6ea'), 'rx="3"') +
    `<rect x="72" y="106" width="56" height="38" fill="none" stroke="${b.ink('#b8923c')}" stroke-width="1.6"/>` +
    shape('M100 112 l4 9 l9 1 l-7 6 l2 9 l-8 -5 l-8 5 l2 -9 l-7 -6 l9 -1 Z', b.ink('#b8923c')) +
    box([56, 66, 13, 112], '#ffffff', 'rx="6" opacity="0.5"') +
    box([138, 72, 5, 100], '#ffffff', 'rx="2" opacity="0.3"')
  );
}

export function watch(b: Brush): string {
  const ticks = Array.from({ length: 12 }, (_, at) =>
    turned(box([98, 46, 4, at % 3 === 0 ? 12 : 7], b.ink('#2a2d33')), [at * 30, 100, 100]),
  );
  return (
    shape('M68 44 L76 -6 H124 L132 44 Z M68 156 L76 206 H124 L132 156 Z', b.side('#5a3620', 1.3, 0.6)) +
    box([158, 92, 14, 16], b.side(b.main), 'rx="4"') +
    oval([100, 100, 68, 68], b.ball(b.main)) +
    oval([100, 100, 58, 58], b.ink(b.main, 0.6)) +
    oval([100, 100, 55, 55], b.ball('#fbf9f2')) +
    ticks.join('') +
    line('M100 100 L76 76', b.ink('#1d2026'), 6) +
    line('M100 100 L130 70', b.ink('#1d2026'), 4) +
    line('M100 112 L104 52', b.ink('#d8323c'), 1.8) +
    oval([100, 100, 5, 5], b.ink('#d8323c')) +
    shape('M58 92 C60 66 80 52 104 50 C82 60 68 78 66 104 Z', '#ffffff', 'opacity="0.45"')
  );
}

export function guitar(b: Brush): string {
  const frets = Array.from({ length: 9 }, (_, at) => `M93 ${34 + at * 8} h14`).join(' ');
  return (
    `<g transform="rotate(14 100 100)">` +
    shape(
      'M64 106 C58 92 72 84 84 88 C92 92 108 92 116 88 C128 84 142 92 136 106 C132 118 134 124 142 134 C156 158 140 190 100 190 C60 190 44 158 58 134 C66 124 68 118 64 106 Z',
      b.ball(b.main),
    ) +
    `<path d="M64 106 C58 92 72 84 84 88 C92 92 108 92 116 88 C128 84 142 92 136 106 C132 118 134 124 142 134 C156 158 140 190 100 190 C60 190 44 158 58 134 C66 124 68 118 64 106 Z" fill="none" stroke="${b.ink('#4a2410')}" stroke-width="3"/>` +
    oval([100, 128, 17, 17], b.ink('#2a160c')) +
    `<circle cx="100" cy="128" r="20" fill="none" stroke="${b.ink('#f0d9a8')}" stroke-width="2"/>` +
    box([92, 22, 16, 96], b.side('#4a2c18', 1.2, 0.7)) +
    line(frets, b.ink('#d9d2c2'), 1.4) +
    shape('M88 -8 H112 L109 24 H91 Z', b.side('#3a2010', 1.3, 0.8)) +
    line('M84 -2 h-6 M84 8 h-6 M84 18 h-6 M116 -2 h6 M116 8 h6 M116 18 h6', b.ink('#d9d2c2'), 4) +
    box([82, 160, 36, 8], b.ink('#2a160c'), 'rx="2"') +
    line('M95 0 V164 M98 0 V164 M102 0 V164 M105 0 V164', b.ink('#f2ead8'), 0.9) +
    '</g>'
  );
}

export function candle(b: Brush): string {
  return (
    oval([100, 46, 96, 96], b.glow('#ffb648', 0.6)) +
    oval([100, 186, 60, 10], b.fall('#b8893c', 1.3, 0.6)) +
    box([72, 84, 56, 104], b.side(b.main, 1.15, 0.62), 'rx="6"') +
    oval([100, 86, 28, 8], b.ink(b.main, 1.25)) +
    shape('M74 86 C76 112 82 116 84 100 C86 92 88 90 92 92 Z', b.ink(b.main, 1.2)) +
    line('M100 86 V68', b.ink('#2a201a'), 3) +
    shape('M100 12 C118 38 118 74 100 76 C82 74 82 38 100 12 Z', b.lamp('#ff9a2e')) +
    shape('M100 34 C110 50 110 72 100 73 C90 72 90 50 100 34 Z', b.lamp('#fff3b8'))
  );
}

export function crystal(b: Brush): string {
  const facet = (d: string, light: number) => shape(d, b.ink(b.main, light));
  return (
    oval([100, 110, 120, 100], b.glow(b.main, 0.45)) +
    facet('M40 40 H160 L196 82 L100 192 L4 82 Z', 0.9) +
    facet('M40 40 L66 82 H4 Z', 1.3) +
    facet('M40 40 H100 L66 82 Z', 1.65) +
    facet('M100 40 L134 82 H66 Z', 1.15) +
    facet('M100 40 H160 L134 82 Z', 1.4) +
    facet('M160 40 L196 82 H134 Z', 0.95) +
    facet('M4 82 H66 L100 192 Z', 1.1) +
    facet('M66 82 H134 L100 192 Z', 1.5) +
    facet('M134 82 H196 L100 192 Z', 0.62) +
    line('M40 40 H160 L196 82 L100 192 L4 82 Z M4 82 H196', b.ink(b.main, 1.9), 1.6) +
    shape('M150 20 l4 14 l14 4 l-14 4 l-4 14 l-4 -14 l-14 -4 l14 -4 Z', b.lamp('#ffffff'))
  );
}

export function planet(b: Brush): string {
  const bands = [
    [-46, 16, 0.7],
    [-24, 12, 1.2],
    [-4, 18, 0.82],
    [20, 12, 1.25],
    [40, 20, 0.66],
  ].map(([y, h, light]) =>
    shape(
      `M20 ${100 + y!} C60 ${108 + y!} 140 ${92 + y!} 180 ${100 + y!} V${100 + y! + h!} C140 ${92 + y! + h!} 60 ${108 + y! + h!} 20 ${100 + y! + h!} Z`,
      b.lamp(b.main.map((tone) => Math.min(255, tone * light!)) as unknown as Colour),
      'opacity="0.8"',
    ),
  );
  const arc = (sweep: number, stroke: string, width: number) =>
    `<path d="M2 118 A100 26 0 0 ${sweep} 198 82" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
  return (
    oval([100, 100, 92, 92], b.glow(b.main, 0.5)) +
    `<g transform="rotate(-6 100 100)">${arc(1, b.lamp('#c9b8d8'), 9)}</g>` +
    '<clipPath id="disc"><circle cx="100" cy="100" r="62"/></clipPath>' +
    `<g clip-path="url(#disc)"><g transform="rotate(-14 100 100)">${box([0, 0, 200, 200], b.lamp(b.main))}${bands.join('')}</g>` +
    shape('M100 30 C170 40 176 160 100 170 C190 170 200 30 100 30 Z', '#05030f', 'opacity="0.55"') +
    shape('M120 34 C184 60 176 150 120 166 C200 166 210 34 120 34 Z', '#05030f', 'opacity="0.6"') +
    '</g>' +
    `<g transform="rotate(-6 100 100)">${arc(0, b.lamp('#e6d8ee'), 9)}${arc(0, b.lamp('#8a789c'), 2)}</g>`
  );
}

export function ufo(b: Brush): string {
  const lamps = [-66, -36, 0, 36, 66].map((x, at) =>
    oval(
      [100 + x, 104 + 12 * Math.cos(x / 52), 6, 5],
      b.lamp(['#ff5a6a', '#ffd24a', '#6af0a0', '#ffd24a', '#ff5a6a'][at]!),
    ),
  );
  return (
    shape('M72 116 L36 190 H164 L128 116 Z', b.fall('#bff5d8', 1.2, 1), 'opacity="0.28"') +
    shape('M66 78 C66 40 134 40 134 78 Z', b.fall('#9adcf0', 1.3, 0.7)) +
    shape('M78 66 C82 52 94 48 104 48 C94 54 88 62 86 74 Z', '#ffffff', 'opacity="0.6"') +
    oval([100, 98, 94, 27], b.fall(b.main, 1.3, 0.5)) +
    oval([100, 86, 54, 15], b.fall(b.main, 1.35, 0.85)) +
    oval([100, 116, 34, 8], b.lamp('#d8ffe8')) +
    lamps.join('')
  );
}
