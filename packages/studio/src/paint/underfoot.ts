/** What some subjects bring to stand on: a leaf or a rock in the water, and rails under a train. */
import { type Canvas, cutOut, drawShapes } from '../picture/canvas.ts';
import type { CastSubject, Footing } from '../scene/cast.ts';
import type { Scene } from '../scene/scene.ts';
import type { Subject } from '../subjects/subject.ts';
import { type Brush, box, line, oval, shape } from './brush.ts';
import { type Site, strip } from './site.ts';
import { type Drift, layerOf, type StageLayer } from './stage.ts';

/** How far a rock lifts whoever stands on it, as a share of that one's edge. */
export const ROCK_HEIGHT = 0.12;

/** "A lion on a rock": the first that is named, if it stands at all; a mermaid's is in the water. */
export function isPerched({ deed, subjects }: Scene, { subject, footing }: Pick<Standpoint, 'subject' | 'footing'>) {
  return deed === 'perched' && (footing === 'ground' || footing === 'surface') && subject === subjects[0];
}

export interface Standpoint {
  subject: CastSubject;
  record: Subject;
  footing: Footing;
  edge: number;
  x: number;
  feet: number;
}

/** `drift` is that of the subject: a leaf moves with its frog, rails stay. */
export async function drawUnderfoot(site: Site, at: Standpoint, drift: Drift): Promise<StageLayer[]> {
  const { setting, place, deed } = site.scene;
  if (deed === 'surfing' && at.footing === 'surface')
    return layerOf(cutOut(await drawSurfboard(site, at)), 0.75, drift);
  if (at.footing === 'surface' && isPerched(site.scene, at))
    return layerOf(cutOut(await drawIslet(site, at)), 1, drift);
  if (at.footing !== 'ground' && at.footing !== 'table') return [];
  if (at.record.underfoot === 'rails' && setting !== 'interior' && setting !== 'backdrop')
    return layerOf(cutOut(await drawRails(site, at)), 1);
  if (isPerched(site.scene, at)) return layerOf(cutOut(await drawRock(site, at)), 1);
  if (setting !== 'ocean' || (place !== null && place !== 'ocean')) return [];
  return layerOf(cutOut(await drawIslet(site, at)), 1, drift);
}

async function drawRails(site: Site, { edge, feet }: Standpoint): Promise<Canvas> {
  const { area } = site;
  const b = site.brush('t', 0);
  const [left, wide] = [area.left, area.width];
  const step = edge * 0.13;
  const sleepers = Array.from({ length: Math.ceil(wide / step) }, (_, at) =>
    shape(
      `M${left + at * step} ${feet - edge * 0.02} h${step * 0.4} l${step * 0.14} ${edge * 0.07} h${-step * 0.52} Z`,
      b.ink('#5a4634'),
    ),
  );
  const rail = (y: number, high: number) =>
    box([left, y, wide, high], b.fall('#9a9ea6', 1.3, 0.5)) +
    box([left, y + high, wide, high * 0.5], '#000', 'fill-opacity="0.3"');
  const gravel = box(
    [left, feet - edge * 0.035, wide, edge * 0.115],
    b.fall('#8a8378', 1.1, 0.7),
    'fill-opacity="0.9"',
  );
  const body =
    gravel + sleepers.join('') + rail(feet - edge * 0.015, edge * 0.014) + rail(feet + edge * 0.032, edge * 0.018);
  return drawShapes(b.defs() + body, strip(area, feet - edge * 0.05, feet + edge * 0.1));
}

