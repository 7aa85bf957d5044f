/** Rooms where people work and learn: a classroom, a laboratory, a workshop, a desk. */
import { type Place, type Site, unlessShown } from '../site.ts';
import { across, room, window } from './kit.ts';

export function classroom(site: Site): Promise<Place> {
  return room(site, {
    name: 'classroom',
    wall: '#e6dcc0',
    floor: '#b58a5a',
    seam: '#83603a',
    meets: 0.74,
    decor: (kit) => {
      const { b } = kit;
      const desk = (x: number, y: number, size: number) =>
        kit.box([x - 0.08 * size, y, 0.16 * size, 0.03 * size], b.fall('#c9995c', 1.1, 0.8)) +
        kit.lines(
          [
            [x - 0.07 * size, y, x - 0.07 * size, y + 0.16 * size],
            [x + 0.07 * size, y, x + 0.07 * size, y + 0.16 * size],
          ],
          '#5a5248',
          0.008 * size,
        );
      return (
        kit.box([0.22, 0.1, 0.5, 0.38], b.ink('#8a5f3c'), 'rx="4"') +
        kit.box([0.23, 0.12, 0.48, 0.34], b.fall('#2c5a44', 1.1, 0.85)) +
        kit.lines(
          [
            [0.27, 0.2, 0.42, 0.2],
            [0.27, 0.26, 0.38, 0.26],
            [0.27, 0.32, 0.44, 0.32],
            [0.52, 0.38, 0.66, 0.38],
            [0.52, 0.38, 0.52, 0.18],
            [0.53, 0.36, 0.58, 0.28],
            [0.58, 0.28, 0.65, 0.22],
          ],
          '#e8f0e8',
          0.005,
        ) +
        kit.box([0.23, 0.465, 0.48, 0.014], b.ink('#a8743f')) +
        window(kit, site, [0.8, 0.1, 0.24, 0.4]) +
        kit.box([-0.04, 0.14, 0.2, 0.24], b.fall('#8ab4d0', 1.1, 0.9)) +
        kit.poly(
          [
            [0, 0.3],
            [0.04, 0.2],
            [0.08, 0.26],
            [0.11, 0.18],
            [0.15, 0.32],
          ],
          b.ink('#7aa05a'),
        ) +
        [0.06, 0.3, 0.7, 0.94].map((x) => desk(x, 0.66, 0.8)).join('') +
        [-0.02, 0.98].map((x) => desk(x, 0.76, 1.2)).join('') +
        kit.oval([0.78, 0.6, 0.026, 0.046], b.ball('#4a8ac0')) +
        kit.lines([[0.78, 0.64, 0.78, 0.67]], '#6a4a2a', 0.012)
      );
    },
  });
}

export function laboratory(site: Site): Promise<Place> {
  return room(site, {
    name: 'laboratory',
    wall: '#cfdbe2',
    floor: '#9aa8b0',
    seam: '#76848c',
    meets: 0.76,
    rows: 5,
    decor: (kit) => {
      const { b } = kit;
      const flask = (x: number, y: number, paint: string, size: number) =>
        kit.glow([x, y - 0.03 * size, 0.03 * size, 0.06 * size], paint, 0.35) +
        kit.poly(
          [
            [x - 0.008 * size, y - 0.09 * size],
            [x + 0.008 * size, y - 0.09 * size],
            [x + 0.01 * size, y - 0.05 * size],
            [x + 0.03 * size, y],
            [x - 0.03 * size, y],
            [x - 0.01 * size, y - 0.05 * size],
          ],
          '#ffffff',
          'fill-opacity="0.45"',
        ) +
        kit.poly(
          [
            [x - 0.016 * size, y - 0.04 * size],
            [x + 0.016 * size, y - 0.04 * size],
            [x + 0.03 * size, y],
            [x - 0.03 * size, y],
          ],
          b.lamp(paint),
          'fill-opacity="0.85"',
        );
      const paints = ['#3fd08a', '#e05a8a', '#4aa8f0', '#f0b83a', '#a06ae0'];
      return (
        [0.16, 0.32]
          .map(
            (y) =>
              kit.box([0.52, y, 0.54, 0.014], b.ink('#8a98a0')) +
              [0.56, 0.63, 0.7, 0.77, 0.84, 0.91, 0.98]
                .map((x, at) => flask(x, y, paints[(at + (y > 0.2 ? 2 : 0)) % 5]!, 0.9))
                .join(''),
          )
          .join('') +
        kit.box([0.04, 0.12, 0.34, 0.3], b.ink('#1c262c'), 'rx="8"') +
        kit.box([0.05, 0.14, 0.32, 0.26], b.lamp('#12384a')) +
        kit.lines(
          [
            [0.07, 0.34, 0.13, 0.28],
            [0.13, 0.28, 0.18, 0.32],
            [0.18, 0.32, 0.24, 0.2],
            [0.24, 0.2, 0.35, 0.24],
          ],
          '#5af0c0',
          0.007,
        ) +
        kit.band(0.54, 0.58, b.fall('#f6f8f8', 1, 0.85)) +
        kit.band(0.58, 0.76, b.fall('#8fa2ac', 1.1, 0.8)) +
        across(kit, 9, (x) => kit.box([x - 0.05, 0.61, 0.1, 0.12], b.fall('#a6b6be', 1.1, 0.85), 'rx="4"')) +
        flask(0.12, 0.55, '#3fd08a', 1.5) +
        flask(0.24, 0.55, '#e05a8a', 1.2) +
        flask(0.86, 0.55, '#4aa8f0', 1.6) +
        kit.box([0.66, 0.44, 0.03, 0.1], b.ink('#3c464c')) +
        kit.lines([[0.68, 0.46, 0.74, 0.38]], '#2a3238', 0.022) +
        kit.box([0.64, 0.52, 0.09, 0.025], b.ink('#2a3238'))
      );
    },
  });
}

