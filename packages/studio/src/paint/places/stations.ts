/** Where people set off: a railway station and an airport. */
import { airplane } from '../../subjects/airplane.ts';
import { train } from '../../subjects/train.ts';
import { type Place, type Site, unlessShown } from '../site.ts';
import { across, floor, kitOf, layer, rows, standing } from './kit.ts';

const TRAINS = /^(train|locomotive|tram|monorail|metro|railway-car|high-speed-train|bullet-train)$/;

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
    kit.band(0.3, 0.66, b.side('#9a8a78', 0.95, 0.75), 'fill-opacity="0.85"') +
    across(kit, 8, (x) => kit.box([x - 0.035, 0.36, 0.07, 0.2], b.fall('#c8dce6', 1.1, 0.8), 'rx="30"'));
  return {
    behind: await layer(
      site,
      kit,
      back + platform + unlessShown(site, TRAINS, wagon) + roof + unlessShown(site, /clock$/, clock),
      0.8,
    ),
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
      ...(await rows(site, kit, runway + unlessShown(site, /airplane$/, plane), { from: 0.4, to: 1.2, depth: 0.85 })),
    ],
    front: [],
    feet: site.size.height * 0.92,
  };
}
