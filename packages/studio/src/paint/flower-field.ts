/** Flowers by the hundred: a plural without a number in open country is a field of them, small far off and large near. */
import { cutOut, drawShapes } from '../picture/canvas.ts';
import { fromHue, mix } from '../picture/colour.ts';
import { createRandom } from '../picture/random.ts';
import type { CastSubject } from '../scene/cast.ts';
import type { Setting } from '../scene/place-words.ts';
import type { Scene } from '../scene/scene.ts';
import { colourOf } from '../scene/traits.ts';
import { subjectOf } from '../subjects/index.ts';
import { FEET, FIELD } from '../subjects/subject.ts';
import { createBrush } from './brush.ts';
import { lampsOf, type Site, STILL_PHASE, strip } from './site.ts';
import { layerOf, type StageLayer } from './stage.ts';

const OPEN: (Setting | 'backdrop' | null)[] = ['meadow', 'village', 'mountains', 'forest', 'road', 'desert'];

export function growsAsField(scene: Scene, { own, uncounted, relation }: CastSubject): boolean {
  const contained = relation?.kind === 'in' || relation?.kind === 'held-by';
  return !contained && uncounted && own !== null && subjectOf(own).flower !== undefined && OPEN.includes(scene.setting);
}

const ROWS = 7;
const COLOURS = 4;

export async function flowerField(site: Site, subject: CastSubject): Promise<StageLayer[]> {
  const { scene, size, area, horizon } = site;
  const random = createRandom(scene.seed ^ 0xf10e);
  const palette = { ...scene.palette, ambient: mix(scene.palette.ambient, [1, 1, 1], 0.15) };
  const record = subjectOf(subject.own!);
  const colour = colourOf(subject, scene.season);
  const kinds = Array.from({ length: COLOURS }, (_, at) => {
    const main =
      at === 0 || subject.colour !== null || record.shades !== 'many'
        ? colour
        : fromHue((at * 83 + colour[0]) % 360, 0.7, 0.6);
    const options = { palette, main, random, lamps: lampsOf(scene), hazeShare: 0, phase: STILL_PHASE, stride: 0 };
    const brush = createBrush({ ...options, name: `w${at}`, lit: 'left' });
    const art = record.draw(brush);
    return `${brush.defs()}<defs><g id="flower${at}">${art}</g></defs>`;
  });
  const nearest = record.flower!.nearest * (scene.subjects.length === 1 ? 1.25 : 1);
  const crowded = scene.subjects.length > 1;
  const far = horizon + size.height * 0.2;
  const flowers: string[] = [];
  for (let row = 0; row < ROWS; row++) {
    const near = (row + 0.5) / ROWS;
    const edge = size.height * nearest * (0.16 + 0.84 * near ** 1.6);
    const count = Math.ceil(area.width / (edge * (crowded ? 0.62 : 0.5)));
    for (let at = 0; at < count; at++) {
      const x = area.left + ((at + 0.8 * random()) / count) * area.width;
      const y = far + (size.height * 1.06 - far) * near ** 1.2 + edge * 0.2 * random();
      const kind = Math.floor(random() * COLOURS);
      const scale = (edge / FIELD) * (0.85 + 0.3 * random());
      // The middle in front stays open for whoever stands among them.
      if (crowded && near > 0.5 && Math.abs(x / size.width - 0.5) < 0.34) continue;
      flowers.push(
        `<use href="#flower${kind}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)}) translate(${-FIELD / 2} ${-FEET})"/>`,
      );
    }
  }
  return layerOf(
    cutOut(
      await drawShapes(kinds.join('') + flowers.join(''), strip(area, far - size.height * 0.3, area.top + area.height)),
    ),
    1,
  );
}