/** Seen from the side, nose up, with the wave that carries it. */
async function drawSurfboard(site: Site, { edge, x, feet }: Standpoint): Promise<Canvas> {
  const b = site.brush('s', 0);
  const at = (across: number, down: number) => `${x + edge * across} ${feet + edge * down}`;
  const body =
    shape(
      `M${at(-0.85, 0.14)} C${at(-0.6, 0.02)} ${at(-0.2, 0.06)} ${at(0, 0.05)} C${at(0.3, 0.04)} ${at(0.5, 0)} ${at(0.8, 0.14)} C${at(0.4, 0.2)} ${at(-0.5, 0.2)} ${at(-0.85, 0.14)} Z`,
      '#ffffff',
      'fill-opacity="0.6"',
    ) +
    shape(
      `M${at(-0.62, 0.03)} C${at(-0.3, 0.06)} ${at(0.3, 0.05)} ${at(0.66, -0.1)} C${at(0.5, 0.07)} ${at(0.1, 0.12)} ${at(-0.3, 0.1)} C${at(-0.5, 0.09)} ${at(-0.6, 0.06)} ${at(-0.62, 0.03)} Z`,
      b.fall('#f6efe0', 1.1, 0.7),
    ) +
    line(`M${at(-0.56, 0.055)} C${at(-0.2, 0.09)} ${at(0.3, 0.07)} ${at(0.6, -0.06)}`, b.ink('#e2574c'), edge * 0.022);
  const pad = 2 * Math.ceil(edge * 0.45);
  const area = { left: 2 * Math.floor((x - pad) / 2), top: 2 * Math.floor((feet - edge * 0.2) / 2) };
  return drawShapes(b.defs() + body, { ...area, width: pad * 2, height: 2 * Math.ceil(edge * 0.24) });
}

async function drawRock(site: Site, { edge, x, feet }: Standpoint): Promise<Canvas> {
  const b = site.brush('k', 0);
  const [wide, high] = [edge * 0.6, edge * 0.15];
  const body =
    oval([x, feet + edge * 0.235, wide * 1.1, high * 0.3], '#0a0806', 'fill-opacity="0.35"') +
    rock(b, [x, feet + edge * 0.1, wide, high]);
  const pad = 2 * Math.ceil(edge * 0.36);
  const area = { left: 2 * Math.floor((x - pad) / 2), top: 2 * Math.floor((feet - edge * 0.1) / 2) };
  return drawShapes(body + b.defs(), { ...area, width: pad * 2, height: 2 * Math.ceil(edge * 0.2) });
}

async function drawIslet(site: Site, { record, edge, x, feet }: Standpoint): Promise<Canvas> {
  const b = site.brush('u', 0);
  const place: [number, number, number, number] = [x, feet + edge * 0.03, edge * 0.6, edge * 0.11];
  const pad = 2 * Math.ceil(edge * 0.36);
  const area = { left: 2 * Math.floor((x - pad) / 2), top: 2 * Math.floor((feet - edge * 0.2) / 2) };
  return drawShapes((record.underfoot === 'lily-pad' ? lilyPad(b, place) : rock(b, place)) + b.defs(), {
    ...area,
    width: pad * 2,
    height: 2 * Math.ceil(edge * 0.22),
  });
}

function lilyPad(b: Brush, [x, y, wide, high]: [number, number, number, number]): string {
  const veins = Array.from({ length: 9 }, (_, at) => {
    const angle = (at / 9) * 2 * Math.PI;
    return `M${x} ${y} L${x + wide * 0.9 * Math.cos(angle)} ${y + high * 0.9 * Math.sin(angle)}`;
  });
  return (
    oval([x, y + high * 0.16, wide, high], b.ink('#1c4a2c', 0.7)) +
    oval([x, y, wide, high], b.fall('#4f9a3c', 1.15, 0.75)) +
    line(veins.join(' '), b.ink('#8fc765'), high * 0.07)
  );
}

function rock(b: Brush, [x, y, wide, high]: [number, number, number, number]): string {
  const at = (across: number, down: number) => `${x + wide * across} ${y + high * down}`;
  return (
    shape(
      `M${at(-1, 0.9)} L${at(-0.86, 0)} L${at(-0.5, -0.7)} L${at(0.1, -0.9)} L${at(0.62, -0.6)} L${at(0.9, 0.1)} L${at(1, 0.9)} Z`,
      b.fall('#6f665d', 1.2, 0.5),
    ) +
    shape(
      `M${at(-0.5, -0.7)} L${at(0.1, -0.9)} L${at(0.62, -0.6)} L${at(0.3, -0.2)} L${at(-0.3, -0.1)} Z`,
      b.ink('#8f867a'),
    ) +
    shape(
      `M${at(0.62, -0.6)} L${at(0.9, 0.1)} L${at(1, 0.9)} L${at(0.46, 0.9)} L${at(0.3, -0.2)} Z`,
      b.ink('#4d463f'),
    ) +
    shape(`M${at(-0.3, -0.1)} L${at(0.3, -0.2)} L${at(0.2, 0.9)} L${at(-0.36, 0.9)} Z`, b.ink('#625a52'))
  );
}
