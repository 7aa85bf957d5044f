/** A bamboo forest: stalks that stand close, the nearer ones thicker, and light that falls between them. */
import type { Place, Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { type Kit, kitOf, layer, rows } from './kit.ts';

interface Stand {
  count: number;
  /** Width of a stalk and length between two of its joints, as shares of the height. */
  thick: number;
  joint: number;
  foot: number;
  paints: string[];
}

function stalks(kit: Kit, { count, thick, joint, foot, paints }: Stand): string {
  const { b, w, h, random } = kit;
  const wide = (thick * h) / w;
  const fills = paints.map((paint) => b.side(paint, 1.25, 0.6));
  return Array.from({ length: count }, (_, at) => {
    const x = kit.left + ((at + 0.15 + 0.7 * random()) / count) * (kit.right - kit.left);
    const down = foot + 0.05 * random();
    const first = -0.14 - joint * random();
    const joints = Array.from({ length: Math.ceil((down - first) / joint) }, (_, up) => first + up * joint);
    const rings = joints.map((y) => kit.box([x - wide * 0.6, y, wide * 1.2, thick * 0.16], b.ink(paints[0]!, 0.62)));
    const leaves = joints
      .filter(() => random() < 0.4)
      .map((y) => {
        const [side, long] = [random() < 0.5 ? -1 : 1, thick * (3 + 2 * random())];
        const reach = (side * long * h) / w;
        return kit.poly(
          [
            [x, y],
            [x + reach * 0.5, y - long * 0.1],
            [x + reach, y + long * 0.3],
            [x + reach * 0.45, y + long * 0.12],
          ],
          b.ink('#6fae4a', 0.85 + 0.3 * random()),
        );
      });
    return (
      kit.box([x - wide / 2, -0.14, wide, down + 0.14], fills[at % fills.length]!) + rings.join('') + leaves.join('')
    );
  }).join('');
}

export async function bambooForest(site: Site, _: StageLayer[]): Promise<Place> {
  const [far, middle, near] = [kitOf(site, 'bamboof', 0.5), kitOf(site, 'bamboom', 0.2), kitOf(site, 'bamboo')];
  const light = far.band(0, 1, far.b.fall('#b8dc9a', 1.15, 0.8)) + far.glow([0.5, 0.4, 0.5, 0.6], '#f6ffd8', 0.7);
  const path = middle.poly(
    [
      [0.44, 0.74],
      [0.56, 0.74],
      [0.86, 1.14],
      [0.14, 1.14],
    ],
    middle.b.fall('#b59c6c', 1.1, 0.85),
  );
  const paints = ['#6aa044', '#7fb552', '#5a9040', '#92b85a'];
  return {
    behind: [
      ...(await layer(
        site,
        far,
        light + stalks(far, { count: 44, thick: 0.016, joint: 0.11, foot: 0.74, paints }),
        0.3,
      )),
      ...(await layer(
        site,
        middle,
        middle.band(0.74, 1, middle.b.fall('#6a8f46', 1.1, 0.75)) +
          path +
          stalks(middle, { count: 20, thick: 0.03, joint: 0.16, foot: 0.78, paints }),
        0.62,
      )),
    ],
    front: await rows(
      site,
      near,
      [-0.02, 0.07, 0.93, 1.03]
        .map((x) =>
          stalks(
            { ...near, left: x - 0.02, right: x + 0.02 },
            { count: 1, thick: 0.055, joint: 0.24, foot: 1.14, paints },
          ),
        )
        .join(''),
      { from: -0.14, to: 1.14, depth: 1.15 },
    ),
    feet: site.size.height * 0.92,
  };
}
