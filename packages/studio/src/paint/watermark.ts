/** A line of text small in the lower right corner of every frame. */
import { blit } from '../picture/blit.ts';
import { drawLettering } from '../picture/lettering.ts';
import { even, type Painting, type Size } from './painting.ts';

/** In shares of the frame's short edge. */
const FONT_HEIGHT = 0.034;
const INSET = 0.02;
/** Below this letters are no longer letters, however small the frame. */
const FONT_PIXELS_MIN = 9;

export async function withWatermark(painting: Painting, text: string, size: Size): Promise<Painting> {
  const edge = Math.min(size.width, size.height);
  const fit = { pixels: Math.max(FONT_PIXELS_MIN, edge * FONT_HEIGHT), widthMax: size.width * 0.9 };
  const lettering = await drawLettering(text, fit);
  if (lettering === null) return painting;
  const inset = Math.round(edge * INSET);
  const { width, height } = lettering.layer;
  const spot = { left: even(size.width - inset - width), top: even(size.height - inset - height), scale: 1 };
  return {
    paint(onto, moment) {
      painting.paint(onto, moment);
      blit(onto, lettering, spot);
    },
  };
}
