/** Halls: a stage, a museum, a factory. */
import type { Place, Site } from '../site.ts';
import { across, type Kit, room } from './kit.ts';

function folds(kit: Kit, [from, to]: [number, number], paint: string, bottom: number): string {
  const count = Math.max(2, Math.round((to - from) / 0.028));
  return Array.from({ length: count }, (_, at) => {
    const wide = (to - from) / count;
    return kit.box(
      [from + at * wide, -0.14, wide * 1.04, bottom + 0.14],
      kit.b.side(paint, at % 2 === 0 ? 1.25 : 0.95, at % 2 === 0 ? 0.7 : 0.5),
    );
  }).join('');
}

export function stage(site: Site): Promise<Place> {
  return room(site, {
    name: 'stage',
    wall: '#2a0f14',
    floor: '#8a5430',
    seam: '#5a3418',
    meets: 0.74,
    lamps: [],
    decor: (kit) =>
      folds(kit, [kit.left, kit.right], '#7a1620', 0.74) +
      [0.2, 0.5, 0.8]
        .map((x, at) =>
          kit.poly(
            [
              [x - 0.015, -0.1],
              [x + 0.015, -0.1],
              [0.5 + (at - 1) * 0.12 + 0.22, 1.0],
              [0.5 + (at - 1) * 0.12 - 0.22, 1.0],
            ],
            '#fff1c4',
            'fill-opacity="0.13"',
          ),
        )
        .join('') +
      kit.glow([0.5, 0.92, 0.42, 0.12], '#ffe9b0', 0.6),
    front: (kit) =>
      folds(kit, [kit.left, 0.1], '#a01c28', 1.14) +
      folds(kit, [0.9, kit.right], '#a01c28', 1.14) +
      kit.poly(
        [
          [kit.left, -0.14],
          [kit.right, -0.14],
          [kit.right, 0.1],
          [0.9, 0.06],
          [0.7, 0.1],
          [0.5, 0.05],
          [0.3, 0.1],
          [0.1, 0.06],
          [kit.left, 0.1],
        ],
        kit.b.fall('#8a1822', 1.2, 0.7),
      ) +
      kit.lines(
        [
          [kit.left, 0.1, 0.1, 0.06],
          [0.1, 0.06, 0.3, 0.1],
          [0.3, 0.1, 0.5, 0.05],
          [0.5, 0.05, 0.7, 0.1],
          [0.7, 0.1, 0.9, 0.06],
          [0.9, 0.06, kit.right, 0.1],
        ],
        '#e0b03a',
        0.012,
      ),
  });
}

export function museum(site: Site): Promise<Place> {
  return room(site, {
    name: 'museum',
    wall: '#e8e2d8',
    floor: '#c9b89c',
    seam: '#a08c6c',
    meets: 0.76,
    rows: 4,
    decor: (kit) => {
      const { b } = kit;
      const frame = ([x, y, w, h]: [number, number, number, number], sky: string, land: string) =>
        kit.box([x - 0.012, y - 0.02, w + 0.024, h + 0.04], b.side('#b8923c', 1.3, 0.7)) +
        kit.box([x, y, w, h], b.fall(sky, 1.15, 0.85)) +
        kit.poly(
          [
            [x, y + h],
            [x, y + h * 0.6],
            [x + w * 0.3, y + h * 0.4],
            [x + w * 0.6, y + h * 0.66],
            [x + w, y + h * 0.5],
            [x + w, y + h],
          ],
          b.ink(land),
        );
      return (
        frame([0.04, 0.18, 0.18, 0.34], '#d89a6a', '#7a3f3a') +
        frame([0.38, 0.12, 0.26, 0.4], '#8ab4d8', '#3f6a4a') +
        frame([0.8, 0.2, 0.2, 0.3], '#b0a0d0', '#4a3f6a') +
        [0.13, 0.51, 0.9]
          .map((x) =>
            kit.poly(
              [
                [x - 0.02, -0.04],
                [x + 0.02, -0.04],
                [x + 0.14, 0.56],
                [x - 0.14, 0.56],
              ],
              '#fff6d8',
              'fill-opacity="0.14"',
            ),
          )
          .join('') +
        kit.band(0.735, 0.76, b.ink('#f6f2ea')) +
        [0.28, 0.72]
          .map(
            (x) =>
              kit.lines([[x, 0.84, x, 0.72]], '#b8923c', 0.01) +
              kit.oval([x, 0.845, 0.018, 0.008], b.ink('#b8923c')) +
              kit.oval([x, 0.715, 0.008, 0.013], b.ink('#e0b85a')),
          )
          .join('') +
        kit.lines(
          [
            [0.28, 0.73, 0.4, 0.77],
            [0.4, 0.77, 0.6, 0.77],
            [0.6, 0.77, 0.72, 0.73],
          ],
          '#9a1f2c',
          0.01,
        )
      );
    },
  });
}

