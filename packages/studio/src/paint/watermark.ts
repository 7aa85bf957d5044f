/** A line of text small in the lower right corner of every frame. */
import { placeOver } from '../picture/compose.ts';
import { drawLettering } from '../picture/lettering.ts';
import type { Painting, Size } from './painting.ts';

export function withWatermark(painting: Painting, text: string, size: Size): Painting {
  const dot = Math.max(1, Math.round(Math.min(size.width, size.height) / 300));
  const lettering = drawLettering(text, dot);
  const scale = Math.min(1, (size.width * 0.9) / lettering.width);
  const inset = Math.round(Math.min(size.width, size.height) * 0.02);
  return {
    paint(onto, moment) {
      painting.paint(onto, moment);
      placeOver(onto, lettering, {
        x: size.width - inset - (lettering.width * scale) / 2,
        y: size.height - inset - (lettering.height * scale) / 2,
        turn: 0,
        scale,
        opacity: 1,
      });
    },
  };
}
