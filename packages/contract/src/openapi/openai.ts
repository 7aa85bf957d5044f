/** OpenAI's paths in the OpenAPI document: what its libraries ask for, and how the families answer it. */

import { failureMeanings } from '../failures.ts';
import type { Family } from '../family.ts';
import { ignoredHeaderName } from '../ignored.ts';
import { idempotencyHours, idempotencyKeySchema } from '../limits.ts';
import { listAll } from '../list-all.ts';
import { modelNamesOf } from '../model-names.ts';
import { formatPrice } from '../money.ts';
import { openaiForms, openaiPicturesMax, openaiQualities, openaiStatuses, openaiUsual } from '../openai-names.ts';
import { openaiErrorSchema, openaiProblems, submitProblems } from './openai-errors.ts';
import { sampleOf } from './samples.ts';
import { reference } from './words.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' } as const;
const orNull = (type: string) => ({ type: [type, 'null'] });
const object = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  required,
  properties,
});
const file = { ...text, format: 'binary' };

export const openaiTag = {
  name: 'openai',
  description: [
    "The same families for OpenAI's libraries, pointed at `…/v1`: the same submits, prices, refunds and limits in another shape.",
    'The model is `FAMILY` or `FAMILY/MODEL`, as `GET /v1/models` lists them. Fields of the family go beside those listed here.',
    'Refusals have the shape that these libraries read.',
  ].join(' '),
};

/** What both kinds of creation take; the rest are fields of the family. */
const creation = (families: readonly Family[], output: Family['output'], more: Json): Json => ({
  ...object(
    {
      prompt: { ...text, description: 'As the family takes it.' },
      model: {
        ...text,
        description: `One of ${modelNames(families, output).join(', ')}. Without it ${openaiUsual[output]}.`,
      },
      size: {
        ...text,
        description:
          'WIDTHxHEIGHT or auto: the shape that the family lists nearest to it. How large it is, the model decides.',
        examples: ['1024x1024'],
      },
      ...more,
    },
    ['prompt'],
  ),
  additionalProperties: true,
});

const modelNames = (families: readonly Family[], output: Family['output']) =>
  families.filter((family) => family.output === output).flatMap(modelNamesOf);

const pictures: Json = {
  n: { type: 'integer', minimum: 1, maximum: openaiPicturesMax, description: 'How many; each is charged.' },
  quality: { ...text, enum: Object.keys(openaiQualities), description: 'The resolution, of families with several.' },
  response_format: { ...text, enum: openaiForms, description: `Without it ${openaiForms[0]}.` },
};

export function openaiSchemas(families: readonly Family[]): Json {
  const image = { type: 'array', items: file, description: 'Files, as many as the family takes.' };
  const seconds = { ...text, description: 'The length, as the family takes it.', examples: ['5'] };
  const reference = { ...file, description: 'The first image, for families that take one.' };
  const byUrl = object({ image_url: { ...text, description: 'Where the first image is.' } });
  return {
    OpenaiImageCreation: creation(families, 'image', pictures),
    OpenaiImageEdit: required(creation(families, 'image', { ...pictures, image }), 'image'),
    OpenaiVideoCreation: creation(families, 'video', { seconds, input_reference: byUrl }),
    OpenaiVideoForm: creation(families, 'video', { seconds, input_reference: reference }),
    OpenaiError: openaiErrorSchema,
    ...answers,
  };
}

const required = (schema: Json, name: string): Json => ({ ...schema, required: [...(schema['required'] as []), name] });

const answers: Json = {
  OpenaiModel: object({
    id: { ...text, description: '`FAMILY` or `FAMILY/MODEL`.' },
    object: { ...text, const: 'model' },
    created: { type: 'integer' },
    owned_by: text,
    family: text,
    output: { ...text, enum: ['image', 'video'] },
    about: text,
    prices: { type: 'object', description: 'In USD, by what is made.', additionalProperties: text },
  }),
  OpenaiImages: object({
    created: { type: 'integer', description: 'Seconds since 1970.' },
    output_format: { ...text, const: 'jpeg' },
    data: {
      type: 'array',
      items: object({ url: text, b64_json: text, generation_id: { ...text, format: 'uuid' } }, ['generation_id']),
    },
  }),
  OpenaiVideo: object({
    id: { ...text, format: 'uuid', description: 'That of the generation.' },
    object: { ...text, const: 'video' },
    model: text,
    status: { ...text, enum: Object.values(openaiStatuses) },
    progress: { type: 'integer', minimum: 0, maximum: 100 },
    created_at: { type: 'integer', description: 'Seconds since 1970.' },
    completed_at: orNull('integer'),
    expires_at: orNull('integer'),
    prompt: text,
    seconds: text,
    size: { ...orNull('string'), description: 'Null where an image that was sent decides.' },
    remixed_from_video_id: { type: 'null' },
    error: { oneOf: [object({ code: text, message: text }), { type: 'null' }] },
  }),
};

