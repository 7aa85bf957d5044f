/** Rooms where people live: a kitchen, a bedroom, a bathroom, a café, and shelves of books. */
import { type Place, type Site, unlessShown } from '../site.ts';
import { across, type Kit, room, window } from './kit.ts';

const BOOKS = ['#8a2f2a', '#2f5a7a', '#3f6a3c', '#b5893a', '#5a3a6a', '#c26a3a', '#2a2f3c', '#d8c9a4'];

/** A shelf full of books between two heights. */
export function books(kit: Kit, [x, y, width, height]: [number, number, number, number]): string {
  const { b, random } = kit;
  const spines: string[] = [];
  for (let at = x; at < x + width - 0.004; ) {
    const wide = Math.min(0.006 + 0.011 * random(), x + width - at);
    const tall = height * (0.66 + 0.3 * random());
    const paint = BOOKS[Math.floor(random() * BOOKS.length)]!;
    spines.push(kit.box([at, y + height - tall, wide * 0.94, tall], b.side(paint, 1.15, 0.7)));
    at += wide;
  }
  return kit.box([x, y, width, height], b.ink('#2a1a10')) + spines.join('');
}

function shelves(kit: Kit, [x, y, width, height]: [number, number, number, number], count: number): string {
  const each = height / count;
  const planks = Array.from({ length: count + 1 }, (_, at) =>
    kit.box([x - 0.006, y + at * each - 0.008, width + 0.012, 0.016], kit.b.ink('#6a4426')),
  );
  const filled = Array.from({ length: count }, (_, at) => books(kit, [x, y + at * each + 0.008, width, each - 0.016]));
  return (
    kit.box([x - 0.01, y - 0.02, width + 0.02, height + 0.03], kit.b.side('#5a3820', 1.1, 0.7)) +
    filled.join('') +
    planks.join('')
  );
}

export function library(site: Site): Promise<Place> {
  return room(site, {
    name: 'library',
    wall: '#6b4a30',
    floor: '#7a4f2c',
    seam: '#4a2e18',
    meets: 0.76,
    lamps: [[0.5, 0.16]],
    decor: (kit) =>
      [-0.14, 0.06, 0.26, 0.56, 0.76, 0.96].map((x) => shelves(kit, [x, 0.06, 0.17, 0.66], 5)).join('') +
      kit.lines(
        [
          [0.48, 0.74, 0.54, 0.08],
          [0.44, 0.74, 0.5, 0.08],
        ],
        '#a8743f',
        0.01,
      ) +
      kit.lines(
        [0.2, 0.3, 0.4, 0.5, 0.6].map((y): [number, number, number, number] => [
          0.535 - y * 0.085,
          y,
          0.575 - y * 0.085 - 0.0,
          y,
        ]),
        '#a8743f',
        0.008,
      ) +
      kit.oval([0.5, 0.94, 0.34, 0.07], kit.b.fall('#7a2a2a', 1.1, 0.8)),
  });
}

