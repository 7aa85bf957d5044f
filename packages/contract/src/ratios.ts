/** Aspect ratios: the lists of the specification, and the arithmetic on `width:height`. */

export const videoRatios = ['16:9', '9:16', '1:1'] as const;
export const photoRatios = ['9:16', '2:3', '3:4', '1:1', '4:3', '3:2', '16:9', '21:9'] as const;
export const pictureRatios = ['1:1', '4:3', '3:4', '16:9', '9:16', '21:9', '4:5'] as const;

/** `16:9` as width divided by height. */
export function ratioValue(ratio: string): number {
  const parts = /^(\d+):(\d+)$/.exec(ratio);
  const value = Number(parts?.[1]) / Number(parts?.[2]);
  if (!Number.isFinite(value) || value <= 0) throw new RangeError(`"${ratio}" is not a ratio such as 16:9`);
  return value;
}

/** Compared as logarithms, so that 2:1 is as far from 1:1 as 1:2 is. The first of equals wins. */
export function nearestRatio(value: number, ratios: readonly string[]): string {
  const distance = (ratio: string) => Math.abs(Math.log(ratioValue(ratio) / value));
  return ratios.reduce((nearest, ratio) => (distance(ratio) < distance(nearest) - 1e-9 ? ratio : nearest));
}

/** What `1k`, `2k` and `4k` mean. */
export const photoEdges = { '1k': { long: 1024 }, '2k': { long: 2048 }, '4k': { long: 4096 } } as const;
