/** What a model on Replicate takes, read from the schema that it publishes: its names for our values, and its limits. */
import type { Task } from '@afterimage/contract';
import { type Abilities, anyInput, type Steps } from '../fit.ts';

interface Property {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  items?: { type?: string };
  allOf?: { $ref?: string }[];
  $ref?: string;
}

export interface ModelSchema {
  properties: ReadonlyMap<string, Property>;
  required: readonly string[];
}

/** Our values, and what models call them; the first that a model has is used. */
const names: Readonly<Record<string, readonly string[]>> = {
  prompt: ['prompt', 'text_prompt', 'text'],
  negative_prompt: ['negative_prompt'],
  seed: ['seed'],
  cfg_scale: ['cfg_scale'],
  guidance_scale: ['guidance_scale', 'guidance'],
  seconds: ['duration', 'seconds', 'duration_seconds', 'video_length'],
  frames: ['num_frames'],
  aspect_ratio: ['aspect_ratio'],
  resolution: ['resolution', 'size'],
  width: ['width'],
  height: ['height'],
  audio: ['generate_audio', 'enable_audio', 'audio'],
  'image[0]': ['start_image', 'first_frame_image', 'first_frame', 'image', 'input_image'],
  'image[1]': ['end_image', 'last_frame_image', 'last_frame'],
  images: ['reference_images', 'image_input', 'input_images', 'images'],
  'video[0]': ['reference_video', 'video', 'input_video'],
};

/** Null where a model publishes none. */
export function readSchema(openapi: unknown): ModelSchema | null {
  const schemas = (
    openapi as { components?: { schemas?: Record<string, Property & { properties?: object; required?: string[] }> } }
  )?.components?.schemas;
  const input = schemas?.['Input'];
  if (schemas === undefined || input?.properties === undefined) return null;
  const resolved = (property: Property): Property => {
    const name = (property.$ref ?? property.allOf?.[0]?.$ref)?.split('/').at(-1);
    return name === undefined ? property : { ...schemas[name], ...property };
  };
  const entries = Object.entries(input.properties as Record<string, Property>);
  return {
    properties: new Map(entries.map(([name, property]) => [name, resolved(property)])),
    required: input.required ?? [],
  };
}

/** The model's field for each of our values. */
export function fieldsOf({ properties }: ModelSchema): Record<string, string> {
  const found = Object.entries(names).flatMap(([value, candidates]) => {
    const wantsList = value === 'images';
    const field = candidates.find((name) => {
      const property = properties.get(name);
      if (property === undefined) return false;
      return !/^image/.test(value) || (property.type === 'array') === wantsList;
    });
    return field === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(found);
}

export function abilitiesOf(schema: ModelSchema, fields: Readonly<Record<string, string>>): Abilities {
  const fieldFor = (value: string) => Object.entries(fields).find(([, name]) => name === value)?.[0];
  const propertyFor = (value: string) => schema.properties.get(fieldFor(value) ?? '');
  const has = (value: string) => fieldFor(value) !== undefined;
  const isRequired = (value: string) => schema.required.includes(fieldFor(value) ?? '');
  const tasks: Task[] = [
    ...(isRequired('image[0]') || isRequired('images') || isRequired('video[0]') ? [] : (['t2v', 't2i'] as const)),
    ...(has('image[0]') ? (['i2v'] as const) : []),
    ...(has('image[1]') ? (['frames'] as const) : []),
    ...(has('images') ? (['refs2v', 'i2i'] as const) : has('image[0]') ? (['i2i'] as const) : []),
    ...(has('video[0]') && (has('image[0]') || has('images')) ? (['motion'] as const) : []),
  ];
  const seconds = secondsOf(propertyFor('seconds'));
  const aspects = wordsOf(propertyFor('aspect_ratio')).filter((word) => /^\d+:\d+$/.test(word));
  const resolutions = wordsOf(propertyFor('resolution')).filter((word) => /^\d+(p|k)$/i.test(word));
  return {
    tasks,
    ...(seconds !== undefined && { seconds }),
    ...(aspects.length > 0 && { aspects }),
    ...(resolutions.length > 0 && { resolutions }),
    ...(!has('images') && { imagesMax: has('image[1]') ? 2 : 1 }),
    takes: [
      ...(has('seed') ? (['seed'] as const) : []),
      ...(has('negative_prompt') ? (['negative_prompt'] as const) : []),
      ...(has('cfg_scale') || has('guidance_scale') ? (['cfg_scale'] as const) : []),
      ...(has('audio') ? (['sound'] as const) : []),
    ],
    inputs: anyInput,
  };
}

const wordsOf = (property: Property | undefined): string[] => (property?.enum ?? []).map(String);

function secondsOf(property: Property | undefined): Steps | undefined {
  if (property?.enum !== undefined)
    return property.enum.map((one) => Number.parseFloat(String(one))).filter((one) => one > 0);
  const { minimum: min, maximum: max } = property ?? {};
  return min === undefined || max === undefined ? undefined : { min, max };
}

/** A value in the model's own type and spelling; undefined where it has none for it. */
export function spelled(value: unknown, property: Property | undefined): unknown {
  if (property?.enum !== undefined) {
    const wanted = [String(value), `${value}s`].map((word) => word.toLowerCase());
    return property.enum.find((one) => wanted.includes(String(one).toLowerCase()));
  }
  if (property?.type === 'string' && typeof value === 'number') return String(value);
  if (property?.type === 'integer' && typeof value === 'number') return Math.round(value);
  return value;
}
