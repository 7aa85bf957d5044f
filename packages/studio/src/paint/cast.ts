/** Puts the subjects of a scene on its stage: how large, where, in what light, and how each moves. */
import { cutOut, drawShapes } from '../picture/canvas.ts';
import { fromHue, mix } from '../picture/colour.ts';
import { createRandom, type Random } from '../picture/random.ts';
import type { Footing, SceneSubject, SubjectKind } from '../scene/subject-words.ts';
import { SUBJECTS } from '../scene/subject-words.ts';
import { createBrush, oval } from './brush.ts';
import { even } from './painting.ts';
import { lampsOf, type Site } from './site.ts';
import { type Drift, layerOf, type StageLayer } from './stage.ts';
import { DRAWINGS, FEET, FIELD } from './subjects/draw.ts';

const DRIVES: SubjectKind[] = ['car', 'bus', 'train', 'bicycle', 'airplane'];
/** A person and the umbrella in their hand must look the same way. */
const HOLDS: SubjectKind[] = ['person', 'umbrella'];
const FLIES: SubjectKind[] = ['bird', 'butterfly', 'balloon', 'astronaut', 'rocket'];

/** How far a subject is lit against the hour, as photographers do, so that it can be told at night. */
const FILL_LIGHT = 0.22;

interface Actor {
  subject: SceneSubject;
  footing: Footing;
  edge: number;
  x: number;
  feet: number;
  index: number;
}

export async function castSubjects(site: Site, feet: number): Promise<StageLayer[]> {
  const random = createRandom(site.scene.seed ^ 0xca57);
  const actors = handUmbrella(arrangeActors(site, feet, random));
  const layers: StageLayer[] = [];
  for (const actor of actors.sort((one, other) => one.feet - other.feet))
    layers.push(...(await drawActor(site, actor, random)));
  return layers;
}

function arrangeActors(site: Site, feet: number, random: Random): Actor[] {
  const { scene, size } = site;
  const all = scene.subjects.flatMap((subject) =>
    Array.from({ length: subject.count }, (_, index) => ({ subject, index })),
  );
  const solo = all.length === 1 ? 1.18 : 1;
  return all.map(({ subject, index }, at) => {
    const { size: share, footing: usual } = SUBJECTS[subject.kind];
    const footing = footingIn(site, usual);
    const crowd = all.length === 1 ? solo : Math.max(0.42, 1.02 - 0.1 * all.length);
    const room = (size.width * 0.96) / Math.min(all.length, 3.2);
    const edge = even(
      Math.min(
        size.height * share * crowd * (footing === 'sky' && scene.setting !== 'space' ? 0.9 : 1),
        room,
        size.height * 0.86,
      ) *
        (0.92 + 0.16 * random()),
    );
    const slot =
      all.length === 1
        ? 0.5 + 0.2 * (random() - 0.5)
        : (at + 0.5) / all.length + (0.14 * (random() - 0.5)) / all.length;
    return {
      subject,
      footing,
      edge,
      x: size.width * (0.04 + 0.92 * slot),
      feet: feetOf(site, { footing, feet, edge, random }),
      index,
    };
  });
}

/** Puts an umbrella into the hand of the first person there is. */
function handUmbrella(actors: Actor[]): Actor[] {
  const holder = actors.find(({ subject }) => subject.kind === 'person');
  if (holder === undefined) return actors;
  const { edge, x, feet } = holder;
  return actors.map((actor) => {
    if (actor.subject.kind !== 'umbrella') return actor;
    return { ...actor, edge: even(edge * 0.9), x: x + edge * 0.13, feet: feet - edge * 0.32 };
  });
}

/** In space and under water nothing stands; on the open sea what stands elsewhere floats. */
function footingIn({ scene }: Site, usual: Footing): Footing {
  if (scene.setting === 'space') return 'sky';
  if (scene.setting === 'underwater') return usual === 'sky' || usual === 'surface' ? 'water' : usual;
  if (usual === 'surface' && scene.setting !== 'ocean' && scene.setting !== 'coast') return 'ground';
  return usual;
}

type FeetOptions = { footing: Footing; feet: number; edge: number; random: Random };

function feetOf({ scene, size, horizon }: Site, { footing, feet, edge, random }: FeetOptions): number {
  if (footing === 'surface') return horizon + size.height * (0.1 + 0.08 * random());
  if (footing === 'sky' && scene.setting === 'space')
    return size.height * 0.5 + edge * 0.5 + size.height * 0.14 * (random() - 0.5);
  if (footing === 'sky') return Math.max(edge * 0.95, horizon * (0.5 + 0.36 * random()));
  if (footing === 'water' && scene.setting === 'underwater')
    return size.height * (0.42 + 0.2 * (random() - 0.5)) + edge * 0.5;
  if (footing === 'water') return horizon + size.height * 0.12 + edge * 0.35;
  return feet + size.height * 0.03 * (random() - 0.5);
}