export function kitchen(site: Site): Promise<Place> {
  return room(site, {
    name: 'kitchen',
    wall: '#e8ddc8',
    floor: '#b08a5c',
    seam: '#7a5a38',
    meets: 0.8,
    lamps: [
      [0.3, 0.1],
      [0.7, 0.1],
    ],
    feet: 0.93,
    decor: (kit) => {
      const { b } = kit;
      const tiles = across(kit, 26, (x) => kit.lines([[x, 0.3, x, 0.56]], '#cfc3ab', 0.002));
      const rows = [0.34, 0.4, 0.46, 0.52].map((y): [number, number, number, number] => [kit.left, y, kit.right, y]);
      const cupboards = across(kit, 8, (x, at) =>
        at === 3 || at === 4
          ? ''
          : kit.box([x - 0.068, 0.06, 0.13, 0.22], b.fall('#7fa08c', 1.1, 0.82), 'rx="4"') +
            kit.oval([x + 0.045, 0.24, 0.005, 0.009], b.ink('#d8b45a')),
      );
      const drawers = across(
        kit,
        8,
        (x) =>
          kit.box([x - 0.068, 0.62, 0.13, 0.17], b.fall('#6f907c', 1.1, 0.75), 'rx="4"') +
          kit.box([x - 0.02, 0.645, 0.04, 0.008], b.ink('#d8b45a')),
      );
      const pans = [0.2, 0.25, 0.3].map(
        (x, at) =>
          kit.lines([[x, 0.3, x, 0.34]], '#3a3632', 0.006) +
          kit.oval([x, 0.39, 0.02 + 0.004 * at, 0.04], b.ball('#4a4642')),
      );
      return (
        tiles +
        kit.lines(rows, '#cfc3ab', 0.002) +
        window(kit, site, [0.41, 0.08, 0.18, 0.3]) +
        cupboards +
        drawers +
        kit.band(0.56, 0.615, b.fall('#d9d2c4', 1.1, 0.8)) +
        kit.band(0.612, 0.62, b.ink('#5a5248')) +
        pans.join('') +
        kit.box([0.74, 0.58, 0.15, 0.22], b.fall('#3c3f44', 1.2, 0.7), 'rx="4"') +
        kit.box([0.76, 0.65, 0.11, 0.11], b.ink('#1c1e22'), 'rx="3"') +
        [0.77, 0.8, 0.83, 0.86].map((x) => kit.oval([x, 0.615, 0.006, 0.01], b.ink('#c9ccd0'))).join('') +
        kit.oval([0.82, 0.54, 0.03, 0.04], b.ball('#c23b30')) +
        kit.lines([[0.82, 0.5, 0.82, 0.48]], '#2a2622', 0.01)
      );
    },
  });
}

export function bedroom(site: Site): Promise<Place> {
  return room(site, {
    name: 'bedroom',
    wall: '#b8c4d4',
    floor: '#a07a54',
    seam: '#6a4c30',
    meets: 0.76,
    lamps: [[0.12, 0.4]],
    decor: (kit) => {
      const { b } = kit;
      const bed =
        kit.box([0.6, 0.36, 0.46, 0.3], b.fall('#7a5436', 1.1, 0.8), 'rx="10"') +
        kit.box([0.58, 0.58, 0.5, 0.24], b.fall('#f4f0e8', 1, 0.8), 'rx="14"') +
        kit.box([0.58, 0.64, 0.5, 0.2], b.fall('#5a7ab0', 1.15, 0.7), 'rx="10"') +
        kit.box([0.64, 0.5, 0.14, 0.12], b.ball('#ffffff'), 'rx="16"') +
        kit.box([0.82, 0.5, 0.14, 0.12], b.ball('#f6f2ea'), 'rx="16"');
      return (
        window(kit, site, [0.34, 0.1, 0.2, 0.36]) +
        unlessShown(site, /^(bed|person-in-bed|crib)$/, bed) +
        kit.box([0.06, 0.56, 0.12, 0.22], b.fall('#8a5f3c', 1.1, 0.75), 'rx="4"') +
        kit.lines([[0.12, 0.56, 0.12, 0.46]], '#4a4038', 0.012) +
        kit.poly(
          [
            [0.085, 0.46],
            [0.155, 0.46],
            [0.14, 0.34],
            [0.1, 0.34],
          ],
          b.lamps === 'lit' ? b.lamp('#ffe8b4') : b.fall('#f2e6cc'),
        ) +
        kit.oval([0.42, 0.93, 0.28, 0.06], b.fall('#d8b8a0', 1.1, 0.85))
      );
    },
  });
}

