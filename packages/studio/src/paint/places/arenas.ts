/** Where crowds go: a stadium and a fair. */
import { type Place, type Site, unlessShown } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { countryWith } from './fields.ts';
import { kitOf, rows } from './kit.ts';

export async function stadium(site: Site): Promise<Place> {
  const kit = kitOf(site, 'stadium');
  const { b, w, h, random } = kit;
  const dots = new Map<string, string[]>();
  for (let row = 0; row < 15; row++)
    for (let x = kit.left; x < kit.right; x += 0.013) {
      const y = 0.34 + row * 0.019 + 0.03 * Math.abs(x - 0.5);
      const tone = b.ink(['#d8483a', '#f2efe6', '#3f6fb0', '#e8c23a', '#2c3440', '#c99a7a'][Math.floor(random() * 6)]!);
      dots.set(tone, [
        ...(dots.get(tone) ?? []),
        `M${(w * (x + 0.006 * random())).toFixed(1)} ${(h * y).toFixed(1)}h${(w * 0.006).toFixed(1)}v${(h * 0.011).toFixed(1)}h${(-w * 0.006).toFixed(1)}z`,
      ]);
    }
  const mast = (x: number) =>
    kit.lines([[x, 0.4, x, 0.1]], '#6a7078', 0.01) +
    kit.box([x - 0.05, 0.04, 0.1, 0.07], b.ink('#3c4248')) +
    [-0.035, -0.012, 0.012, 0.035].map((dx) => kit.oval([x + dx, 0.075, 0.009, 0.016], b.lamp('#fffbe6'))).join('') +
    (b.lamps === 'lit' ? kit.glow([x, 0.08, 0.16, 0.26], '#fff6d0', 0.6) : '');
  const lawn = Array.from({ length: 9 }, (_, at) => {
    const [from, to] = [0.5 + (at - 4.5) * 0.13, 0.5 + (at - 3.5) * 0.13];
    const [lowFrom, lowTo] = [0.5 + (at - 4.5) * 0.3, 0.5 + (at - 3.5) * 0.3];
    return kit.poly(
      [
        [from, 0.66],
        [to, 0.66],
        [lowTo, 1.14],
        [lowFrom, 1.14],
      ],
      b.fall(at % 2 === 0 ? '#4a9a3c' : '#56a846', 1.1, 0.85),
    );
  });
  const marks =
    kit.lines(
      [
        [kit.left, 0.69, kit.right, 0.69],
        [0.5, 0.69, 0.5, 1.14],
      ],
      '#f4f8f0',
      0.006,
    ) + kit.oval([0.5, 0.87, 0.2, 0.07], 'none', `stroke="${b.ink('#f4f8f0')}" stroke-width="${h * 0.006}"`);
  const goal =
    kit.lines(
      [
        [0.02, 0.74, 0.02, 0.58],
        [0.02, 0.58, 0.12, 0.56],
        [0.12, 0.56, 0.12, 0.7],
      ],
      '#ffffff',
      0.009,
    ) +
    kit.lines(
      Array.from({ length: 6 }, (_, at): [number, number, number, number] => [
        0.02 + at * 0.018,
        0.58,
        0.02 + at * 0.018,
        0.72,
      ]),
      '#dfe6ea',
      0.002,
    );
  const stands =
    kit.band(0.3, 0.66, b.fall('#5a6470', 0.9, 1.1)) +
    [...dots].map(([tone, d]) => `<path d="${d.join('')}" fill="${tone}"/>`).join('') +
    kit.poly(
      [
        [kit.left, 0.22],
        [kit.right, 0.22],
        [kit.right, 0.31],
        [0.5, 0.33],
        [kit.left, 0.31],
      ],
      b.fall('#8a949c', 1.1, 0.8),
    );
  const body =
    mast(0.12) + mast(0.88) + stands + kit.band(0.62, 0.66, b.side('#2f5fa0', 1.2, 0.8)) + lawn.join('') + marks + goal;
  return {
    behind: await rows(site, kit, body, { from: 0, to: 1.2, depth: 0.85 }),
    front: [],
    feet: site.size.height * 0.9,
  };
}

export function fairground(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'fair',
    from: 0,
    grass: 'none',
    body: (kit) => {
      const { b } = kit;
      const round = kit.h / kit.w;
      const wheel = (x: number, y: number, r: number) => {
        const spokes = Array.from({ length: 12 }, (_, at): [number, number, number, number] => {
          const a = (at / 12) * 6.283;
          return [x, y, x + r * round * Math.cos(a), y + r * Math.sin(a)];
        });
        const cars = spokes.map(
          ([, , cx, cy], at) =>
            kit.oval([cx, cy + 0.02, 0.016, 0.024], b.ball(['#e0483a', '#3f8ad0', '#f0c23a', '#4ab06a'][at % 4]!)) +
            (b.lamps === 'lit' ? kit.glow([cx, cy, 0.03, 0.05], '#ffe08a', 0.6) : ''),
        );
        return (
          kit.lines(
            [
              [x, y, x - 0.09, 0.76],
              [x, y, x + 0.09, 0.76],
            ],
            '#d8dde2',
            0.014,
          ) +
          kit.oval([x, y, r * round, r], 'none', `stroke="${b.ink('#e8ecf0')}" stroke-width="${kit.h * 0.01}"`) +
          kit.lines(spokes, '#d8dde2', 0.004) +
          cars.join('') +
          kit.oval([x, y, 0.014, 0.024], b.ball('#e0483a'))
        );
      };
      const tent = (x: number, wide: number, tall: number, paint: string) =>
        Array.from({ length: 6 }, (_, at) => {
          const [l, r] = [x - wide + (2 * wide * at) / 6, x - wide + (2 * wide * (at + 1)) / 6];
          const fill = b.ink(at % 2 === 0 ? paint : '#fbf4e4');
          return (
            kit.poly(
              [
                [x, 0.74 - tall],
                [l, 0.74 - tall * 0.5],
                [r, 0.74 - tall * 0.5],
              ],
              fill,
            ) +
            kit.poly(
              [
                [l, 0.74 - tall * 0.5],
                [r, 0.74 - tall * 0.5],
                [r, 0.75],
                [l, 0.75],
              ],
              fill,
            )
          );
        }).join('') +
        kit.lines([[x, 0.74 - tall, x, 0.69 - tall]], '#5a4a3c', 0.006) +
        kit.poly(
          [
            [x, 0.69 - tall],
            [x + 0.03, 0.7 - tall],
            [x, 0.715 - tall],
          ],
          b.ink('#f0c23a'),
        );
      const lights = Array.from({ length: 22 }, (_, at) => {
        const x = kit.left + at * 0.062;
        return kit.oval(
          [x, 0.12 + 0.03 * Math.sin(at * 0.9), 0.006, 0.01],
          b.lamp(['#ffd24a', '#ff7a9a', '#7ad0ff'][at % 3]!),
        );
      });
      return (
        unlessShown(site, /^ferris-wheel$/, wheel(0.72, 0.38, 0.31)) +
        unlessShown(site, /^circus-tent$/, tent(0.16, 0.16, 0.44, '#d8343a')) +
        tent(0.42, 0.1, 0.28, '#2f6fc0') +
        tent(0.96, 0.1, 0.3, '#e08a2a') +
        kit.band(0.74, 1, b.fall('#b8a078', 1.12, 0.8)) +
        lights.join('')
      );
    },
    feet: 0.92,
  });
}
