/** The camera's move from one picture to another, if they show the same thing: by their shapes, not their light. */
import type { GreyImage } from '../encoders/encoder.ts';
import type { Picture } from '../picture/picture.ts';
import { estimateMove } from './estimate.ts';
import { type Pose, REST } from './pose.ts';

const WIDTH = 160;
/** How alike shapes must be after the move, from -1 to 1, and how much more than before it. */
const LIKENESS_MIN = 0.45;
const LIKENESS_GAIN = 0.04;

/** Null when the pictures have too little in common to move between them. */
export function findMove(first: Picture, last: Picture): Pose | null {
  const [from, to] = [shapesOf(first), shapesOf(last)];
  const move = estimateMove(from, to);
  const [still, moved] = [likeness(from, to, REST), likeness(from, to, move)];
  return moved > LIKENESS_MIN && moved > still + LIKENESS_GAIN ? move : null;
}

/** Small and grey, with the light of the surroundings taken away: dawn and night keep only their outlines. */
function shapesOf({ y, width, height }: Picture): GreyImage {
  const rows = Math.max(16, Math.round((WIDTH * height) / width));
  const small = Float32Array.from({ length: WIDTH * rows }, (_, at) => {
    const column = Math.floor((((at % WIDTH) + 0.5) * width) / WIDTH);
    const row = Math.floor(((Math.floor(at / WIDTH) + 0.5) * height) / rows);
    return y[row * width + column]!;
  });
  // Soft outlines: a step that is one pixel wide tells the fit that it is off, but not by how much.
  const soft = blurred(blurred(small, { width: WIDTH, reach: 1 }), { width: WIDTH, reach: 1 });
  const around = blurred(small, { width: WIDTH, reach: 8 });
  const pixels = Uint8Array.from(soft, (tone, at) =>
    Math.max(0, Math.min(255, 128 + 90 * Math.tanh((tone - around[at]!) / 40))),
  );
  return { width: WIDTH, height: rows, pixels };
}

function blurred(field: Float32Array, { width, reach }: { width: number; reach: number }): Float32Array {
  const rows = field.length / width;
  const pass = (from: Float32Array, { step, length }: { step: number; length: number }) =>
    from.map((_, at) => {
      const here = Math.floor(at / step) % length;
      let sum = 0;
      for (let away = -reach; away <= reach; away++)
        sum += from[at + step * (Math.min(length - 1, Math.max(0, here + away)) - here)]!;
      return sum / (2 * reach + 1);
    });
  return pass(pass(field, { step: 1, length: width }), { step: width, length: rows });
}

/** The correlation of the two where they overlap. */
function likeness(from: GreyImage, to: GreyImage, move: Pose): number {
  const { width, height } = from;
  let [cross, own, other, count] = [0, 0, 0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = column + 0.5 - width / 2;
      const y = row + 0.5 - height / 2;
      const across = Math.floor(width / 2 + move.a * x - move.b * y + move.x * width);
      const down = Math.floor(height / 2 + move.b * x + move.a * y + move.y * width);
      if (across < 0 || across >= width || down < 0 || down >= height) continue;
      const one = from.pixels[row * width + column]! - 128;
      const two = to.pixels[down * width + across]! - 128;
      cross += one * two;
      own += one * one;
      other += two * two;
      count++;
    }
  }
  return count < (width * height) / 3 ? -1 : cross / Math.sqrt(own * other + 1);
}
