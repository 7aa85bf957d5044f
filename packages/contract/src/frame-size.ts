/** How large the output is: the table "What comes out" as arithmetic. */
import type { Edge, MediaFacts, Shape } from './generation.ts';
import { nearestRatio, ratioValue } from './ratios.ts';

export interface FrameSize {
  width: number;
  height: number;
}

/** `facts` are those of the request's media, in order; a shape that follows an input needs them. */
export function frameSize(shape: Shape, facts: readonly (MediaFacts | undefined)[]): FrameSize {
  return sizeFor(ratioOf(shape, facts), shape.edge);
}

function ratioOf(shape: Shape, facts: readonly (MediaFacts | undefined)[]): number {
  if (shape.from === 'ratio') return ratioValue(shape.ratio);
  const first = facts[0];
  if (shape.from === 'nearest-to-first-image') {
    return ratioValue(first === undefined ? shape.otherwise : nearestRatio(first.width / first.height, shape.ratios));
  }
  // Motion control sends an image and a video; the video decides.
  const deciding = facts.find((medium) => medium?.milliseconds) ?? first;
  if (deciding === undefined) throw new Error('the size follows the first input, and nothing is known of it');
  return deciding.width / deciding.height;
}

/** One edge as decided, the other to the nearest even number, as H.264 with 4:2:0 colour needs. */
function sizeFor(ratio: number, edge: Edge): FrameSize {
  if ('short' in edge) {
    return ratio >= 1
      ? { width: evenNear(edge.short * ratio), height: edge.short }
      : { width: edge.short, height: evenNear(edge.short / ratio) };
  }
  return ratio >= 1
    ? { width: edge.long, height: evenNear(edge.long / ratio) }
    : { width: evenNear(edge.long * ratio), height: edge.long };
}

const evenNear = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);
