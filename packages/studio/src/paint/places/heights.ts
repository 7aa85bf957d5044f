/** Above the town: a roof, and a building site with its crane. */
import { type Place, type Site, unlessShown } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { floor, kitOf, layer, rows } from './kit.ts';
import { towerRow } from './towers.ts';

async function skyline(site: Site, base: number): Promise<StageLayer[]> {
  return [
    ...(await towerRow(site, {
      name: 'sa',
      base: base * site.size.height,
      tall: 0.36,
      count: 24,
      haze: 0.5,
      depth: 0.25,
    })),
    ...(await towerRow(site, {
      name: 'sb',
      base: (base + 0.05) * site.size.height,
      tall: 0.3,
      count: 15,
      haze: 0.22,
      depth: 0.4,
    })),
  ];
}

export async function rooftop(site: Site): Promise<Place> {
  const kit = kitOf(site, 'roof');
  const { b } = kit;
  const tank =
    kit.lines(
      [
        [0.84, 0.76, 0.86, 0.52],
        [0.96, 0.76, 0.94, 0.52],
        [0.84, 0.66, 0.96, 0.66],
      ],
      '#4a3c30',
      0.012,
    ) +
    kit.box([0.83, 0.3, 0.14, 0.24], b.side('#8a5f3c', 1.2, 0.6)) +
    kit.poly(
      [
        [0.82, 0.3],
        [0.98, 0.3],
        [0.9, 0.2],
      ],
      b.side('#5a4434', 1.1, 0.7),
    ) +
    kit.lines(
      [
        [0.83, 0.38, 0.97, 0.38],
        [0.83, 0.46, 0.97, 0.46],
      ],
      '#4a3424',
      0.006,
    );
  const chimney =
    kit.box([0.06, 0.54, 0.1, 0.24], b.side('#9a5a44', 1.15, 0.65)) +
    kit.box([0.05, 0.52, 0.12, 0.03], b.ink('#6a4034')) +
    kit.lines(
      [
        [0.24, 0.76, 0.24, 0.4],
        [0.21, 0.46, 0.27, 0.46],
        [0.22, 0.42, 0.26, 0.42],
      ],
      '#3c4046',
      0.006,
    );
  const body =
    chimney +
    tank +
    floor(kit, 0.78, { paint: '#7a7670', seam: '#66625c', rows: 4 }) +
    kit.band(0.72, 0.79, b.fall('#a09a90', 1.15, 0.75)) +
    kit.band(0.71, 0.725, b.ink('#c9c4ba'));
  return {
    behind: [...(await skyline(site, 0.72)), ...(await rows(site, kit, body, { from: 0.15, to: 1.2, depth: 0.85 }))],
    front: [],
    feet: site.size.height * 0.93,
  };
}

export async function constructionSite(site: Site): Promise<Place> {
  const kit = kitOf(site, 'site');
  const { b } = kit;
  const storeys = [0.3, 0.43, 0.56, 0.69];
  const frame =
    storeys.map((y) => kit.box([0.04, y, 0.4, 0.022], b.fall('#8a8f96', 1.1, 0.7))).join('') +
    [0.05, 0.15, 0.25, 0.35, 0.43]
      .map((x) => kit.box([x - 0.008, 0.3, 0.016, 0.48], b.side('#a06a44', 1.2, 0.6)))
      .join('');
  const ladders = [0.1, 0.3]
    .map((x) =>
      kit.lines(
        [
          [x, 0.56, x + 0.04, 0.43],
          [x + 0.05, 0.69, x + 0.01, 0.56],
        ],
        '#d8a03a',
        0.008,
      ),
    )
    .join('');
  const crane =
    kit.lines(
      [
        [0.72, 0.78, 0.72, 0.08],
        [0.76, 0.78, 0.76, 0.08],
        [0.46, 0.1, 0.98, 0.1],
        [0.46, 0.07, 0.98, 0.07],
        [0.74, -0.02, 0.5, 0.08],
        [0.74, -0.02, 0.94, 0.08],
      ],
      '#e8b02a',
      0.009,
    ) +
    kit.lines(
      Array.from({ length: 10 }, (_, at): [number, number, number, number] => [
        0.72 + 0.04 * (at % 2),
        0.78 - at * 0.07,
        0.76 - 0.04 * (at % 2),
        0.71 - at * 0.07,
      ]),
      '#e8b02a',
      0.005,
    ) +
    kit.lines([[0.52, 0.1, 0.52, 0.34]], '#2a2c30', 0.003) +
    kit.box([0.49, 0.34, 0.06, 0.03], b.ink('#9a5a3a')) +
    kit.box([0.9, 0.1, 0.06, 0.06], b.ink('#6a7076')) +
    kit.box([0.715, 0.1, 0.05, 0.06], b.fall('#f2c84a'));
  const barriers = [0.08, 0.9]
    .map(
      (x) =>
        kit.box([x - 0.08, 0.8, 0.16, 0.035], b.ink('#f6f2ea')) +
        [-0.06, -0.01, 0.04]
          .map((dx) =>
            kit.poly(
              [
                [x + dx, 0.8],
                [x + dx + 0.025, 0.8],
                [x + dx + 0.01, 0.835],
                [x + dx - 0.015, 0.835],
              ],
              b.ink('#e0482a'),
            ),
          )
          .join('') +
        kit.lines(
          [
            [x - 0.06, 0.8, x - 0.06, 0.87],
            [x + 0.06, 0.8, x + 0.06, 0.87],
          ],
          '#5a5248',
          0.008,
        ),
    )
    .join('');
  const body =
    frame +
    ladders +
    unlessShown(site, /^building-construction$/, crane) +
    kit.band(0.73, 1, b.fall('#a8845a', 1.12, 0.7)) +
    kit.poly(
      [
        [0.5, 0.78],
        [0.58, 0.66],
        [0.66, 0.78],
      ],
      b.fall('#9a7448', 1.15, 0.8),
    ) +
    barriers;
  return {
    behind: [...(await skyline(site, 0.7)), ...(await layer(site, kit, body, 0.85))],
    front: [],
    feet: site.size.height * 0.93,
  };
}