export function bathroom(site: Site): Promise<Place> {
  return room(site, {
    name: 'bathroom',
    wall: '#bfdbe0',
    floor: '#8fa4ac',
    seam: '#6a7c84',
    meets: 0.78,
    rows: 5,
    decor: (kit) => {
      const { b } = kit;
      const lines: [number, number, number, number][] = [];
      for (let y = 0.02; y < 0.78; y += 0.07) lines.push([kit.left, y, kit.right, y]);
      for (let x = kit.left; x < kit.right; x += 0.04) lines.push([x, -0.1, x, 0.78]);
      const tub =
        kit.box([0.6, 0.58, 0.46, 0.24], b.fall('#ffffff', 1.05, 0.72), 'rx="60"') +
        kit.box([0.58, 0.56, 0.5, 0.05], b.fall('#ffffff', 1.1, 0.9), 'rx="14"') +
        [0.64, 0.7, 0.77, 0.83, 0.9]
          .map((x, at) => kit.oval([x, 0.555 - 0.012 * (at % 2), 0.032, 0.04], '#ffffff', 'fill-opacity="0.85"'))
          .join('');
      return (
        kit.lines(lines, '#e6f2f4', 0.003) +
        kit.box([0.12, 0.14, 0.2, 0.32], b.ink('#8a6a4a'), 'rx="8"') +
        kit.box([0.13, 0.16, 0.18, 0.28], b.fall('#dff0f6', 1.1, 0.85), 'rx="6"') +
        kit.oval([0.22, 0.58, 0.11, 0.045], b.fall('#ffffff', 1, 0.8)) +
        kit.box([0.205, 0.6, 0.03, 0.2], b.side('#f2f2f0', 1, 0.75)) +
        kit.lines(
          [
            [0.22, 0.57, 0.22, 0.51],
            [0.22, 0.51, 0.24, 0.51],
          ],
          '#aab4ba',
          0.012,
        ) +
        unlessShown(site, /^bathtub$/, tub) +
        kit.lines(
          [
            [0.98, 0.56, 0.98, 0.1],
            [0.98, 0.12, 0.92, 0.12],
          ],
          '#aab4ba',
          0.012,
        ) +
        kit.oval([0.91, 0.13, 0.025, 0.012], b.ink('#aab4ba'))
      );
    },
  });
}

export function cafe(site: Site): Promise<Place> {
  return room(site, {
    name: 'cafe',
    wall: '#6a4636',
    floor: '#8a6444',
    seam: '#5a3c26',
    meets: 0.76,
    lamps: [
      [0.25, 0.26],
      [0.5, 0.26],
      [0.75, 0.26],
    ],
    decor: (kit) => {
      const { b } = kit;
      const lamps = [0.25, 0.5, 0.75].map(
        (x) =>
          kit.lines([[x, -0.1, x, 0.16]], '#1c1612', 0.005) +
          kit.glow([x, 0.22, 0.12, 0.2], '#ffd08a', 0.4) +
          kit.poly(
            [
              [x - 0.03, 0.22],
              [x + 0.03, 0.22],
              [x + 0.012, 0.16],
              [x - 0.012, 0.16],
            ],
            b.lamp('#ffe2a8'),
          ),
      );
      return (
        window(kit, site, [0.04, 0.14, 0.3, 0.42]) +
        kit.box([0.42, 0.1, 0.22, 0.26], b.ink('#20262a'), 'rx="4"') +
        kit.lines(
          [
            [0.45, 0.16, 0.58, 0.16],
            [0.45, 0.21, 0.61, 0.21],
            [0.45, 0.26, 0.55, 0.26],
            [0.45, 0.31, 0.6, 0.31],
          ],
          '#e8e4d8',
          0.006,
        ) +
        [0.14, 0.24]
          .map(
            (y) =>
              kit.box([0.7, y + 0.06, 0.32, 0.012], b.ink('#3c2618')) +
              [0.72, 0.76, 0.8, 0.84, 0.88, 0.92, 0.96]
                .map((x, at) =>
                  kit.box([x, y, 0.022, 0.06], b.side(BOOKS[(at * 3) % BOOKS.length]!, 1.3, 0.7), 'rx="3"'),
                )
                .join(''),
          )
          .join('') +
        kit.box([0.62, 0.5, 0.5, 0.28], b.fall('#3c2618', 1.3, 0.8)) +
        kit.box([0.6, 0.47, 0.54, 0.04], b.fall('#c99a66', 1.1, 0.8)) +
        kit.box([0.7, 0.33, 0.12, 0.14], b.fall('#b8bcc0', 1.2, 0.6), 'rx="6"') +
        kit.box([0.72, 0.42, 0.08, 0.05], b.ink('#2a2c30')) +
        [0.1, 0.34]
          .map(
            (x) =>
              kit.oval([x, 0.7, 0.08, 0.022], b.fall('#a8713f', 1.1, 0.8)) +
              kit.lines([[x, 0.71, x, 0.84]], '#2a1c14', 0.012) +
              kit.oval([x, 0.845, 0.035, 0.01], b.ink('#2a1c14')),
          )
          .join('') +
        lamps.join('')
      );
    },
  });
}
