/** Whether an engine can make what is asked, and what it is then asked for: the one place where wishes are rounded or dropped. */
import { codePoints, mediaTypes, nearestRatio, ratioValue, type Task } from '@afterimage/contract';
import type { Fit, FitQuestion, InputNeeds } from './engine.ts';

export type Steps = readonly number[] | { min: number; max: number; step?: number };
export type Taken = 'seed' | 'negative_prompt' | 'cfg_scale' | 'sound' | 'multi_shot';

export interface Abilities {
  tasks: readonly Task[];
  /** Absent: any. */
  seconds?: Steps;
  aspects?: readonly string[];
  /** `720p` counts the short edge, `1k` thousands of the long one. */
  resolutions?: readonly string[];
  imagesMax?: number;
  promptMax?: number;
  takes: readonly Taken[];
  inputs: InputNeeds;
  /** Media that the engine takes only as a link of ours. */
  linked?: 'videos' | 'all';
  /** An image decides the shape of what is made, whatever is asked. */
  followsInput?: true;
}

/** What the engine is asked for. */
export interface Ask {
  prompt: string;
  negativePrompt: string | null;
  seconds: number | null;
  /** Null: the input decides. */
  aspect: string | null;
  /** In the engine's own tiers where it has some. */
  resolution: string;
  seed: number | null;
  cfgScale: number | null;
  sound: 'none' | 'generated' | 'original';
}

export const anyInput: InputNeeds = {
  imageTypes: mediaTypes.image.types,
  videoTypes: mediaTypes.video.types,
  imageBytesMax: Number.MAX_SAFE_INTEGER,
  imageEdgeMin: 0,
  imageSize: 'any',
};

type No = Extract<Fit, { fits: false }>;
export type Fitting = (Extract<Fit, { fits: true }> & { ask: Ask }) | No;

const no = (what: No['what'], why: string): No => ({ fits: false, what, why });

export function fitWork(question: FitQuestion, can: Abilities): Fitting {
  const { work, media } = question;
  if (!can.tasks.includes(work.task)) return no('task', `${work.task}; it makes ${can.tasks.join(', ')}`);
  const images = media.filter(({ kind }) => kind === 'image').length;
  if (can.imagesMax !== undefined && images > can.imagesMax) {
    return no('media', `${images} images; it takes at most ${can.imagesMax}`);
  }
  const mustLink = media.filter(({ kind }) => can.linked === 'all' || (can.linked === 'videos' && kind === 'video'));
  if (mustLink.some((medium) => medium.link(60) === null)) {
    return no(
      'link',
      'anything from media of ours without an address that the world can reach (AFTERIMAGE_PUBLIC_URL)',
    );
  }
  const notes: string[] = [];
  const seconds = fitSeconds(work.seconds, can.seconds, notes);
  if (typeof seconds === 'object' && seconds !== null) return seconds;
  const aspect = fitAspect(question, can, notes);
  if (typeof aspect === 'object' && aspect !== null) return aspect;
  const resolution = fitResolution(question, can.resolutions, notes);
  if (typeof resolution === 'object') return resolution;

  const takes = (field: Taken) => can.takes.includes(field);
  if (!takes('seed')) notes.push('seed:not_applied');
  if (work.cfgScale !== null && !takes('cfg_scale')) notes.push('cfg_scale:not_applied');
  if (work.sound === 'generated' && !takes('sound')) notes.push('sound:not_made');
  if (work.multiShot && !takes('multi_shot')) notes.push('prefer_multi_shots:not_applied');
  const words = fitPrompt(question, can, notes);
  if ('fits' in words) return words;
  const ask: Ask = {
    ...words,
    seconds,
    aspect,
    resolution,
    seed: takes('seed') ? question.seed : null,
    cfgScale: takes('cfg_scale') ? work.cfgScale : null,
    sound: work.sound,
  };
  return { fits: true, notes, inputs: inputsFor(question, can), ask };
}