async function drawActor(site: Site, actor: Actor, random: Random): Promise<StageLayer[]> {
  const { scene, size } = site;
  const { subject, edge, x, feet, index, footing } = actor;
  const main = variedColour(subject, index);
  const brush = createBrush({
    palette: { ...scene.palette, ambient: mix(scene.palette.ambient, [1, 1, 1], FILL_LIGHT) },
    main,
    random,
    lamps: lampsOf(scene),
    hazeShare: footing === 'surface' ? 0.08 : 0.02,
    name: 's',
  });
  const art = DRAWINGS[subject.kind](brush);
  const scale = edge / FIELD;
  const turns = random() < 0.35 && !DRIVES.includes(subject.kind) && !HOLDS.includes(subject.kind);
  const mirror = turns ? -1 : 1;
  const field = (flip: number) =>
    `<g transform="translate(${x} ${feet}) scale(${scale * mirror} ${scale * flip}) translate(${-FIELD / 2} ${-FEET})">${art}</g>`;
  const held = subject.kind === 'umbrella' && scene.subjects.some(({ kind }) => kind === 'person');
  const stands = !held && (footing === 'ground' || footing === 'table');
  const shadow =
    stands && scene.setting !== 'space'
      ? `<defs><radialGradient id="shade"><stop offset="0" stop-color="#000" stop-opacity="0.42"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient></defs>${oval([x + edge * 0.04, feet, edge * 0.5, edge * 0.07], 'url(#shade)')}`
      : '';
  const glossy = footing === 'surface' || (footing === 'table' && scene.setting === 'backdrop');
  const reflection = glossy ? `<g opacity="${footing === 'surface' ? 0.4 : 0.2}">${field(-0.55)}</g>` : '';
  const islet =
    stands && scene.setting === 'ocean'
      ? oval([x, feet + edge * 0.05, edge * 0.62, edge * 0.11], brush.fall('#6a5f55', 1.2, 0.5))
      : '';
  const pad = even(edge * 1.1);
  const area = {
    left: even(x + size.width) - size.width - pad,
    top: even(feet + size.height) - size.height - even(edge * 1.3),
    width: pad * 2,
    height: even(edge * 2.1),
  };
  const canvas = await drawShapes(brush.defs() + shadow + islet + reflection + field(1), area);
  return layerOf(
    cutOut(canvas),
    footing === 'sky' && scene.setting !== 'space' ? 0.6 : footing === 'surface' ? 0.75 : 1,
    driftOf(site, actor, { phase: random() * 6.28, mirror }),
  );
}

/** Balloons, butterflies and tulips of a group come in colours; the first keeps the one that was named. */
function variedColour({ kind, colour }: SceneSubject, index: number): SceneSubject['colour'] {
  const colourful = kind === 'balloon' || kind === 'butterfly' || kind === 'tulip' || kind === 'jellyfish';
  if (index === 0 || !colourful) return mix(colour, [255, 255, 255], index === 0 ? 0 : 0.06 * (index % 3));
  return fromHue((index * 97 + colour[0]) % 360, 0.62, 0.55);
}

function driftOf(
  { size, scene }: Site,
  { subject, footing, edge }: Actor,
  way: { phase: number; mirror: number },
): Drift | undefined {
  const { phase, mirror } = way;
  if (DRIVES.includes(subject.kind))
    return ({ seconds }) => ({
      x: size.width * 0.022 * (seconds - 2),
      y: edge * 0.004 * Math.sin(seconds * 9 + phase),
    });
  if (footing === 'surface')
    return ({ seconds }) => ({
      x: size.width * 0.006 * (seconds - 2),
      y: edge * 0.018 * Math.sin(seconds * 1.4 + phase),
    });
  if (footing === 'water')
    return ({ seconds }) => ({
      x: mirror * size.width * 0.014 * (seconds - 2),
      y: edge * 0.05 * Math.sin(seconds * 1.2 + phase),
    });
  if (FLIES.includes(subject.kind) || scene.setting === 'space')
    return ({ seconds }) => ({
      x: edge * 0.05 * Math.sin(seconds * 0.7 + phase),
      y: edge * 0.06 * Math.sin(seconds * 1.1 + phase),
    });
  return undefined;
}
