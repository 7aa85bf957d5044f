/** The commonest strong colour of a drawing. */
import sharp from 'sharp';

const EDGE = 48;

/** Colours are counted in steps this wide, so that the edges of a shape and another rasteriser change nothing. */
const STEP = 32;

export async function toneOf(body: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 128 128" width="${EDGE}" height="${EDGE}">${body}</svg>`;
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const counts = new Map<string, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3]! < 200) continue;
    const [red, green, blue] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!].map(inSteps) as [number, number, number];
    const strength = Math.max(red, green, blue) - Math.min(red, green, blue);
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    // Outlines and highlights are grey: a colour outweighs several times as much of them.
    counts.set(hex, (counts.get(hex) ?? 0) + 1 + strength / 32);
  }
  const [commonest] = [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
  return commonest?.[0] ?? '#808080';
}

function inSteps(part: number): number {
  return Math.min(255, Math.floor(part / STEP) * STEP + STEP / 2);
}
