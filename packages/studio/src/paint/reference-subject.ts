/** The subject of a reference image without its background, where that is plain enough to be told from it. */
import { createLayer, type Layer, settleAlpha } from '../picture/picture.ts';

/** How far neighbours of a background may differ (a backdrop shades off), and how far from the rim's own colours. */
const STEP_MAX = 9;
const RIM_MAX = 46;
/** A cut that leaves less is not a subject, one that leaves more took no background away. */
const SHARE_MIN = 0.03;
const SHARE_MAX = 0.7;

/** Null when the image has no plain background: then it is shown whole. */
export function cutSubject(image: Layer): Layer | null {
  const background = floodFromRim(image);
  if (background === null) return null;
  const box = boxOf(image, background);
  if (box === null) return null;
  const layer = createLayer(box.width, box.height);
  for (let row = 0; row < box.height; row++) {
    const from = (box.top + row) * image.width + box.left;
    layer.y.set(image.y.subarray(from, from + box.width), row * box.width);
    for (let column = 0; column < box.width; column++)
      layer.alpha[row * box.width + column] = coverAt(image, background, { x: box.left + column, y: box.top + row });
  }
  const half = { width: box.width / 2, from: image.width / 2 };
  for (let row = 0; row < box.height / 2; row++) {
    const from = (box.top / 2 + row) * half.from + box.left / 2;
    layer.u.set(image.u.subarray(from, from + half.width), row * half.width);
    layer.v.set(image.v.subarray(from, from + half.width), row * half.width);
  }
  return settleAlpha(layer);
}

/** One for every pixel that hangs together with the rim; null when the rim itself is not plain. */
function floodFromRim(image: Layer): Uint8Array | null {
  const { width, height } = image;
  const rim: number[] = [];
  for (let x = 0; x < width; x++) rim.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) rim.push(y * width, y * width + width - 1);
  const jumps = rim.filter((at, index) => index > 1 && apart(image, at, rim[index - 2]!) > STEP_MAX).length;
  if (jumps > rim.length * 0.02) return null;
  const background = new Uint8Array(width * height);
  const queue = [...rim];
  for (const at of rim) background[at] = 1;
  const samples = rim.filter((_, index) => index % Math.ceil(rim.length / 24) === 0);
  for (const at of queue) {
    const x = at % width;
    const neighbours = [at - width, at + width, ...(x > 0 ? [at - 1] : []), ...(x < width - 1 ? [at + 1] : [])];
    for (const next of neighbours) {
      if (next < 0 || next >= background.length || background[next] === 1) continue;
      if (apart(image, at, next) > STEP_MAX || samples.every((rimAt) => apart(image, rimAt, next) > RIM_MAX)) continue;
      background[next] = 1;
      queue.push(next);
    }
  }
  const left = 1 - queue.length / background.length;
  return left >= SHARE_MIN && left <= SHARE_MAX ? background : null;
}

function apart({ y, u, v, width }: Layer, one: number, other: number): number {
  const chroma = (at: number) => (Math.floor(at / width) >> 1) * (width >> 1) + ((at % width) >> 1);
  const [a, b] = [chroma(one), chroma(other)];
  return Math.abs(y[one]! - y[other]!) * 0.5 + Math.abs(u[a]! - u[b]!) + Math.abs(v[a]! - v[b]!);
}

/** The box around what is left, on even edges; null for specks. */
function boxOf({ width, height }: Layer, background: Uint8Array) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y++) {
    let inRow = 0;
    for (let x = 0; x < width; x++) inRow += 1 - background[y * width + x]!;
    // A row with next to nothing in it is noise beyond the subject.
    if (inRow < width * 0.01) continue;
    top = Math.min(top, y);
    bottom = y + 1;
    for (let x = 0; x < width; x++) {
      if (background[y * width + x] === 1) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
    }
  }
  if (right - left < 8 || bottom - top < 8) return null;
  const [evenLeft, evenTop] = [left - (left % 2), top - (top % 2)];
  const grown = (length: number) => length + (length % 2);
  return {
    left: evenLeft,
    top: evenTop,
    width: Math.min(width - evenLeft, grown(right - evenLeft)),
    height: Math.min(height - evenTop, grown(bottom - evenTop)),
  };
}

/** Softened by its neighbours, or the edge would look torn. */
function coverAt({ width, height }: Layer, background: Uint8Array, { x, y }: { x: number; y: number }): number {
  let kept = 0;
  let seen = 0;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [column, row] = [x + dx, y + dy];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      kept += 1 - background[row * width + column]!;
      seen++;
    }
  }
  // The outermost pixels carry the background's colour: they are left away.
  return 255 * Math.max(0, Math.min(1, (kept / seen - 0.45) / 0.5));
}
