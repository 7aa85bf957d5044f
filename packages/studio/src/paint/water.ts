/** Water that mirrors what stands behind it; every row sways by itself, more the nearer it is. */
import { blit } from '../picture/blit.ts';
import { mix, toBlueDifference, toLuma, toRedDifference } from '../picture/colour.ts';
import { createLayer, createPicture } from '../picture/picture.ts';
import { createNoiseField, createRandom, smooth } from '../picture/random.ts';
import { kernels } from '../simd/kernels.ts';
import { addressOf } from '../simd/memory.ts';
import { even } from './painting.ts';
import { grainOf, type Site } from './site.ts';
import { type StageLayer, spotOf } from './stage.ts';

/** How far down the frame the sea of a coast ends, as a share of its height. */
export const SHORE = 0.8;

export interface WaterOptions {
  /** First row of the water and the row below its last, in pixels of the frame. */
  from: number;
  to: number;
  /** How high the waves go: 0 is a mirror, 1 a storm. */
  waves: number;
  /** How much of the water's own colour shows where it is near. */
  body: number;
  depth: number;
}

export function createWater(site: Site, behind: StageLayer[], options: WaterOptions): StageLayer {
  const { area, size } = site;
  const mirrored = createPicture(area.width, area.height);
  const view = { scale: 1, x: -area.left, y: -area.top };
  for (const layer of behind) layer.paint(mirrored, view, { index: 0, share: 0.5, seconds: 0 });
  const top = even(options.from - area.top);
  const height = even(Math.min(area.height, options.to - area.top)) - top;
  const still = createLayer(area.width, height);
  paintStill(site, still, { mirrored, top, ...options });
  const moving = createLayer(area.width, height);
  moving.alpha.fill(255);
  moving.chromaAlpha.fill(255);
  const cutout = { layer: moving, left: area.left, top: top + area.top };
  const reach = size.height * (0.004 + 0.012 * options.waves);
  return {
    depth: options.depth,
    paint(onto, layerView, { seconds }) {
      for (let row = 0; row < height; row += 2) {
        const near = (row + 2) / height;
        const angle = 46 * Math.sqrt(near) - seconds * 2.6;
        const sway = 2 * Math.round((reach * near * (Math.sin(angle) + 0.5 * Math.sin(angle * 2.3 + 1))) / 2);
        const from = Math.max(
          0,
          Math.min(height - 2, row + 2 * Math.round((reach * 0.5 * near * Math.sin(angle * 0.7 + seconds)) / 2)),
        );
        copyRow(still.y, moving.y, { width: area.width, from, to: row, sway });
        copyRow(still.y, moving.y, { width: area.width, from: from + 1, to: row + 1, sway });
        const half = { width: area.width / 2, from: from / 2, to: row / 2, sway: sway / 2 };
        copyRow(still.u, moving.u, half);
        copyRow(still.v, moving.v, half);
      }
      blit(onto, cutout, spotOf(cutout, layerView));
    },
  };
}

const VECTOR_BYTES = 16;

/** The last vector is moved twice in part, so that it ends with the row. */
function copyRow(
  from: Uint8Array,
  to: Uint8Array,
  row: { width: number; from: number; to: number; sway: number },
): void {
  const { width, sway } = row;
  const length = Math.max(VECTOR_BYTES, width - Math.abs(sway));
  const source = addressOf(from) + row.from * width + Math.max(0, -sway);
  const target = addressOf(to) + row.to * width + Math.max(0, sway);
  kernels.moveRun(target, source, Math.floor(length / VECTOR_BYTES));
  kernels.moveRun(target + length - VECTOR_BYTES, source + length - VECTOR_BYTES, 1);
}

interface Still extends WaterOptions {
  mirrored: ReturnType<typeof createPicture>;
  top: number;
}

function paintStill({ scene, size }: Site, onto: ReturnType<typeof createLayer>, still: Still): void {
  const { mirrored, top, waves, body } = still;
  const noise = createNoiseField(createRandom(scene.seed ^ 0x3a7e6), { cells: 8, octaves: 4 });
  const { ground, crest, light } = scene.palette;
  const [deep, shine] = [ground, mix(crest, light, 0.4)];
  const planes = [
    { from: mirrored.y, to: onto.y, deep: toLuma(deep), shine: toLuma(shine), step: 1 },
    { from: mirrored.u, to: onto.u, deep: toBlueDifference(deep), shine: toBlueDifference(shine), step: 2 },
    { from: mirrored.v, to: onto.v, deep: toRedDifference(deep), shine: toRedDifference(shine), step: 2 },
  ];
  for (const { from, to, deep: own, shine: bright, step } of planes) {
    const width = onto.width / step;
    const grain = step === 1 ? grainOf(size) : 1;
    const swell = new Float32Array(width);
    for (let row = 0; row < onto.height / step; row++) {
      const near = (row * step) / onto.height;
      const v = 1.4 / (near + 0.12);
      for (let column = 0; column < width; column++) {
        if (row % grain === 0 && column % grain === 0) {
          const u = ((column * step) / size.height) * (0.35 / (near + 0.14));
          swell[column] = noise.at(u, v) - 0.5;
        }
        const wave = swell[column - (column % grain)]!;
        const bent = row * step * (1.05 + waves * 0.6) + wave * size.height * (0.05 + 0.16 * waves) * (0.2 + near);
        const source = Math.max(0, Math.min(top - 1, Math.round(top - 1 - bent)));
        const mirror = from[Math.floor(source / step) * width + column]!;
        const depth = Math.min(0.94, body * (0.35 + 0.65 * smooth(near * 1.4)) + Math.max(0, -wave) * waves);
        const crestShare = smooth((wave - 0.1 - 0.1 * (1 - waves)) / 0.12) * (0.25 + 0.5 * waves);
        const tone = mirror + (own - mirror) * depth;
        to[row * width + column] = tone + (bright - tone) * crestShare;
      }
    }
  }
}