/** An engine that takes the shape of the image is given one of the shape asked for. */
function inputsFor({ work }: FitQuestion, { inputs, followsInput }: Abilities): InputNeeds {
  const isFrame = work.task === 'i2v' || work.task === 'frames';
  return followsInput && isFrame && work.shape.from !== 'first-input' ? { ...inputs, imageSize: 'output' } : inputs;
}

/** Without what only `start` needs. */
export function fitOf(fitting: Fitting): Fit {
  return fitting.fits ? { fits: true, notes: fitting.notes, inputs: fitting.inputs } : fitting;
}

function fitSeconds(wish: number | null, steps: Steps | undefined, notes: string[]): number | null | No {
  if (wish === null || steps === undefined) return wish;
  const made = stepsFrom(steps).find((seconds) => seconds >= wish);
  if (made === undefined || ('min' in steps && wish > steps.max)) {
    return no('seconds', `${wish} seconds; it makes ${said(steps)}`);
  }
  if (made !== wish) notes.push(`seconds:${made}->${wish} trimmed`);
  return made;
}

function stepsFrom(steps: Steps): number[] {
  if (!('min' in steps)) return steps.toSorted((a, b) => a - b);
  const step = steps.step ?? 1;
  const count = Math.floor((steps.max - steps.min) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, index) => steps.min + index * step);
}

const said = (steps: Steps): string => ('min' in steps ? `${steps.min} to ${steps.max}` : steps.join(', '));

function fitAspect(question: FitQuestion, can: Abilities, notes: string[]): string | null | No {
  const { aspects } = can;
  const { shape } = question.work;
  const value = question.width / question.height;
  if (shape.from === 'first-input') {
    if (aspects === undefined || can.followsInput) return null;
    const nearest = nearestRatio(value, aspects);
    if (Math.abs(ratioValue(nearest) / value - 1) > 0.02) notes.push(`aspect_ratio:${nearest} padded`);
    return nearest;
  }
  const wish = shape.from === 'ratio' ? shape.ratio : nearestRatio(value, shape.ratios);
  if (aspects === undefined || aspects.includes(wish)) return wish;
  return no('aspect_ratio', `${wish}; it makes ${aspects.join(', ')}`);
}

/** A tier too high is scaled down afterwards; one too low would be another product. */
function fitResolution(question: FitQuestion, tiers: readonly string[] | undefined, notes: string[]): string | No {
  const { width, height, work } = question;
  const pixels = work.output === 'video' ? Math.min(width, height) : Math.max(width, height);
  const wish = work.output === 'video' ? `${pixels}p` : `${Math.round(pixels / 1024)}k`;
  if (tiers === undefined) return wish;
  const sorted = tiers.toSorted((a, b) => pixelsOf(a) - pixelsOf(b));
  const made = sorted.find((tier) => pixelsOf(tier) >= pixels);
  if (made === undefined) return no('resolution', `${wish}; it makes ${tiers.join(', ')}`);
  if (pixelsOf(made) !== pixels) notes.push(`resolution:${made}->${wish} scaled`);
  return made;
}

function pixelsOf(tier: string): number {
  const [, figure = '', unit] = /^(\d+)(p|k)?$/i.exec(tier) ?? [];
  return Number(figure) * (unit?.toLowerCase() === 'k' ? 1024 : 1);
}

type Words = Pick<Ask, 'prompt' | 'negativePrompt'>;

function fitPrompt(question: FitQuestion, can: Abilities, notes: string[]): Words | No {
  const { prompt, negativePrompt } = question.work;
  const max = can.promptMax ?? Number.POSITIVE_INFINITY;
  if (codePoints(prompt) > max) return no('prompt', `a prompt of ${codePoints(prompt)} characters; it takes ${max}`);
  if (negativePrompt === null || can.takes.includes('negative_prompt')) return { prompt, negativePrompt };
  const joined = `${prompt}\nAvoid: ${negativePrompt}`;
  if (codePoints(joined) > max) {
    notes.push('negative_prompt:not_applied');
    return { prompt, negativePrompt: null };
  }
  notes.push('negative_prompt:appended');
  return { prompt: joined, negativePrompt: null };
}
