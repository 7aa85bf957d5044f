/** Text to video and text to image: the place and subjects a prompt names, or an emblem and a title of its words. */
import { cutOut, drawShapes } from '../picture/canvas.ts';
import { placeOver } from '../picture/compose.ts';
import { createRandom } from '../picture/random.ts';
import type { Place as PlaceName } from '../scene/cast.ts';
import type { Scene } from '../scene/scene.ts';
import { plainSubject } from '../scene/traits.ts';
import { KINDS, subjectOf } from '../subjects/index.ts';
import { FAR_DEPTH } from './actor.ts';
import { castSubjects } from './cast.ts';
import { drawEmblem } from './emblem.ts';
import { createBolts } from './lightning.ts';
import { createMotes } from './motes.ts';
import { even, type Frames, type Painting, type Size } from './painting.ts';
import { paintInBlocks } from './pixel-art.ts';
import { backdrop } from './places/backdrop.ts';
import { PAINTERS } from './places/index.ts';
import { createSite, type Site } from './site.ts';
import { drawSkyShapes, paintSky, placeDiscs } from './sky.ts';
import { createStage, layerOf, type StageLayer, stageArea } from './stage.ts';
import { withStyle } from './styles.ts';
import { withTable } from './table.ts';
import { setTitle } from './title.ts';
import { createFog, createWeather } from './weather.ts';

/** Settings that fill the frame themselves, so that no sky is painted behind them. */
const SKYLESS = new Set<Scene['setting']>(['space', 'interior', 'backdrop']);
/** These do so although their kind has a sky. */
const OWN_SKY = new Set<PlaceName>(['moon', 'brick-wall', 'rainforest', 'bamboo-forest', 'waterfall']);

export async function paintPrompt(scene: Scene, size: Size, frames: Frames): Promise<Painting> {
  const paintScene = (drawn: Size) =>
    scene.setting === null ? paintEmblem(scene, drawn) : paintPlace(scene, drawn, frames);
  if (scene.style === 'pixel') return paintInBlocks(size, paintScene);
  return withStyle(await paintScene(size), scene, size);
}

async function paintPlace(wanted: Scene, size: Size, frames: Frames): Promise<Painting> {
  const scene = inSunlight(filled(wanted));
  const random = createRandom(scene.seed ^ 0x40712);
  const horizon = even(size.height * (scene.setting === 'underwater' ? 1 : 0.56 + 0.06 * random()));
  const site = createSite(scene, size, { area: stageArea(size, frames), horizon });
  const name = scene.place ?? scene.setting ?? 'backdrop';
  const sky = SKYLESS.has(scene.setting) || OWN_SKY.has(name) ? [] : await skyLayers(site);
  const place = await withTable(site, await PAINTERS[name](site, sky));
  const subjects = await castSubjects(site, { feet: place.feet, frames });
  const title = scene.title === null ? [] : await setTitle(scene, size, scene.title);
  const behind = [...place.behind];
  const near = behind.findIndex(({ depth }) => depth > FAR_DEPTH);
  behind.splice(near < 0 ? behind.length : near, 0, ...subjects.far);
  return createStage(
    [...sky, ...behind, ...createFog(site), ...subjects.near, ...place.front, ...createWeather(site), ...title],
    scene.camera,
    { size, frames },
  );
}

/** A setting without a subject gets what fills it, in the colour of the words. */
function filled(scene: Scene): Scene {
  const filler = KINDS.find((kind) => subjectOf(kind).fills === scene.setting);
  if (filler === undefined || scene.subjects.length > 0) return scene;
  return { ...scene, subjects: [{ ...plainSubject(filler, 1), colour: scene.palette.accents.at(-1)! }] };
}

/** The word for the moon brings a night with it, but on the moon the sun shines. */
function inSunlight(scene: Scene): Scene {
  return scene.place === 'moon' ? { ...scene, palette: { ...scene.palette, ambient: [1, 1, 1] } } : scene;
}

async function skyLayers(site: Site): Promise<StageLayer[]> {
  const { scene, size } = site;
  const canvas = paintSky(site, scene.setting === 'underwater' ? [] : placeDiscs(site));
  const shapes = drawSkyShapes(site);
  return [
    ...layerOf(cutOut(canvas), 0.12, ({ seconds }) => ({ x: size.width * 0.007 * (seconds - 2), y: 0 })),
    ...(shapes === '' ? [] : layerOf(cutOut(await drawShapes(shapes, site.area)), 0.12)),
    ...(await createBolts(site)),
  ];
}

async function paintEmblem(scene: Scene, size: Size): Promise<Painting> {
  const site = createSite(scene, size, { area: stageArea(size, 'many'), horizon: size.height });
  const back = await backdrop(site);
  const edge = Math.min(size.width, size.height);
  const emblem = drawEmblem(scene, even(edge * 0.56));
  const motes = createMotes(scene, { ...size, count: 10, opacity: 0.3 });
  const title = scene.title === null ? [] : await setTitle(scene, size, scene.title);
  const stage = createStage(back.behind, scene.camera, { size, frames: 'many' });
  const lettering = createStage(title, scene.camera, { size, frames: 'many' });
  const direction = Math.sign(scene.camera.across || 1);
  return {
    paint(onto, moment) {
      stage.paint(onto, moment);
      motes.paint(onto, moment);
      placeOver(onto, emblem, {
        x: size.width / 2 + edge * 0.015 * Math.sin(moment.seconds * 0.8),
        y: size.height * (title.length === 0 ? 0.5 : 0.36) + edge * 0.012 * Math.cos(moment.seconds * 0.7),
        turn: direction * 0.12 * moment.seconds,
        scale: 0.95 + 0.5 * (scene.camera.zoom - 1) * moment.share,
        opacity: 1,
      });
      lettering.paint(onto, moment);
    },
  };
}