export function factory(site: Site): Promise<Place> {
  return room(site, {
    name: 'factory',
    wall: '#6f7a80',
    floor: '#8a8680',
    seam: '#6a665f',
    meets: 0.72,
    rows: 4,
    lamps: [
      [0.2, 0.06],
      [0.5, 0.06],
      [0.8, 0.06],
    ],
    decor: (kit) => {
      const { b } = kit;
      const gear = (x: number, y: number, r: number, paint: string) =>
        Array.from({ length: 10 }, (_, at) => {
          const a = (at / 10) * 6.283;
          return kit.lines(
            [[x, y, x + r * 1.2 * Math.cos(a) * (kit.h / kit.w), y + r * 1.2 * Math.sin(a)]],
            paint,
            r * 0.34,
          );
        }).join('') +
        kit.oval([x, y, r * (kit.h / kit.w), r], b.ball(paint)) +
        kit.oval([x, y, r * 0.35 * (kit.h / kit.w), r * 0.35], b.ink('#3c4248'));
      return (
        kit.lines(
          [
            [kit.left, 0.12, kit.right, 0.12],
            [kit.left, 0.2, kit.right, 0.2],
          ],
          '#a8642c',
          0.03,
        ) +
        across(kit, 9, (x) => kit.box([x - 0.008, 0.06, 0.016, 0.2], b.ink('#8a4f24'))) +
        kit.box([0.02, 0.3, 0.24, 0.44], b.side('#3f6f7a', 1.2, 0.7), 'rx="6"') +
        gear(0.14, 0.44, 0.08, '#c9a24a') +
        [0.06, 0.1, 0.14, 0.18, 0.22]
          .map((x, at) => kit.oval([x, 0.62, 0.007, 0.012], b.lamp(['#e0483a', '#f0c83a', '#4ad07a'][at % 3]!)))
          .join('') +
        kit.box([0.74, 0.26, 0.26, 0.48], b.side('#7a5a4a', 1.2, 0.7), 'rx="6"') +
        gear(0.84, 0.42, 0.1, '#9aa4ac') +
        gear(0.94, 0.58, 0.06, '#c9a24a') +
        kit.lines(
          [
            [0.8, 0.26, 0.8, -0.1],
            [0.92, 0.26, 0.92, -0.1],
          ],
          '#5a6268',
          0.04,
        ) +
        kit.box([0.26, 0.62, 0.48, 0.05], b.fall('#3c4248', 1.3, 0.8)) +
        Array.from({ length: 9 }, (_, at) => kit.oval([0.29 + at * 0.053, 0.69, 0.014, 0.024], b.ball('#6a7278'))).join(
          '',
        ) +
        [0.34, 0.46, 0.58, 0.68]
          .map((x) => kit.box([x - 0.03, 0.54, 0.06, 0.08], b.side('#c99a5c', 1.15, 0.75)))
          .join('') +
        kit.lines([[kit.left, 0.8, kit.right, 0.8]], '#e8c23a', 0.012)
      );
    },
  });
}
