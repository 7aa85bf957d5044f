/** Image to video: a camera that moves over one picture, nearer ground faster than far, around what draws the eye. */
import { findFocus } from '../motion/salience.ts';
import { lookThrough } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import type { Camera } from '../scene/camera.ts';
import type { Painting, Size } from './painting.ts';

/** How much larger than the output a picture is loaded, so that a move never shows its edge. */
export const PUSH_MARGIN = 1.24;

/** Rows that move as one: the step from band to band stays under half a pixel. */
const BAND_ROWS = 8;

/** How much faster than the middle the foot of a picture moves, and its top slower: more would make towers lean. */
const PARALLAX = 0.16;

/** `photo` is larger than the output by PUSH_MARGIN. */
export function paintPush(photo: Picture, camera: Camera, size: Size): Painting {
  const widest = photo.width / size.width;
  // Close enough from the start that the pan has its room on both sides, of the fastest rows too.
  const reach = Math.max(Math.abs(camera.across), Math.abs(camera.down)) * (1 + PARALLAX);
  const closest = Math.max(1.01, widest / (widest - 2 * reach));
  const rest = widest / closest;
  const focus = findFocus(photo);
  const source = { x: focus.x * photo.width, y: focus.y * photo.height };
  // Where the eye's point is seen before the camera moves: it stays there while the camera comes closer.
  const seen = {
    x: (source.x - photo.width / 2) / rest + size.width / 2,
    y: (source.y - photo.height / 2) / rest + size.height / 2,
  };
  return {
    paint(onto, { share }) {
      const eased = 0.6 * share + 0.4 * smooth(share);
      // Coming closer starts wide; pulling back ends wide.
      const near = camera.zoom >= 1 ? camera.zoom ** eased : camera.zoom ** (eased - 1);
      const swing = 2 * eased - 1;
      for (let top = 0; top < size.height; top += BAND_ROWS) {
        const rows = Math.min(BAND_ROWS, size.height - top);
        const speed = 1 + PARALLAX * (2 * smooth((top + rows / 2) / size.height) - 1);
        const step = rest / near ** speed;
        const x = source.x - step * seen.x + camera.across * size.width * swing * speed;
        const y = source.y - step * seen.y + camera.down * size.height * swing;
        lookThrough(bandOf(onto, top, rows), photo, {
          a: step,
          b: 0,
          x: clamp(x, photo.width - size.width * step),
          y: clamp(y, photo.height - size.height * step) + step * top,
        });
      }
    },
  };
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(0, limit), Math.max(0, value));
}

/** Some rows of a picture as a picture of their own. */
function bandOf({ width, bytes, y, u, v }: Picture, top: number, rows: number): Picture {
  const half = [((top / 2) * width) / 2, (((top + rows) / 2) * width) / 2] as const;
  return {
    width,
    height: rows,
    bytes,
    y: y.subarray(top * width, (top + rows) * width),
    u: u.subarray(...half),
    v: v.subarray(...half),
  };
}
