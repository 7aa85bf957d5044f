/** The one fault that is the caller's: a medium that is not what it says, too large, or damaged. */
export class InvalidMedia extends Error {
  override readonly name = 'InvalidMedia';
}

export const VIDEO_FRAMES_MAX = 30 * 60;
export const VIDEO_BYTES_MAX = 128 * 1024 * 1024;
export const VIDEO_PIXELS_MAX = 36_000_000;
export const IMAGE_BYTES_MAX = 32 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 50_000_000;
/** A 4k PNG with grain has 40 MB. */
export const PICTURE_BYTES_MAX = 64 * 1024 * 1024;

/** Of what another engine made: more than these is not opened, so whoever takes it in for finishing takes no more. */
export const FINISH_BYTES_MAX = { image: PICTURE_BYTES_MAX, video: VIDEO_BYTES_MAX } as const;

/** Whatever a library throws over a stranger's file is the file's fault, said in one line. */
export function asInvalidMedia(medium: 'image' | 'video', error: unknown): InvalidMedia {
  if (error instanceof InvalidMedia) return error;
  const [reason] = String(error instanceof Error ? error.message : error).split('\n');
  return new InvalidMedia(`The ${medium} cannot be decoded: ${reason}`);
}

/** Passes on what a reader of a stranger's video yields; only its own faults are turned, not its consumer's. */
export async function* refuseFaults<T>(reader: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* reader;
  } catch (error) {
    throw asInvalidMedia('video', error);
  }
}
