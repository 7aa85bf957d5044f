/** An emblem for words without a place: a rosette whose petals, folds and colours come from the prompt, slowly turning. */
import { type Colour, dim, mix, toBlueDifference, toLuma, toRedDifference } from '../picture/colour.ts';
import { createLayer, type Layer, settleAlpha } from '../picture/picture.ts';
import { createRandom, smooth } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';

interface Ring {
  radius: number;
  petals: number;
  turn: number;
  depth: number;
  colour: Colour;
}

export function drawEmblem(scene: Scene, edge: number): Layer {
  const rings = chooseRings(scene);
  const layer = createLayer(edge, edge);
  const middle = edge / 2;
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      const x = (column + 0.5 - middle) / middle;
      const y = (row + 0.5 - middle) / middle;
      const away = Math.hypot(x, y);
      if (away > 0.995) continue;
      const { colour, cover } = shadeRings(rings, { away, angle: Math.atan2(y, x), pixel: 1 / middle });
      const at = row * edge + column;
      layer.alpha[at] = 255 * cover;
      layer.y[at] = toLuma(colour);
      if ((row | column) & 1) continue;
      const chroma = (row / 2) * (edge / 2) + column / 2;
      layer.u[chroma] = toBlueDifference(colour);
      layer.v[chroma] = toRedDifference(colour);
    }
  }
  for (let at = 0; at < layer.u.length; at++) {
    if (layer.u[at] === 0) layer.u[at] = layer.v[at] = 128;
  }
  return settleAlpha(layer);
}

function chooseRings(scene: Scene): Ring[] {
  const random = createRandom(scene.seed ^ 0xe3b1e3);
  const { accents, light } = scene.palette;
  const count = 4 + Math.floor(random() * 3);
  const petals = 5 + Math.floor(random() * 7);
  const depth = 0.12 + 0.22 * random();
  const rings = Array.from({ length: count }, (_, index) => {
    const inward = index / count;
    const accent = accents[index % accents.length]!;
    return {
      radius: 0.98 * (1 - inward * 0.84),
      petals,
      turn: index * (Math.PI / petals) + random() * 0.15,
      depth,
      colour: mix(dim(accent, 0.78 + 0.22 * inward), [255, 255, 255], 0.1 * inward),
    };
  });
  rings.push({ radius: 0.12, petals: 12, turn: 0, depth: 0.08, colour: mix(light, accents[0]!, 0.25) });
  return rings;
}

interface Spot {
  away: number;
  angle: number;
  pixel: number;
}

/** Outer rings first; each covers the one before where its petals reach, and throws a soft shadow on it. */
function shadeRings(rings: Ring[], spot: Spot): { colour: Colour; cover: number } {
  let colour: Colour = rings[0]!.colour;
  let cover = 0;
  for (const ring of rings) {
    const wave = Math.abs(Math.cos((ring.petals / 2) * (spot.angle + ring.turn)));
    const reach = ring.radius * (1 - ring.depth + ring.depth * Math.sqrt(wave));
    const inside = smooth((reach - spot.away) / (2 * spot.pixel) + 0.5);
    if (inside === 0) {
      colour = dim(colour, 1 - 0.38 * smooth(1 - (spot.away - reach) / (0.14 * ring.radius)));
      continue;
    }
    const along = spot.away / reach;
    const fold = 1 - 0.16 * (1 - wave) ** 2;
    const lit = mix(dim(ring.colour, 0.5 + 0.5 * along), [255, 255, 255], 0.3 * smooth((along - 0.72) / 0.28));
    colour = mix(colour, dim(lit, fold), inside);
    cover = Math.max(cover, inside);
  }
  return { colour, cover };
}