const says = (description: string, schema: Json, example: unknown): Json => ({
  200: { description, content: { 'application/json': { schema, example } } },
});

const ignored = { description: 'Names of fields that were sent and not used, with commas between.', schema: text };

/** A submit in this shape: what it takes, how it is answered, and every refusal of a submit. */
function creating(of: { id: string; summary: string; description: string; content: Json; answer: Json }): Json {
  const answered = of.answer['200'] as Json;
  return {
    operationId: of.id,
    tags: [openaiTag.name],
    summary: of.summary,
    description: of.description,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: `Makes a repeat safe for ${idempotencyHours} hours, as on the family's own path.`,
        schema: idempotencyKeySchema,
      },
    ],
    requestBody: { required: true, content: of.content },
    responses: {
      200: { ...answered, headers: { [ignoredHeaderName]: ignored } },
      ...openaiProblems(...submitProblems),
    },
  };
}

export function openaiPaths(families: readonly Family[]): Json {
  const [maker, film] = [named(families, openaiUsual.image), named(families, openaiUsual.video)];
  const { body, records, id } = sampleOf(maker);
  const url = Object.values(records.completed).find((value) => String(value).startsWith('https://'));
  const made = { created: 1767225750, output_format: 'jpeg', data: [{ url, generation_id: id }] };
  const images = says('The pictures, which it waits for.', reference('OpenaiImages'), made);
  const prompt = String(body['prompt']);
  const video = videoSample(film);
  const queued = { ...video, status: openaiStatuses.pending, progress: 0, completed_at: null, expires_at: null };
  const asked = { model: film.slug, prompt: video['prompt'], seconds: '5', size: '1280x720' };
  return {
    '/v1/models': { get: models(families) },
    '/v1/images/generations': {
      post: creating({
        id: 'createImages',
        summary: 'Create images',
        description: 'Submits, waits for the end and answers with the pictures. A picture that fails is a refusal.',
        content: json(reference('OpenaiImageCreation'), { model: maker.slug, prompt, size: '1024x1024' }),
        answer: images,
      }),
    },
    '/v1/images/edits': {
      post: creating({
        id: 'editImages',
        summary: 'Edit images',
        description: 'As creating images, from pictures that are sent as files to a family that takes them.',
        content: form(reference('OpenaiImageEdit'), { model: maker.slug, prompt, image: ['(the file)'] }),
        answer: images,
      }),
    },
    '/v1/videos': {
      post: creating({
        id: 'createVideo',
        summary: 'Create a video',
        description: 'Submits, and answers at once. The price is charged.',
        content: {
          ...json(reference('OpenaiVideoCreation'), asked),
          ...form(reference('OpenaiVideoForm'), { ...asked, input_reference: '(the file)' }),
        },
        answer: says('Accepted and charged.', reference('OpenaiVideo'), queued),
      }),
      get: listVideos(video),
    },
    '/v1/videos/{video_id}': {
      get: one('getVideo', 'Get a video', 'Its record.', says('The video.', reference('OpenaiVideo'), video)),
      delete: one(
        'deleteVideo',
        'Cancel or delete a video',
        'Cancels one that has not ended, with its refund. Of one that has ended it deletes the files.',
        says(
          'It is done.',
          object({ id: text, object: { ...text, const: 'video.deleted' }, deleted: { type: 'boolean' } }),
          {
            id: video['id'],
            object: 'video.deleted',
            deleted: true,
          },
        ),
      ),
    },
    '/v1/videos/{video_id}/content': { get: content },
  };
}

const json = (schema: Json, example: Json) => ({ 'application/json': { schema, example } });
const form = (schema: Json, example: Json) => ({ 'multipart/form-data': { schema, example } });

