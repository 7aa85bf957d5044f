/** Image to video, motion transfer and frame to frame: a camera that moves over pictures the caller sent. */

import type { Pose } from '../motion/pose.ts';
import { dissolve, lookThrough, type View } from '../picture/compose.ts';
import { createPicture, type Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import type { Camera } from '../scene/camera.ts';
import type { Painting, Size } from './painting.ts';

/** How much larger than the output a picture is loaded, so that a move never shows its edge. */
export const PUSH_MARGIN = 1.24;
export const TRANSFER_MARGIN = 1.36;

/** A slow push or pan over one picture, larger than the output by PUSH_MARGIN. */
export function paintPush(photo: Picture, camera: Camera, size: Size): Painting {
  const widest = photo.width / size.width;
  // Close enough from the start that the pan has its room on both sides.
  const closest = Math.max(1.01, widest / (widest - 2 * Math.max(Math.abs(camera.across), Math.abs(camera.down))));
  return {
    paint(onto, { share }) {
      const eased = 0.6 * share + 0.4 * smooth(share);
      // Coming closer starts wide; pulling back ends wide.
      const near = camera.zoom >= 1 ? camera.zoom ** eased : camera.zoom ** (eased - 1);
      const step = widest / (closest * near);
      const room = { x: (photo.width - size.width * step) / 2, y: (photo.height - size.height * step) / 2 };
      const swing = 2 * eased - 1;
      const x = clamp(camera.across * size.width * swing, room.x);
      const y = clamp(camera.down * size.height * swing, room.y);
      lookThrough(onto, photo, straightView(photo, size, { step, x, y }));
    },
  };
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

function straightView(photo: Picture, size: Size, look: { step: number; x: number; y: number }): View {
  return {
    a: look.step,
    b: 0,
    x: photo.width / 2 + look.x - (look.step * size.width) / 2,
    y: photo.height / 2 + look.y - (look.step * size.height) / 2,
  };
}

/** The picture, loaded larger by TRANSFER_MARGIN, moves as the reference's camera did. */
export function paintTransfer(photo: Picture, path: Pose[], size: Size): Painting {
  const marginX = (photo.width - size.width) / 2;
  const marginY = (photo.height - size.height) / 2;
  return {
    paint(onto, { index }) {
      const pose = path[Math.min(index, path.length - 1)]!;
      const zoom = Math.min(2.5, Math.max(1 / TRANSFER_MARGIN, Math.hypot(pose.a, pose.b)));
      const turn = 0.25 * Math.tanh(Math.atan2(pose.b, pose.a) / 0.25);
      const a = Math.cos(turn) / zoom;
      const b = Math.sin(turn) / zoom;
      // A long pan slows down towards the edge instead of stopping at it.
      const x = size.width / 2 + marginX * Math.tanh((pose.x * size.width) / marginX);
      const y = size.height / 2 + marginY * Math.tanh((pose.y * size.width) / marginY);
      lookThrough(onto, photo, { a, b, x: photo.width / 2 - a * x - b * y, y: photo.height / 2 + b * x - a * y });
    },
  };
}

/** From the first picture to the last, both of the output's size: drift and dissolve, with the ends untouched. */
export function paintBetween(first: Picture, last: Picture, size: Size): Painting {
  const incoming = createPicture(size.width, size.height);
  const drift = 0.07;
  return {
    paint(onto, { share }) {
      if (share <= 0 || share >= 1) {
        onto.bytes.set(share <= 0 ? first.bytes : last.bytes);
        return;
      }
      const passed = smooth(share);
      const mixed = smooth((passed - 0.2) / 0.6);
      if (mixed < 1) lookThrough(onto, first, straightView(first, size, { step: 1 - drift * passed, x: 0, y: 0 }));
      if (mixed === 0) return;
      lookThrough(incoming, last, straightView(last, size, { step: 1 - drift * (1 - passed), x: 0, y: 0 }));
      if (mixed < 1) dissolve(onto, incoming, mixed);
      else onto.bytes.set(incoming.bytes);
    },
  };
}
