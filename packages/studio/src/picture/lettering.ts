/** Text as a layer, drawn dot by dot with a soft dark rim so that it reads on any background. */
import { toLuma } from './colour.ts';
import { GLYPH_HEIGHT, GLYPH_WIDTH, hasDot, lettersOf } from './glyphs.ts';
import { createLayer, fill, type Layer, settleAlpha } from './picture.ts';

const INK = [250, 250, 250] as const;
const RIM = [10, 12, 16] as const;

/** `dot` is the edge of one dot in pixels. */
export function drawLettering(text: string, dot: number): Layer {
  const letters = lettersOf(text);
  const pitch = (GLYPH_WIDTH + 1) * dot;
  const width = letters.length * pitch + 3 * dot;
  const height = (GLYPH_HEIGHT + 4) * dot;
  const layer = createLayer(width + (width % 2), height + (height % 2));
  fill(layer, INK);
  layer.y.fill(toLuma(RIM));
  const reach = Math.max(1, Math.round(dot / 2));
  eachDot(letters, (column, row) => {
    const area = { left: (column + 2) * dot - reach, top: (row + 2) * dot - reach, edge: dot + 2 * reach };
    stamp(layer, { ...area, alpha: 110, luma: toLuma(RIM) });
  });
  eachDot(letters, (column, row) => {
    stamp(layer, { left: (column + 2) * dot, top: (row + 2) * dot, edge: dot, alpha: 225, luma: toLuma(INK) });
  });
  return settleAlpha(layer);
}

function eachDot(letters: string[], draw: (column: number, row: number) => void): void {
  letters.forEach((letter, index) => {
    for (let row = 0; row < GLYPH_HEIGHT; row++) {
      for (let column = 0; column < GLYPH_WIDTH; column++) {
        if (hasDot(letter, { column, row })) draw(index * (GLYPH_WIDTH + 1) + column, row);
      }
    }
  });
}

function stamp(layer: Layer, mark: { left: number; top: number; edge: number; alpha: number; luma: number }): void {
  for (let row = mark.top; row < mark.top + mark.edge; row++) {
    const from = row * layer.width + mark.left;
    layer.alpha.fill(mark.alpha, from, from + mark.edge);
    layer.y.fill(mark.luma, from, from + mark.edge);
  }
}
