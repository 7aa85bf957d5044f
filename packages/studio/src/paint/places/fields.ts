/** Fields: wheat, vines, and a farm among them. */
import { house } from '../../subjects/house.ts';
import type { Place, Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { across, type Kit, kitOf, rows, standing } from './kit.ts';
import { meadow } from './open-country.ts';

/** Open country with something on it. */
export async function countryWith(
  site: Site,
  sky: StageLayer[],
  look: {
    name: string;
    body(kit: Kit): string;
    from?: number;
    depth?: number;
    front?(kit: Kit): string;
    feet?: number;
    grass?: 'none';
  },
): Promise<Place> {
  const country = await meadow(site, sky);
  const kit = kitOf(site, look.name);
  const near = kitOf(site, `${look.name}f`);
  return {
    behind: [
      ...country.behind,
      ...(await rows(site, kit, look.body(kit), { from: look.from ?? 0.2, to: 1.2, depth: look.depth ?? 0.92 })),
    ],
    front:
      look.front === undefined
        ? look.grass === 'none'
          ? []
          : country.front
        : await rows(site, near, look.front(near), { from: 0.5, to: 1.2, depth: 1.15 }),
    feet: site.size.height * (look.feet ?? 0.88),
  };
}

/** Stalks with ears, small far off and tall near. */
function stalks(kit: Kit, look: { from: number; to: number; count: number; tall: number }): string {
  const { b, w, h, random } = kit;
  const tones = ['#e0b048', '#c9922e', '#f2cf7a', '#b5812a'].map((paint) => b.ink(paint));
  const paths: string[][] = tones.map(() => []);
  for (let at = 0; at < look.count; at++) {
    const near = at / look.count;
    const [x, y] = [kit.left + random() * (kit.right - kit.left), look.from + (look.to - look.from) * near];
    const tall = look.tall * (0.25 + 0.75 * near) * (0.8 + 0.4 * random());
    const lean = 0.012 * (random() - 0.3) * (0.3 + near);
    paths[at % tones.length]!.push(
      `M${(w * x).toFixed(1)} ${(h * y).toFixed(1)}q0 ${(-h * tall * 0.6).toFixed(1)} ${(w * lean).toFixed(1)} ${(-h * tall).toFixed(1)}l${(w * 0.002).toFixed(1)} ${(h * tall * 0.16).toFixed(1)}`,
    );
  }
  return paths
    .map(
      (d, at) =>
        `<path d="${d.join('')}" fill="none" stroke="${tones[at]}" stroke-width="${h * 0.0042}" stroke-linecap="round"/>`,
    )
    .join('');
}

export function wheatField(site: Site, sky: StageLayer[]): Promise<Place> {
  const many = Math.round(1300 * Math.min(1, Math.max(0.2, site.size.height / 720)));
  return countryWith(site, sky, {
    name: 'wheat',
    from: 0.55,
    body: (kit) =>
      kit.band(0.66, 1, kit.b.fall('#d8a83e', 1.12, 0.75)) +
      stalks(kit, { from: 0.68, to: 1.02, count: many, tall: 0.11 }),
    front: (kit) => stalks(kit, { from: 1.0, to: 1.16, count: Math.round(many * 0.22), tall: 0.2 }),
    feet: 0.9,
  });
}

export function farm(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'farm',
    body: (kit) => {
      const { b } = kit;
      const barn =
        kit.box([0.6, 0.46, 0.28, 0.26], b.side('#a8322a', 1.15, 0.75)) +
        kit.poly(
          [
            [0.58, 0.47],
            [0.63, 0.34],
            [0.74, 0.28],
            [0.85, 0.34],
            [0.9, 0.47],
          ],
          b.side('#b83a30', 1.1, 0.75),
        ) +
        kit.lines(
          [
            [0.575, 0.475, 0.63, 0.34],
            [0.63, 0.34, 0.74, 0.275],
            [0.74, 0.275, 0.85, 0.34],
            [0.85, 0.34, 0.905, 0.475],
          ],
          '#5a3a34',
          0.02,
        ) +
        kit.box([0.68, 0.54, 0.12, 0.18], b.ink('#6a1c18')) +
        kit.lines(
          [
            [0.68, 0.54, 0.8, 0.72],
            [0.8, 0.54, 0.68, 0.72],
            [0.68, 0.54, 0.8, 0.54],
            [0.68, 0.54, 0.68, 0.72],
            [0.8, 0.54, 0.8, 0.72],
          ],
          '#f6f0e6',
          0.007,
        ) +
        kit.box([0.715, 0.38, 0.05, 0.07], b.ink('#f6f0e6'));
      const silo =
        kit.box([0.92, 0.32, 0.09, 0.4], b.side('#c3c8cc', 1.15, 0.6)) +
        kit.oval([0.965, 0.32, 0.045, 0.05], b.ball('#8a949c'));
      const fence =
        across(kit, 14, (x) => kit.box([x - 0.006, 0.74, 0.012, 0.1], b.side('#a07a50', 1.1, 0.7))) +
        kit.band(0.76, 0.772, b.ink('#b08a5c')) +
        kit.band(0.8, 0.812, b.ink('#b08a5c'));
      const bales = (
        [
          [0.12, 0.76, 0.05],
          [0.24, 0.78, 0.06],
        ] as const
      ).map(
        ([x, y, r]) =>
          kit.oval([x, y - r, r, r * 1.5], b.ball('#d8b04a')) +
          kit.oval(
            [x, y - r, r * 0.55, r * 0.85],
            'none',
            `stroke="${b.ink('#a8802a')}" stroke-width="${kit.h * 0.004}"`,
          ),
      );
      const rowsOf = Array.from({ length: 9 }, (_, at): [number, number, number, number] => [
        0.1 + at * 0.035,
        0.68,
        -0.1 + at * 0.07,
        0.74,
      ]);
      return kit.lines(rowsOf, '#8a6a34', 0.008) + silo + barn + bales.join('') + fence;
    },
    feet: 0.92,
  });
}

export function vineyard(site: Site, sky: StageLayer[]): Promise<Place> {
  return countryWith(site, sky, {
    name: 'vines',
    body: (kit) => {
      const { b } = kit;
      const home = standing(kit, house.draw, { x: 0.8, y: 0.66, edge: 0.17, paint: [181, 104, 72] });
      const row = (at: number) => {
        const side = at - 4;
        const clumps = Array.from({ length: 15 }, (_, step) => {
          const near = (step / 14) ** 1.7;
          const [x, y] = [0.5 + side * (0.05 + 0.25 * near), 0.67 + 0.4 * near];
          const size = 0.012 + 0.05 * near;
          return (
            kit.lines([[x, y, x, y - size * 0.9]], '#6a4a2c', 0.002 + 0.006 * near) +
            kit.oval([x, y - size, size * 0.72, size * 0.8], b.ball(step % 2 === 0 ? '#5a8f3c' : '#4a7f34')) +
            (near > 0.12
              ? [-0.3, 0.1, 0.35]
                  .map((dx) => kit.oval([x + dx * size, y - size * 0.66, size * 0.14, size * 0.26], b.ball('#5a2a6a')))
                  .join('')
              : '')
          );
        });
        return clumps.join('');
      };
      return kit.band(0.67, 1, b.fall('#a8905a', 1.1, 0.75)) + home + [0, 8, 1, 7, 2, 6, 3, 5].map(row).join('');
    },
    front: () => '<g/>',
    feet: 0.92,
  });
}
