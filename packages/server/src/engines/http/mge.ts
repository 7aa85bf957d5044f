/** The words of `mge/1`, the protocol for anyone's own engine: what travels, and how it is read without trust. */
import { createHmac } from 'node:crypto';
import type { Task } from '@afterimage/contract';
import type { Abilities, Steps, Taken } from '../fit.ts';
import { anyInput } from '../fit.ts';

export const tasks = ['t2v', 'i2v', 'frames', 'refs2v', 'motion', 't2i', 'i2i'] as const satisfies readonly Task[];
export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type JobState = (typeof jobStates)[number];

export interface MgeInput {
  role: 'first_frame' | 'last_frame' | 'reference' | 'motion_video' | 'character';
  mime: string;
  bytes: number;
  sha256: string;
  url?: string;
  /** Base64. */
  data?: string;
}

/** The body of a PUT. Its bytes are the same every time, so that a repeat is known as one. */
export interface MgeOrder {
  task: Task;
  model?: string;
  prompt: string;
  negative_prompt?: string;
  seed?: number;
  cfg_scale?: number;
  seconds?: number;
  fps?: number;
  width: number;
  height: number;
  aspect_ratio?: string;
  resolution?: string;
  audio?: boolean;
  inputs: MgeInput[];
  output: { kind: 'video' | 'image'; mime: string[] };
  deadline: string;
  attempt: string;
  options: Record<string, unknown>;
  callback?: { url: string };
}

export interface MgeOutput {
  mime?: string;
  bytes?: number;
  sha256?: string;
  width?: number;
  height?: number;
  seconds?: number;
  url?: string;
}

export interface MgeJob {
  id: string;
  state: string;
  queue_position?: number | null;
  /** 0 to 1. */
  progress?: number | null;
  outputs?: MgeOutput[] | null;
  error?: { code?: string; message?: string } | null;
  cost_usd?: number | null;
  seed?: number | null;
}

export interface MgeModel {
  id: string;
  tasks: string[];
  limits?: {
    seconds?: Steps;
    aspect_ratios?: string[];
    max_images?: number;
    max_image_bytes?: number;
    resolutions?: string[];
    fields?: string[];
  };
}

export interface MgeEngine {
  protocol: string;
  name?: string;
  version?: string;
  state: string;
  slots?: number;
  queued?: number;
  models: MgeModel[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readEngine(json: unknown): MgeEngine | null {
  if (!isObject(json) || json['protocol'] !== 'mge/1' || !Array.isArray(json['models'])) return null;
  const models = json['models'].filter((model) => isObject(model) && Array.isArray(model['tasks']));
  return { ...(json as unknown as MgeEngine), models: models as unknown as MgeModel[] };
}

/** Null for what is no job, or another's: a proxy may mix up what it keeps. */
export function readJob(json: unknown, id: string): MgeJob | null {
  if (!isObject(json) || typeof json['state'] !== 'string' || (json['id'] ?? id) !== id) return null;
  return json as unknown as MgeJob;
}

/** What a model says of itself, as `fit` asks it. A model that says nothing takes everything of its tasks. */
export function abilitiesOf({ tasks: made, limits = {} }: MgeModel): Abilities {
  const every: Taken[] = ['seed', 'negative_prompt', 'cfg_scale', 'sound', 'multi_shot'];
  return {
    tasks: tasks.filter((task) => made.includes(task)),
    ...(limits.seconds !== undefined && { seconds: limits.seconds }),
    ...(limits.aspect_ratios !== undefined && { aspects: limits.aspect_ratios }),
    ...(limits.resolutions !== undefined && { resolutions: limits.resolutions }),
    ...(limits.max_images !== undefined && { imagesMax: limits.max_images }),
    takes:
      limits.fields === undefined
        ? every
        : every.filter((field) => !/^(seed|negative_prompt|cfg_scale)$/.test(field) || limits.fields!.includes(field)),
    inputs: { ...anyInput, ...(limits.max_image_bytes !== undefined && { imageBytesMax: limits.max_image_bytes }) },
  };
}

/** `x-mge-signature`: proves to an engine that a request is ours and new, where the network in between is not trusted. */
export function signature(order: { secret: string; at: Date; method: string; path: string; body: string }): string {
  const t = Math.floor(order.at.getTime() / 1000);
  const signed = `${t}.${order.method}.${order.path}.${order.body}`;
  return `t=${t},v1=${createHmac('sha256', order.secret).update(signed).digest('hex')}`;
}
