/** Reference images to video or picture: their subjects in the place the prompt names, in colours taken from them. */
import { loadBlurred } from '../media/images.ts';
import { type Colour, toBlueDifference, toRedDifference } from '../picture/colour.ts';
import { lookThrough, placeOver } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import { createRandom } from '../picture/random.ts';
import { tintPalette } from '../scene/palette.ts';
import type { Scene } from '../scene/scene.ts';
import { createMotes } from './motes.ts';
import { even, type Frames, type Painting, type Size } from './painting.ts';
import { layPanels } from './panels.ts';
import { paintPrompt } from './prompt-picture.ts';

const BACKDROP_MARGIN = 1.12;

/** How far the colours of the references tint the place behind them. */
const TAKEN_OVER = 0.3;

export async function paintReferences(
  files: string[],
  scene: Scene,
  { size, frames }: { size: Size; frames: Frames },
): Promise<Painting> {
  const random = createRandom(scene.seed ^ 0x9e1);
  const margin = { width: even(size.width * BACKDROP_MARGIN), height: even(size.height * BACKDROP_MARGIN) };
  const blurred = await loadBlurred(files[Math.floor(random() * files.length)]!, margin);
  const backdrop = hasPlace(scene)
    ? await paintPrompt(emptyPlace(scene, meanColour(blurred)), size, frames)
    : slidingBackdrop(blurred, scene, size);
  const panels = await layPanels(files, size);
  const floats = panels.map(() => ({ phase: random() * 6.28, tilt: (random() - 0.5) * 0.07 }));
  const edge = Math.min(size.width, size.height);
  return {
    paint(onto, moment) {
      const { seconds, share } = moment;
      backdrop.paint(onto, moment);
      panels.forEach((panel, index) => {
        const { phase, tilt } = floats[index]!;
        placeOver(onto, panel.layer, {
          x: panel.x + edge * 0.006 * Math.sin(phase + seconds * 0.8),
          y: panel.y + edge * 0.008 * Math.cos(phase + seconds * 1.1),
          turn: panel.kind === 'cut-out' ? 0 : tilt * Math.cos(seconds * 0.6 + phase),
          scale: panel.scale * (0.97 + 0.04 * share),
          opacity: 1,
        });
      });
    },
  };
}

/** An emblem or a plain backdrop shows nothing that the references could stand in. */
function hasPlace({ setting }: Scene): boolean {
  return setting !== null && setting !== 'backdrop';
}

/** The prompt's place without its subjects, which the references are, and without a title over them. */
function emptyPlace(scene: Scene, taken: Colour): Scene {
  const palette = tintPalette(scene.palette, [taken], { ground: TAKEN_OVER, sky: TAKEN_OVER });
  return { ...scene, subjects: [], title: null, palette: { ...palette, accents: [taken, ...scene.palette.accents] } };
}

function slidingBackdrop(blurred: Picture, scene: Scene, size: Size): Painting {
  stain(blurred, scene.palette.accents[0]!);
  const motes = createMotes(scene, { ...size, count: 12, opacity: 0.35 });
  return {
    paint(onto, moment) {
      const slide = (blurred.width - size.width) * (scene.camera.across < 0 ? 1 - moment.share : moment.share);
      lookThrough(onto, blurred, { a: 1, b: 0, x: slide, y: (blurred.height - size.height) / 2 });
      motes.paint(onto, moment);
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

function meanColour({ y, u, v }: Picture): Colour {
  const mean = (plane: Uint8Array) => plane.reduce((sum, tone) => sum + tone, 0) / plane.length;
  const [light, blue, red] = [1.164 * (mean(y) - 16), mean(u) - 128, mean(v) - 128];
  return [light + 1.793 * red, light - 0.213 * blue - 0.533 * red, light + 2.112 * blue];
}
