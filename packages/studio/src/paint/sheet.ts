/** Several shots in one picture: a two by two sheet of four variations with a narrow gap. */
import { createPicture, fill, type Picture } from '../picture/picture.ts';
import { even, type Painting, type Size } from './painting.ts';

const SHOTS = 4;

/** `makeShot` paints variation 0 to 3 at the size of one field. */
export async function paintSheet(
  size: Size,
  makeShot: (variation: number, size: Size) => Promise<Painting>,
): Promise<Painting> {
  const gap = even(Math.min(size.width, size.height) * 0.012);
  const field = { width: floorEven((size.width - gap) / 2), height: floorEven((size.height - gap) / 2) };
  const shots: { painting: Painting; canvas: Picture; left: number; top: number }[] = [];
  for (let variation = 0; variation < SHOTS; variation++) {
    shots.push({
      painting: await makeShot(variation, field),
      canvas: createPicture(field.width, field.height),
      left: variation % 2 === 0 ? 0 : size.width - field.width,
      top: variation < 2 ? 0 : size.height - field.height,
    });
  }
  return {
    paint(onto, moment) {
      fill(onto, [12, 12, 14]);
      for (const shot of shots) {
        shot.painting.paint(shot.canvas, moment);
        paste(onto, shot.canvas, shot);
      }
    },
  };
}

/** Chroma is half as large: an edge that is not a multiple of four would not halve into an even field. */
function floorEven(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2));
}

function paste(onto: Picture, from: Picture, place: { left: number; top: number }): void {
  for (let row = 0; row < from.height; row++) {
    onto.y.set(from.y.subarray(row * from.width, (row + 1) * from.width), (place.top + row) * onto.width + place.left);
  }
  const half = from.width / 2;
  for (let row = 0; row < from.height / 2; row++) {
    const target = ((place.top / 2 + row) * onto.width) / 2 + place.left / 2;
    onto.u.set(from.u.subarray(row * half, (row + 1) * half), target);
    onto.v.set(from.v.subarray(row * half, (row + 1) * half), target);
  }
}