const named = (families: readonly Family[], slug: string): Family =>
  families.find((family) => family.slug === slug) ?? families[0]!;

function models(families: readonly Family[]): Json {
  const family = named(families, openaiUsual.image);
  const prices = Object.fromEntries(Object.entries(family.prices).map(([item, price]) => [item, formatPrice(price)]));
  const { slug, output, summary } = family;
  const model = { id: slug, object: 'model', created: 1767225600, owned_by: 'afterimage', family: slug, output };
  return {
    operationId: 'listModels',
    tags: [openaiTag.name],
    summary: 'List models',
    description: 'Every family and every model of it, with what each makes and costs.',
    responses: {
      ...says('All of them.', listOf('OpenaiModel'), { object: 'list', data: [{ ...model, about: summary, prices }] }),
      ...openaiProblems('Unauthorized', 'Forbidden', 'RateLimited', 'ServerError', 'Unavailable'),
    },
  };
}

const listOf = (name: string, more: Json = {}) =>
  object({ object: { ...text, const: 'list' }, data: { type: 'array', items: reference(name) }, ...more });

function videoSample(family: Family): Json {
  const { id, body } = sampleOf(family);
  return {
    id,
    object: 'video',
    model: family.slug,
    status: openaiStatuses.completed,
    progress: 100,
    created_at: 1767225600,
    completed_at: 1767225750,
    expires_at: 1767830550,
    prompt: body['prompt'],
    seconds: '5',
    size: '1280x720',
    remixed_from_video_id: null,
    error: null,
  };
}

function listVideos(video: Json): Json {
  const { limitMin, limitMax, limitDefault } = listAll;
  const limit = { type: 'integer', minimum: limitMin, maximum: limitMax, default: limitDefault };
  const failed = {
    ...video,
    status: openaiStatuses.failed,
    progress: 0,
    completed_at: null,
    expires_at: null,
    error: { code: 'TIMEOUT', message: failureMeanings['TIMEOUT'] },
  };
  const page = { object: 'list', data: [video, failed], first_id: video['id'], last_id: video['id'], has_more: false };
  return {
    operationId: 'listVideos',
    tags: [openaiTag.name],
    summary: 'List videos',
    description: 'Videos of all families, newest first.',
    parameters: [
      { name: 'limit', in: 'query', description: 'How many at most.', schema: limit },
      {
        name: 'after',
        in: 'query',
        description: '`last_id` of the page before.',
        schema: { ...text, format: 'uuid' },
      },
      { name: 'order', in: 'query', description: 'Newest first.', schema: { ...text, enum: ['desc'] } },
    ],
    responses: {
      ...says(
        'One page.',
        listOf('OpenaiVideo', {
          first_id: orNull('string'),
          last_id: orNull('string'),
          has_more: { type: 'boolean' },
        }),
        page,
      ),
      ...openaiProblems('BadRequest', 'Unauthorized', 'Forbidden', 'RateLimited', 'ServerError', 'Unavailable'),
    },
  };
}

const videoId = {
  name: 'video_id',
  in: 'path',
  required: true,
  description: 'As its creation answered it.',
  schema: { ...text, format: 'uuid' },
};

const one = (operationId: string, summary: string, description: string, answer: Json): Json => ({
  operationId,
  tags: [openaiTag.name],
  summary,
  description,
  parameters: [videoId],
  responses: {
    ...answer,
    ...openaiProblems('Unauthorized', 'Forbidden', 'NotFound', 'RateLimited', 'ServerError', 'Unavailable'),
  },
});

const content: Json = {
  operationId: 'getVideoContent',
  tags: [openaiTag.name],
  summary: 'Get the file of a video',
  description: 'The video itself, once it is completed.',
  parameters: [
    videoId,
    { name: 'variant', in: 'query', description: 'There is no other.', schema: { ...text, enum: ['video'] } },
    { name: 'Range', in: 'header', description: 'One range of bytes.', schema: text },
  ],
  responses: {
    200: { description: 'The file.', content: { 'video/mp4': { schema: file } } },
    206: { description: 'The range asked for.', content: { 'video/mp4': { schema: file } } },
    416: { description: 'No such range.' },
    ...openaiProblems(
      'BadRequest',
      'Unauthorized',
      'Forbidden',
      'NotFound',
      'RateLimited',
      'ServerError',
      'Unavailable',
    ),
  },
};
