/** A stage of layers at different depths, seen by the scene's camera: what is near moves more than what is far. */
import { blit, type Cutout } from '../picture/blit.ts';
import type { Area } from '../picture/canvas.ts';
import { cropBelow, mergeCutouts, solidFrom } from '../picture/merge.ts';
import type { Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import type { Camera } from '../scene/camera.ts';
import { even, type Frames, type Moment, type Size } from './painting.ts';

/** Shares of the frame that layers are drawn beyond its edges, so that no camera move shows where they end. */
const MARGINS: Record<Frames, { x: number; y: number }> = {
  // One picture shows the camera a little way from the middle of its move and nothing else.
  one: { x: 0.045, y: 0.035 },
  many: { x: 0.16, y: 0.12 },
};

export function stageArea(size: Size, frames: Frames): Area {
  const left = even(size.width * MARGINS[frames].x);
  const top = even(size.height * MARGINS[frames].y);
  return { left: -left, top: -top, width: size.width + 2 * left, height: size.height + 2 * top };
}

/** How far a thing has moved by itself, in pixels from where it was drawn, and how much larger it is now, from a pivot. */
export interface Moved {
  x: number;
  y: number;
  /** How high above its ground it is: its shadow stays below. */
  lift?: number;
  scale?: number;
  pivot?: { x: number; y: number };
}

export type Drift = (moment: Moment) => Moved;

export interface StageLayer {
  /** From 0, at the end of the sky, over 1, where the subject stands, to what passes close by. */
  depth: number;
  paint(onto: Picture, view: LayerView, moment: Moment): void;
  /** Set when the layer is one cut-out, so that a stage can merge and trim it. */
  carrier?: Carrier;
}

interface Carrier {
  cutout: Cutout;
  drift?: Drift;
}

/** What the camera does to one depth: a place on the stage goes to `middle + (place − middle) · scale + shift`. */
export interface LayerView {
  scale: number;
  x: number;
  y: number;
}

export function layerOf(cutout: Cutout | null, depth: number, drift?: Drift): StageLayer[] {
  if (cutout === null) return [];
  const carrier: Carrier = drift === undefined ? { cutout } : { cutout, drift };
  return [carried(carrier, depth)];
}

function carried(carrier: Carrier, depth: number): StageLayer {
  return {
    depth,
    carrier,
    paint(onto, view, moment) {
      const { cutout, drift } = carrier;
      blit(onto, cutout, drift === undefined ? spotOf(cutout, view) : movedSpot(cutout, drift(moment), view));
    },
  };
}

/** Neighbours no further apart than this move together: nobody sees it, and every layer less saves milliseconds. */
const MERGE_DEPTH = 0.12;

/** Beyond what hides it a layer keeps this share of the height, because cameras move near and far differently. */
const HIDDEN_MARGIN = 0.14;

/** Merges what stands still side by side, then cuts away what nearer ground always hides. */
function thinOut(layers: StageLayer[], size: Size): StageLayer[] {
  const merged: StageLayer[] = [];
  for (const layer of layers) {
    const last = merged.at(-1);
    const still = layer.carrier !== undefined && layer.carrier.drift === undefined;
    if (
      last?.carrier !== undefined &&
      last.carrier.drift === undefined &&
      still &&
      layer.depth - last.depth <= MERGE_DEPTH &&
      layer.depth >= last.depth
    ) {
      merged[merged.length - 1] = carried(
        { cutout: mergeCutouts(last.carrier.cutout, layer.carrier!.cutout) },
        layer.depth,
      );
    } else merged.push(layer);
  }
  let hidden = Number.POSITIVE_INFINITY;
  return merged
    .reverse()
    .map((layer) => {
      if (layer.carrier === undefined) return layer;
      const { cutout } = layer.carrier;
      const bottom = hidden + size.height * HIDDEN_MARGIN;
      const reaches = cutout.layer.width > size.width && cutout.top + cutout.layer.height > size.height * 1.1;
      if (layer.carrier.drift === undefined && reaches) hidden = Math.min(hidden, solidFrom(cutout));
      return carried({ ...layer.carrier, cutout: cropBelow(cutout, bottom) }, layer.depth);
    })
    .reverse();
}

export function spotOf(place: { left: number; top: number }, view: LayerView) {
  return { left: place.left * view.scale + view.x, top: place.top * view.scale + view.y, scale: view.scale };
}

/** Kernels draw nothing smaller than this share of its size. */
const SMALLEST = 0.56;

export function movedSpot(place: { left: number; top: number }, moved: Moved, view: LayerView) {
  const { scale = 1, pivot = { x: 0, y: 0 }, lift = 0 } = moved;
  const grown = Math.max(SMALLEST / view.scale, scale);
  const spot = spotOf(
    {
      left: pivot.x + (place.left - pivot.x) * grown + moved.x,
      top: pivot.y + (place.top - pivot.y) * grown + moved.y - lift,
    },
    view,
  );
  return { ...spot, scale: spot.scale * grown };
}

export function createStage(all: StageLayer[], camera: Camera, { size, frames }: { size: Size; frames: Frames }) {
  // Thinning out costs as much as a few frames: one picture is painted quicker as it is.
  const layers = frames === 'one' ? all : thinOut(all, size);
  return {
    paint(onto: Picture, moment: Moment) {
      const pose = poseAt(camera, moment);
      for (const layer of layers) layer.paint(onto, viewOf(pose, { depth: layer.depth, camera, size }), moment);
    },
  };
}

interface CameraPose {
  zoom: number;
  x: number;
  y: number;
}

function poseAt(camera: Camera, { share, seconds }: Moment): CameraPose {
  const eased = 0.6 * share + 0.4 * smooth(share);
  const swing = 2 * eased - 1;
  const shake = camera.shake * (Math.sin(seconds * 5.1) + 0.6 * Math.sin(seconds * 8.7 + 1));
  return {
    zoom: camera.zoom >= 1 ? camera.zoom ** eased : camera.zoom ** (eased - 1),
    x: camera.across * swing + shake,
    y: camera.down * swing + camera.shake * Math.sin(seconds * 6.3 + 2),
  };
}

function viewOf(pose: CameraPose, { depth, camera, size }: { depth: number; camera: Camera; size: Size }): LayerView {
  const scale = 1 + (pose.zoom - 1) * (0.3 + 0.7 * depth);
  const reach = Math.min(1.3, depth ** camera.parallax);
  const middle = { x: size.width / 2, y: size.height * 0.58 };
  return {
    scale,
    x: middle.x * (1 - scale) - pose.x * size.width * reach,
    // A tilt turns the eye, so it moves far and near alike.
    y: middle.y * (1 - scale) - pose.y * size.height,
  };
}