export function workshop(site: Site): Promise<Place> {
  return room(site, {
    name: 'workshop',
    wall: '#a88a64',
    floor: '#8a8078',
    seam: '#6a625a',
    meets: 0.76,
    decor: (kit) => {
      const { b } = kit;
      const hammer = (x: number) =>
        kit.lines([[x, 0.2, x, 0.38]], '#7a4f2c', 0.014) +
        kit.box([x - 0.025, 0.17, 0.05, 0.04], b.fall('#6a7078', 1.2, 0.7), 'rx="3"');
      const saw = (x: number) =>
        kit.poly(
          [
            [x, 0.18],
            [x + 0.13, 0.22],
            [x + 0.13, 0.26],
            [x, 0.26],
          ],
          b.fall('#c3c8cc', 1.1, 0.8),
        ) + kit.box([x - 0.035, 0.17, 0.04, 0.1], b.ink('#8a4f2c'), 'rx="6"');
      const wrench = (x: number) =>
        kit.lines([[x, 0.18, x, 0.4]], '#9aa2aa', 0.016) +
        kit.oval([x, 0.18, 0.014, 0.024], b.ink('#9aa2aa')) +
        kit.oval([x, 0.17, 0.007, 0.012], b.ink('#a88a64'));
      return (
        kit.box([0.08, 0.1, 0.84, 0.38], b.fall('#8a6a44', 1.1, 0.9), 'rx="6"') +
        hammer(0.14) +
        saw(0.22) +
        wrench(0.42) +
        wrench(0.46) +
        hammer(0.54) +
        saw(0.64) +
        wrench(0.84) +
        wrench(0.88) +
        kit.band(0.6, 0.645, b.fall('#b07a44', 1.15, 0.8)) +
        across(kit, 5, (x) => kit.box([x - 0.02, 0.645, 0.035, 0.15], b.side('#8a5a30', 1.1, 0.7))) +
        kit.box([0.1, 0.53, 0.1, 0.07], b.fall('#c23b30', 1.2, 0.7), 'rx="4"') +
        kit.box([0.8, 0.5, 0.06, 0.1], b.side('#3f6f9a', 1.2, 0.7)) +
        kit.box([0.87, 0.54, 0.05, 0.06], b.side('#d8a03a', 1.2, 0.7)) +
        kit.lines([[0.5, -0.1, 0.5, 0.02]], '#2a2622', 0.005) +
        kit.poly(
          [
            [0.45, 0.06],
            [0.55, 0.06],
            [0.52, 0.02],
            [0.48, 0.02],
          ],
          b.ink('#3c4a44'),
        ) +
        kit.glow([0.5, 0.12, 0.3, 0.3], '#ffe2a8', 0.3)
      );
    },
  });
}

/** Close above a desk: a lamp, books and pencils around whatever lies there. */
export function desk(site: Site): Promise<Place> {
  return room(site, {
    name: 'desk',
    wall: '#5f7280',
    floor: '#a8713f',
    seam: '#7a4f2a',
    meets: 0.7,
    lamps: [[0.86, 0.3]],
    feet: 0.9,
    decor: (kit) => {
      const { b } = kit;
      const stack = ['#8a2f2a', '#d8a03a', '#2f5a7a'].map((paint, at) =>
        kit.box([0.02 + 0.012 * at, 0.66 - 0.05 * at, 0.2 - 0.02 * at, 0.05], b.fall(paint, 1.15, 0.75), 'rx="3"'),
      );
      const pencils = ['#e0b03a', '#c23b30', '#3f8a5a', '#2f5fb0'].map((paint, at) =>
        kit.lines([[0.735 + 0.011 * at, 0.6, 0.725 + 0.017 * at, 0.42 + 0.02 * (at % 2)]], paint, 0.012),
      );
      const lamp =
        kit.lines(
          [
            [0.92, 0.7, 0.96, 0.46],
            [0.96, 0.46, 0.87, 0.26],
          ],
          '#2c3238',
          0.014,
        ) +
        kit.oval([0.92, 0.71, 0.05, 0.016], b.ink('#2c3238')) +
        kit.poly(
          [
            [0.8, 0.36],
            [0.9, 0.3],
            [0.88, 0.22],
            [0.84, 0.24],
          ],
          b.fall('#c23b30', 1.2, 0.8),
        ) +
        kit.poly(
          [
            [0.8, 0.36],
            [0.9, 0.3],
            [0.76, 0.86],
            [0.5, 0.8],
          ],
          '#fff3c4',
          'fill-opacity="0.16"',
        );
      return (
        window(kit, site, [0.3, 0.06, 0.3, 0.38]) +
        kit.band(0.7, 0.712, b.ink('#d8a468')) +
        unlessShown(site, /^(books|book)$/, stack.join('')) +
        pencils.join('') +
        kit.box([0.715, 0.56, 0.07, 0.14], b.side('#4a6a7a', 1.2, 0.7), 'rx="4"') +
        unlessShown(site, /^table-lamp$/, lamp) +
        kit.poly(
          [
            [0.24, 0.86],
            [0.4, 0.8],
            [0.46, 0.96],
            [0.28, 1.04],
          ],
          b.fall('#f6f2e8', 1, 0.9),
        ) +
        kit.lines(
          [
            [0.29, 0.88, 0.4, 0.84],
            [0.3, 0.91, 0.41, 0.87],
            [0.31, 0.94, 0.42, 0.9],
          ],
          '#9aa0a8',
          0.003,
        )
      );
    },
  });
}
