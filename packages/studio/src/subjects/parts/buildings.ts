/** Windows that many buildings share. */
import { type Brush, box, line, oval } from '../../paint/brush.ts';

export function pane(b: Brush, place: [number, number, number, number]): string {
  const [x, y, width, height] = place;
  const lit = b.lamps === 'lit';
  const halo = lit ? oval([x + width / 2, y + height / 2, width * 1.5, height * 1.3], b.glow('#ffb648', 0.55)) : '';
  const fill = lit ? b.lamp('#ffd27a') : b.fall('#86a9bd', 1.3, 0.6);
  const bars = `M${x + width / 2} ${y} v${height} M${x} ${y + height / 2} h${width}`;
  return halo + box(place, fill) + line(bars, b.ink('#5a3f28'), 1.6);
}
