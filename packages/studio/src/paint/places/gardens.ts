/** Green in town: a garden, a park, a playground, a graveyard. */
import { tree } from '../../subjects/tree.ts';
import { type Place, type Site, unlessShown } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { countryWith } from './fields.ts';
import { across, type Kit, standing } from './kit.ts';

const LEAVES = [75, 143, 60] as const;

export function garden(site: Site, sky: StageLayer[]): Promise<Place> {
  const blooms = ['#e8507a', '#f7d24a', '#ffffff', '#b07ae0', '#f28a3a', '#d8303a'];
  const bed = (kit: Kit, x: number, y: number, wide: number) =>
    kit.oval([x, y, wide, wide * 0.26], kit.b.fall('#6a4a2c', 1, 0.8)) +
    Array.from({ length: 30 }, (_, at) => {
      const angle = at * 2.4;
      const far = Math.sqrt((at + 0.5) / 30);
      const [px, py] = [x + wide * 0.92 * far * Math.cos(angle), y - 0.012 + wide * 0.24 * far * Math.sin(angle)];
      return (
        kit.lines([[px, py + 0.012, px, py]], '#3f7a35', 0.005) +
        kit.oval([px, py, 0.009, 0.014], kit.b.ball(blooms[at % blooms.length]!))
      );
    }).join('');
  return countryWith(site, sky, {
    name: 'garden',
    body: (kit) => {
      const { b } = kit;
      const hedge = across(kit, 24, (x, at) => kit.oval([x, 0.63 + 0.008 * (at % 2), 0.04, 0.06], b.ball('#3f7a3c')));
      const fence =
        across(kit, 30, (x) =>
          kit.poly(
            [
              [x - 0.008, 0.74],
              [x - 0.008, 0.64],
              [x, 0.62],
              [x + 0.008, 0.64],
              [x + 0.008, 0.74],
            ],
            b.fall('#fbf8f0', 1, 0.85),
          ),
        ) +
        kit.band(0.66, 0.672, b.ink('#f2eee4')) +
        kit.band(0.71, 0.722, b.ink('#f2eee4'));
      const path = kit.poly(
        [
          [0.46, 0.74],
          [0.54, 0.74],
          [0.78, 1.14],
          [0.22, 1.14],
        ],
        b.fall('#d8c49a', 1.1, 0.85),
      );
      const arch =
        `<path d="M${kit.w * 0.43} ${kit.h * 0.75} V${kit.h * 0.5} Q${kit.w * 0.5} ${kit.h * 0.36} ${kit.w * 0.57} ${kit.h * 0.5} V${kit.h * 0.75}" fill="none" stroke="${b.ink('#f6f2e8')}" stroke-width="${kit.h * 0.014}"/>` +
        Array.from({ length: 18 }, (_, at) => {
          const t = Math.PI * (at / 17);
          return kit.oval(
            [0.5 - 0.07 * Math.cos(t), 0.5 - 0.075 * Math.sin(t), 0.012, 0.02],
            b.ball(at % 3 === 0 ? '#e8507a' : '#4a8a44'),
          );
        }).join('');
      return (
        hedge +
        fence +
        path +
        arch +
        bed(kit, 0.16, 0.82, 0.14) +
        bed(kit, 0.84, 0.82, 0.14) +
        bed(kit, 0.04, 0.96, 0.16) +
        bed(kit, 0.96, 0.96, 0.16)
      );
    },
  });
}

export function park(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'park',
    body: (kit) => {
      const { b } = kit;
      const trees = (
        [
          [0.06, 0.74, 0.5],
          [0.24, 0.7, 0.32],
          [0.78, 0.71, 0.36],
          [0.96, 0.76, 0.54],
        ] as const
      ).map(([x, y, edge]) => standing(kit, tree.draw, { x, y, edge, paint: LEAVES }));
      const path = `<path d="M${kit.w * 0.52} ${kit.h * 0.7} C${kit.w * 0.62} ${kit.h * 0.76} ${kit.w * 0.3} ${kit.h * 0.86} ${kit.w * 0.1} ${kit.h * 1.14} H${kit.w * 0.7} C${kit.w * 0.5} ${kit.h * 0.9} ${kit.w * 0.7} ${kit.h * 0.76} ${kit.w * 0.55} ${kit.h * 0.7} Z" fill="${b.fall('#d8c9a8', 1.1, 0.85)}"/>`;
      const bench = (x: number, y: number) =>
        kit.box([x, y, 0.17, 0.014], b.ink('#8a5a30')) +
        kit.box([x, y - 0.05, 0.17, 0.014], b.ink('#a06c3c')) +
        kit.box([x, y - 0.08, 0.17, 0.014], b.ink('#a06c3c')) +
        kit.lines(
          [
            [x + 0.02, y - 0.08, x + 0.02, y + 0.06],
            [x + 0.15, y - 0.08, x + 0.15, y + 0.06],
          ],
          '#2c3036',
          0.01,
        );
      const lamp =
        kit.lines([[0.68, 0.82, 0.68, 0.46]], '#23262e', 0.01) +
        (b.lamps === 'lit' ? kit.glow([0.68, 0.44, 0.08, 0.14], '#ffd88a', 0.7) : '') +
        kit.oval([0.68, 0.44, 0.014, 0.024], b.lamps === 'lit' ? b.lamp('#fff3cf') : b.ink('#f2eee2'));
      return (
        trees.join('') +
        path +
        unlessShown(site, /^bench$/, bench(0.72, 0.82)) +
        unlessShown(site, /^street-lamp$/, lamp)
      );
    },
  });
}

