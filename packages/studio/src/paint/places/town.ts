/** In town: a street, a market, a brick wall. */
import { type Place, type Site, unlessShown } from '../site.ts';
import { across, floor, type Kit, kitOf, layer } from './kit.ts';

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
    return roof + kit.box([x - half, top, step, tall + 0.1], b.side(paint, 1.1, 0.78)) + panes.join('') + shop;
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
    unlessShown(site, /^street-lamp$/, lamps.join(''));
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
    kit.box([x - 0.15, 0.46, 0.29, 0.2], '#1c1410', 'fill-opacity="0.3"') +
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
    kit.band(0.79, 0.81, '#1c1410', 'fill-opacity="0.35"');
  return { behind: await layer(site, kit, body, 0.8), front: [], feet: site.size.height * 0.93 };
}
