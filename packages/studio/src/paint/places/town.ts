/** In town: a street, a market, a building site, a wall, a roof, a station and an airport. */
import { airplane } from '../../subjects/airplane.ts';
import { FEET, FIELD } from '../../subjects/subject.ts';
import { train } from '../../subjects/train.ts';
import type { Place, Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { across, floor, type Kit, kitOf, layer, rows } from './kit.ts';
import { towerRow } from './towers.ts';

const FACADES = ['#c98a6a', '#d8b87a', '#a8b8a0', '#b08a98', '#8fa4b8', '#d0a890', '#b8a888'];

function facades(kit: Kit, base: number, look: { count: number; tall: number; shops: 'shops' | 'plain' }): string {
  const { b, random } = kit;
  const step = (kit.right - kit.left) / look.count;
  return across(kit, look.count, (x, at) => {
    const [half, tall] = [step * 0.5, look.tall * (0.82 + 0.36 * random())];
    const top = base - tall;
    const paint = FACADES[(at * 3 + 1) % FACADES.length]!;
    const lit = b.lamps === 'lit';
    const panes = [0.22, 0.5, 0.78].flatMap((across_) =>
      [0.12, 0.34, 0.56].map((down) => {
        const place: [number, number, number, number] = [
          x - half + step * across_ - step * 0.07,
          top + tall * down * 0.86,
          step * 0.14,
          tall * 0.12,
        ];
        return (
          kit.box(
            [place[0] - step * 0.015, place[1] - 0.006, place[2] + step * 0.03, place[3] + 0.012],
            b.ink('#f2ece0'),
          ) + kit.box(place, lit && random() < 0.6 ? b.lamp('#ffd68a') : b.fall('#7f9cb0', 1.2, 0.7))
        );
      }),
    );
    const roof = kit.poly(
      [
        [x - half - 0.004, top],
        [x + half + 0.004, top],
        [x + half * 0.8, top - 0.05],
        [x - half * 0.8, top - 0.05],
      ],
      b.ink('#6a4a44'),
    );
    const shop =
      look.shops === 'plain'
        ? ''
        : kit.box(
            [x - half * 0.86, base - tall * 0.26, step * 0.86, tall * 0.26],
            lit ? b.lamp('#ffdf9a') : b.fall('#4f6474', 1.2, 0.8),
          ) + awning(kit, [x - half * 0.92, base - tall * 0.3, step * 0.92, 0.05], at);
    return roof + kit.box([x - half, top, step, tall], b.side(paint, 1.1, 0.78)) + panes.join('') + shop;
  });
}

const STRIPES = ['#c23b30', '#2f7a5a', '#2f5fa0', '#d8923a', '#8a3f7a'];

function awning(kit: Kit, [x, y, width, height]: [number, number, number, number], at: number): string {
  const bars = 8;
  return Array.from({ length: bars }, (_, bar) => {
    const [from, to] = [x + (width * bar) / bars, x + (width * (bar + 1)) / bars];
    return kit.poly(
      [
        [from, y],
        [to, y],
        [to, y + height],
        [(from + to) / 2, y + height * 1.25],
        [from, y + height],
      ],
      kit.b.ink(bar % 2 === 0 ? STRIPES[at % STRIPES.length]! : '#f6efe0'),
    );
  }).join('');
}

function pavement(kit: Kit, from: number): string {
  return floor(kit, from, { paint: '#9a968e', seam: '#7a766e', rows: 6 });
}

export async function street(site: Site): Promise<Place> {
  const [back, kit] = [kitOf(site, 'streetb', 0.3), kitOf(site, 'street')];
  const far = facades(back, 0.66, { count: 12, tall: 0.36, shops: 'plain' });
  const lamps = [0.04, 0.96].map(
    (x) =>
      kit.lines([[x, 0.86, x, 0.34]], '#23262e', 0.012) +
      (kit.b.lamps === 'lit' ? kit.glow([x, 0.32, 0.1, 0.16], '#ffd88a', 0.7) : '') +
      kit.oval([x, 0.32, 0.016, 0.026], kit.b.lamps === 'lit' ? kit.b.lamp('#fff3cf') : kit.b.ink('#e8e6da')),
  );
  const near =
    facades(kit, 0.78, { count: 6, tall: 0.56, shops: 'shops' }) +
    pavement(kit, 0.77) +
    kit.band(0.77, 0.785, kit.b.ink('#c9c4b8')) +
    lamps.join('');
  return {
    behind: [...(await layer(site, back, far, 0.4)), ...(await layer(site, kit, near, 0.85))],
    front: [],
    feet: site.size.height * 0.92,
  };
}

const FRUIT = ['#e0483a', '#f0a83a', '#8fc03a', '#c23b6a', '#f2d23a', '#7a4a9a'];

function stall(kit: Kit, x: number, at: number): string {
  const { b, random } = kit;
  const fruit = Array.from({ length: 3 }, (_, crate) => {
    const left = x - 0.13 + crate * 0.09;
    const balls = Array.from({ length: 12 }, (__, ball) =>
      kit.oval(
        [left + 0.012 + (ball % 6) * 0.0115, 0.655 - Math.floor(ball / 6) * 0.018 + 0.004 * random(), 0.009, 0.015],
        b.ball(FRUIT[(at * 2 + crate) % FRUIT.length]!),
      ),
    );
    return balls.join('') + kit.box([left, 0.66, 0.08, 0.055], b.fall('#a8743f', 1.15, 0.75));
  });
  return (
    kit.box([x - 0.15, 0.715, 0.29, 0.12], b.fall('#8a5a34', 1.1, 0.7)) +
    kit.lines(
      [
        [x - 0.145, 0.72, x - 0.145, 0.42],
        [x + 0.135, 0.72, x + 0.135, 0.42],
      ],
      '#6a4426',
      0.012,
    ) +
    kit.box([x - 0.15, 0.46, 0.29, 0.2], '#1c1410', 'opacity="0.3"') +
    fruit.join('') +
    awning(kit, [x - 0.17, 0.38, 0.33, 0.09], at)
  );
}

export async function market(site: Site): Promise<Place> {
  const [back, kit] = [kitOf(site, 'marketb', 0.12), kitOf(site, 'market')];
  const houses = facades(back, 0.72, { count: 8, tall: 0.52, shops: 'plain' });
  const lights = Array.from({ length: 16 }, (_, at) => {
    const x = kit.left + at * 0.085;
    return (
      kit.oval([x, 0.24 + 0.03 * Math.sin(at * 1.9), 0.007, 0.012], kit.b.lamp('#ffe08a')) +
      (kit.b.lamps === 'lit' ? kit.glow([x, 0.24, 0.03, 0.05], '#ffd27a', 0.5) : '')
    );
  });
  const body =
    pavement(kit, 0.74) + [-0.1, 0.22, 0.78, 1.1].map((x, at) => stall(kit, x, at)).join('') + lights.join('');
  return {
    behind: [...(await layer(site, back, houses, 0.5)), ...(await layer(site, kit, body, 0.85))],
    front: [],
    feet: site.size.height * 0.93,
  };
}

export async function brickWall(site: Site): Promise<Place> {
  const kit = kitOf(site, 'bricks');
  const { b, random } = kit;
  const tones = new Map<string, string[]>();
  for (let row = 0, y = -0.12; y < 0.8; row++, y += 0.047)
    for (let x = kit.left - (row % 2) * 0.035; x < kit.right; x += 0.07) {
      const tone = b.ink('#a8503a', [0.82, 0.92, 1, 1.08][Math.floor(random() * 4)]!);
      const place = `M${(kit.w * x).toFixed(1)} ${(kit.h * y).toFixed(1)}h${(kit.w * 0.067).toFixed(1)}v${(kit.h * 0.041).toFixed(1)}h${(-kit.w * 0.067).toFixed(1)}z`;
      tones.set(tone, [...(tones.get(tone) ?? []), place]);
    }
  const body =
    kit.band(0, 0.81, b.ink('#c9bcae')) +
    [...tones].map(([tone, d]) => `<path d="${d.join('')}" fill="${tone}"/>`).join('') +
    kit.band(0, 0.81, b.glow('#fff2d8', 0.12)) +
    pavement(kit, 0.8) +
    kit.band(0.79, 0.81, '#1c1410', 'opacity="0.35"');
  return { behind: await layer(site, kit, body, 0.8), front: [], feet: site.size.height * 0.93 };
}

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
    crane +
    kit.band(0.77, 1, b.fall('#a8845a', 1.12, 0.7)) +
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

/** One of our own drawings as part of a place. */
export function standing(
  kit: Kit,
  draw: (b: Kit['b']) => string,
  at: { x: number; y: number; edge: number; paint: readonly [number, number, number]; mirror?: -1 },
): string {
  const scale = (kit.h * at.edge) / FIELD;
  return `<g transform="translate(${kit.w * at.x} ${kit.h * at.y}) scale(${scale * (at.mirror ?? 1)} ${scale}) translate(${-FIELD / 2} ${-FEET})">${draw({ ...kit.b, main: at.paint })}</g>`;
}

export async function railwayStation(site: Site): Promise<Place> {
  const kit = kitOf(site, 'station');
  const { b } = kit;
  const roof =
    kit.poly(
      [
        [kit.left, -0.14],
        [kit.right, -0.14],
        [kit.right, 0.1],
        [0.5, 0.17],
        [kit.left, 0.1],
      ],
      b.fall('#4a545c', 0.8, 1.15),
    ) +
    across(kit, 9, (x) => kit.lines([[x, 0.1, 0.5 + (x - 0.5) * 0.7, -0.14]], '#2c343a', 0.008)) +
    [0.02, 0.34, 0.66, 0.98]
      .map(
        (x) =>
          kit.box([x - 0.012, 0.1, 0.024, 0.68], b.side('#3f5a52', 1.2, 0.6)) +
          kit.poly(
            [
              [x - 0.07, 0.13],
              [x + 0.07, 0.13],
              [x + 0.012, 0.22],
              [x - 0.012, 0.22],
            ],
            b.ink('#3f5a52'),
          ),
      )
      .join('');
  const clock =
    kit.lines([[0.5, 0.12, 0.5, 0.2]], '#2c343a', 0.01) +
    kit.oval([0.5, 0.27, 0.042, 0.075], b.ink('#2c343a')) +
    kit.oval([0.5, 0.27, 0.036, 0.064], b.ink('#fbf6e6')) +
    kit.lines(
      [
        [0.5, 0.27, 0.5, 0.225],
        [0.5, 0.27, 0.52, 0.285],
      ],
      '#1c2024',
      0.008,
    );
  const wagon =
    standing(kit, train.draw, { x: 0.3, y: 0.74, edge: 0.62, paint: [150, 44, 40] }) +
    kit.box([0.55, 0.42, 0.62, 0.27], b.side('#96302a', 1.15, 0.75), 'rx="8"') +
    [0.58, 0.68, 0.78, 0.88, 0.98]
      .map((x) =>
        kit.box([x, 0.47, 0.07, 0.1], b.lamps === 'lit' ? b.lamp('#ffe2a0') : b.fall('#9cc0d4', 1.2, 0.7), 'rx="4"'),
      )
      .join('') +
    kit.box([0.55, 0.6, 0.62, 0.014], b.ink('#e8cf9a')) +
    [0.6, 0.66, 0.9, 0.96].map((x) => kit.oval([x, 0.71, 0.022, 0.038], b.ball('#2a2c30'))).join('');
  const platform =
    kit.band(0.66, 0.78, b.fall('#5a554e', 1, 0.7)) +
    kit.band(0.735, 0.748, b.ink('#9a9ea6')) +
    floor(kit, 0.77, { paint: '#a8a298', seam: '#8a857c', rows: 4 }) +
    kit.band(0.77, 0.79, b.ink('#c9c3b6')) +
    kit.band(0.805, 0.815, b.ink('#e8c23a'));
  const back =
    kit.band(0.3, 0.66, b.side('#9a8a78', 0.95, 0.75), 'opacity="0.85"') +
    across(kit, 8, (x) => kit.box([x - 0.035, 0.36, 0.07, 0.2], b.fall('#c8dce6', 1.1, 0.8), 'rx="30"'));
  return {
    behind: await layer(site, kit, back + platform + wagon + roof + clock, 0.8),
    front: [],
    feet: site.size.height * 0.94,
  };
}

export async function airport(site: Site): Promise<Place> {
  const [back, kit] = [kitOf(site, 'airb', 0.2), kitOf(site, 'air')];
  const { b } = kit;
  const terminal =
    back.box([kit.left, 0.5, 0.5, 0.14], back.b.fall('#c9d2d8', 1.1, 0.8)) +
    Array.from({ length: 12 }, (_, at) =>
      back.box(
        [kit.left + 0.01 + at * 0.042, 0.53, 0.034, 0.07],
        back.b.lamps === 'lit' ? back.b.lamp('#ffe6b0') : back.b.fall('#7fa8c0', 1.2, 0.7),
      ),
    ).join('') +
    back.box([0.66, 0.3, 0.034, 0.34], back.b.side('#d8dde0', 1.1, 0.7)) +
    back.poly(
      [
        [0.63, 0.3],
        [0.724, 0.3],
        [0.712, 0.22],
        [0.642, 0.22],
      ],
      back.b.fall('#5f8aa4', 1.2, 0.8),
    ) +
    back.box([0.638, 0.205, 0.078, 0.018], back.b.ink('#eef0f2'));
  const runway =
    kit.band(0.62, 1, b.fall('#7f9a5c', 1.1, 0.75)) +
    kit.poly(
      [
        [0.42, 0.64],
        [0.58, 0.64],
        [1.3, 1.14],
        [-0.3, 1.14],
      ],
      b.fall('#5c6068', 1.15, 0.75),
    ) +
    [0.66, 0.71, 0.78, 0.88, 1]
      .map((y) =>
        kit.poly(
          [
            [0.5 - 0.02 * (y - 0.58), y],
            [0.5 + 0.02 * (y - 0.58), y],
            [0.5 + 0.03 * (y - 0.56), y + 0.03],
            [0.5 - 0.03 * (y - 0.56), y + 0.03],
          ],
          b.ink('#f6f4ea'),
        ),
      )
      .join('') +
    [-1, 1]
      .map((side) =>
        [0.68, 0.76, 0.88, 1.02]
          .map((y) => kit.oval([0.5 + side * (0.09 + (y - 0.64) * 1.42), y, 0.006, 0.01], b.lamp('#ffd27a')))
          .join(''),
      )
      .join('');
  const plane = standing(kit, airplane.draw, { x: 0.86, y: 0.7, edge: 0.3, paint: [238, 241, 244] });
  return {
    behind: [
      ...(await rows(site, back, terminal, { from: 0.15, to: 0.66, depth: 0.4 })),
      ...(await rows(site, kit, runway + plane, { from: 0.4, to: 1.2, depth: 0.85 })),
    ],
    front: [],
    feet: site.size.height * 0.92,
  };
}
