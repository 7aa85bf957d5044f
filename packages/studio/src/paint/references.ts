/** Reference images to video or picture: panels that float over a blurred backdrop in the prompt's colours. */
import { loadBlurred } from '../media/images.ts';
import { type Colour, toBlueDifference, toRedDifference } from '../picture/colour.ts';
import { lookThrough, placeOver } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import { createRandom } from '../picture/random.ts';
import type { Scene } from '../scene/scene.ts';
import { createMotes } from './motes.ts';
import { even, type Painting, type Size } from './painting.ts';
import { layPanels } from './panels.ts';

const BACKDROP_MARGIN = 1.12;

export async function paintReferences(files: string[], scene: Scene, size: Size): Promise<Painting> {
  const random = createRandom(scene.seed ^ 0x9e1);
  const margin = { width: even(size.width * BACKDROP_MARGIN), height: even(size.height * BACKDROP_MARGIN) };
  const backdrop = await loadBlurred(files[Math.floor(random() * files.length)]!, margin);
  stain(backdrop, scene.palette.accents[0]!);
  const motes = createMotes(scene, { ...size, count: 12, opacity: 0.35 });
  const panels = await layPanels(files, size);
  const floats = panels.map(() => ({ phase: random() * 6.28, tilt: (random() - 0.5) * 0.07 }));
  const edge = Math.min(size.width, size.height);
  return {
    paint(onto, { seconds, share, ...moment }) {
      const slide = (margin.width - size.width) * (scene.camera.across < 0 ? 1 - share : share);
      lookThrough(onto, backdrop, { a: 1, b: 0, x: slide, y: (margin.height - size.height) / 2 });
      motes.paint(onto, { seconds, share, ...moment });
      panels.forEach((panel, index) => {
        const { phase, tilt } = floats[index]!;
        placeOver(onto, panel.layer, {
          x: panel.x + edge * 0.006 * Math.sin(phase + seconds * 0.8),
          y: panel.y + edge * 0.008 * Math.cos(phase + seconds * 1.1),
          turn: tilt * Math.cos(seconds * 0.6 + phase),
          scale: 0.97 + 0.04 * share,
          opacity: 1,
        });
      });
    },
  };
}

/** Half of the backdrop's colour gives way to the prompt's, and its light drops so that the panels stand out. */
function stain(picture: Picture, colour: Colour): void {
  const blue = toBlueDifference(colour);
  const red = toRedDifference(colour);
  for (let at = 0; at < picture.u.length; at++) {
    picture.u[at] = (picture.u[at]! + blue) / 2;
    picture.v[at] = (picture.v[at]! + red) / 2;
  }
  for (let at = 0; at < picture.y.length; at++) picture.y[at] = 16 + (picture.y[at]! - 16) * 0.72;
}
