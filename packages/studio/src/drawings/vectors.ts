/** What the index knows of each vector; the drawing itself is read by whoever paints it. */
import type { VectorForm } from '../scene/cast.ts';
import { readOnce, readRows } from './tables.ts';

const forms = readOnce(
  () =>
    new Map(
      readRows('drawings.tsv').map((row): [string, VectorForm] => {
        const [id, , offset, length, part, faces, footing, home, metres, tone, nature, tilt] = row as string[] & {
          0: string;
        };
        const form = { id, bytes: { offset: Number(offset), length: Number(length) }, part, faces, footing, home };
        return [id, { ...form, metres: Number(metres), tone, nature, tilt: Number(tilt) } as VectorForm];
      }),
    ),
);

export function vectorIds(): string[] {
  return [...forms().keys()];
}

export function vectorForm(id: string): VectorForm | null {
  return forms().get(id) ?? null;
}