export function playground(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'play',
    body: (kit) => {
      const { b } = kit;
      const slide =
        kit.lines(
          [
            [0.14, 0.8, 0.14, 0.42],
            [0.22, 0.8, 0.22, 0.42],
          ],
          '#d8343a',
          0.014,
        ) +
        kit.lines(
          [0.74, 0.68, 0.62, 0.56, 0.5].map((y): [number, number, number, number] => [0.14, y, 0.22, y]),
          '#f0c23a',
          0.01,
        ) +
        `<path d="M${kit.w * 0.2} ${kit.h * 0.46} C${kit.w * 0.28} ${kit.h * 0.5} ${kit.w * 0.3} ${kit.h * 0.76} ${kit.w * 0.4} ${kit.h * 0.78}" fill="none" stroke="${b.ink('#3f8ad0')}" stroke-width="${kit.h * 0.05}" stroke-linecap="round"/>` +
        kit.poly(
          [
            [0.12, 0.42],
            [0.18, 0.32],
            [0.24, 0.42],
          ],
          b.side('#4ab06a', 1.15, 0.75),
        );
      const swing =
        kit.lines(
          [
            [0.64, 0.8, 0.7, 0.36],
            [0.76, 0.8, 0.7, 0.36],
            [0.9, 0.8, 0.96, 0.36],
            [1.02, 0.8, 0.96, 0.36],
            [0.7, 0.36, 0.96, 0.36],
          ],
          '#e08a2a',
          0.014,
        ) +
        [0.77, 0.88]
          .map(
            (x, at) =>
              kit.lines(
                [
                  [x, 0.36, x + 0.02 * (at === 0 ? 1 : -1), 0.66],
                  [x + 0.04, 0.36, x + 0.04 + 0.02 * (at === 0 ? 1 : -1), 0.66],
                ],
                '#5a5f66',
                0.004,
              ) + kit.box([x + (at === 0 ? 0.015 : -0.025), 0.66, 0.05, 0.014], b.ink('#d8343a')),
          )
          .join('');
      return (
        kit.oval([0.5, 0.9, 0.52, 0.16], b.fall('#e6cf9a', 1.08, 0.85)) +
        unlessShown(site, /^playground-slide$/, slide) +
        unlessShown(site, /^swing-set$/, swing)
      );
    },
    grass: 'none',
    feet: 0.91,
  });
}

export function graveyard(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'graves',
    body: (kit) => {
      const { b } = kit;
      const stone = (x: number, y: number, size: number, at: number) =>
        kit.oval([x, y, 0.05 * size, 0.012 * size], '#0a0e12', 'fill-opacity="0.4"') +
        (at % 3 === 0
          ? kit.box([x - 0.01 * size, y - 0.17 * size, 0.02 * size, 0.17 * size], b.side('#8f958f', 1.1, 0.6)) +
            kit.box([x - 0.035 * size, y - 0.135 * size, 0.07 * size, 0.03 * size], b.side('#8f958f', 1.1, 0.6))
          : `<path d="M${kit.w * (x - 0.034 * size)} ${kit.h * y} V${kit.h * (y - 0.09 * size)} Q${kit.w * x} ${kit.h * (y - 0.19 * size)} ${kit.w * (x + 0.034 * size)} ${kit.h * (y - 0.09 * size)} V${kit.h * y} Z" fill="${b.side('#989e98', 1.1, 0.6)}"/>` +
            kit.lines(
              [
                [x - 0.016 * size, y - 0.08 * size, x + 0.016 * size, y - 0.08 * size],
                [x - 0.016 * size, y - 0.06 * size, x + 0.016 * size, y - 0.06 * size],
              ],
              '#5f655f',
              0.004 * size,
            ));
      const bare = kit.lines(
        [
          [0.9, 0.76, 0.89, 0.5],
          [0.89, 0.5, 0.84, 0.32],
          [0.89, 0.52, 0.95, 0.34],
          [0.86, 0.4, 0.8, 0.34],
          [0.93, 0.42, 0.99, 0.4],
          [0.84, 0.34, 0.82, 0.24],
          [0.95, 0.35, 0.94, 0.24],
          [0.89, 0.6, 0.95, 0.52],
        ],
        '#2c2622',
        0.016,
      );
      const fence =
        across(
          kit,
          44,
          (x) =>
            kit.lines([[x, 0.72, x, 0.6]], '#23282c', 0.005) +
            kit.poly(
              [
                [x - 0.005, 0.605],
                [x, 0.585],
                [x + 0.005, 0.605],
              ],
              b.ink('#23282c'),
            ),
        ) +
        kit.band(0.625, 0.632, b.ink('#23282c')) +
        kit.band(0.7, 0.708, b.ink('#23282c'));
      const graves = Array.from({ length: 13 }, (_, at) => ({
        x: 0.02 + ((at * 0.37) % 1) * 1.0,
        y: 0.75 + 0.018 * at,
      })).filter(({ x, y }) => y < 0.82 || Math.abs(x - 0.5) > 0.2);
      return (
        fence +
        bare +
        graves.map(({ x, y }, at) => stone(x, y, 0.7 + (y - 0.74) * 3.4, at)).join('') +
        kit.band(0.7, 0.86, b.glow('#dfe8ee', 0.2))
      );
    },
  });
}
