/** How alike two pictures are to the eye: SSIM of their brightness over windows of 8 by 8. */

const WINDOW = 8;
const PIXELS = WINDOW * WINDOW;

export function structuralSimilarity(one: Uint8Array, other: Uint8Array, width: number): number {
  const height = one.length / 3 / width;
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + WINDOW <= height; top += WINDOW) {
    for (let left = 0; left + WINDOW <= width; left += WINDOW) {
      const places = Array.from({ length: PIXELS }, (_, at) => ((top + (at >> 3)) * width + left + (at & 7)) * 3);
      sum += windowSimilarity(
        places.map((at) => brightnessAt(one, at)),
        places.map((at) => brightnessAt(other, at)),
      );
      windows++;
    }
  }
  return sum / windows;
}

function brightnessAt(rgb: Uint8Array, at: number): number {
  return 0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function windowSimilarity(one: number[], other: number[]): number {
  const [a, b] = [mean(one), mean(other)];
  const variance = mean(one.map((value) => (value - a) ** 2));
  const otherVariance = mean(other.map((value) => (value - b) ** 2));
  const shared = mean(one.map((value, at) => (value - a) * (other[at]! - b)));
  const light = (2 * a * b + 6.5) / (a * a + b * b + 6.5);
  return (light * (2 * shared + 58.5)) / (variance + otherVariance + 58.5);
}
