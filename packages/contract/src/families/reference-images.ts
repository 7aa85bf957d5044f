/** How o1-video and o3-video read their lists of images: one is the first frame, several are references. */
import type { MediaInput, Task } from '../generation.ts';

export function loneImageFirst(media: MediaInput[]): MediaInput[] {
  return media.length === 1 ? media.map((input) => ({ ...input, role: 'first' })) : media;
}

export function videoTask(media: readonly MediaInput[]): Task {
  if (media.length === 0) return 't2v';
  return media.length === 1 ? 'i2v' : 'refs2v';
}
