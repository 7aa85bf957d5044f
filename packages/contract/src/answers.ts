/** The words of the answer tables: what submit answers, records and webhooks show, each with its JSON Schema. */
import type { JsonSchema } from './fields.ts';
import type { GenerationView } from './generation.ts';
import { linkHours, queuePositionMax } from './limits.ts';
import { formatPrice } from './money.ts';
import { isFinal, statuses } from './states.ts';

/** One field of an answer. */
export interface Shown {
  readonly schema: JsonSchema;
  readonly show: (generation: GenerationView) => unknown;
}

/** The fields of an answer, in the order in which it shows them. */
export type Answer = Readonly<Record<string, Shown>>;

const exampleId = '0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37';

export const id: Shown = {
  schema: { type: 'string', format: 'uuid', examples: [exampleId] },
  show: (generation) => generation.id,
};

export const status: Shown = {
  schema: { type: 'string', enum: statuses },
  show: (generation) => generation.status,
};

/** A webhook tells of an end. */
export const ended: Shown = {
  schema: { type: 'string', enum: statuses.filter(isFinal) },
  show: (generation) => generation.status,
};

/** A submit answers `pending` always, also when it is repeated after the job has moved on. */
export const pending: Shown = {
  schema: { type: 'string', const: 'pending' },
  show: () => 'pending',
};

export const prompt: Shown = {
  schema: { type: 'string', description: 'The prompt as it was sent.' },
  show: (generation) => generation.prompt,
};

export const price: Shown = {
  schema: {
    type: 'string',
    pattern: '^\\d+\\.\\d{4}$',
    description: 'Charged at submission, in USD.',
    examples: ['0.2100'],
  },
  show: (generation) => formatPrice(generation.price),
};

export const seed: Shown = {
  schema: { type: 'integer', description: 'The seed used: the one sent, or the one drawn.' },
  show: (generation) => generation.seed,
};

export const mediaUrl: Shown = {
  schema: {
    type: ['string', 'null'],
    format: 'uri',
    description: `Set when completed. The link expires after ${linkHours} hours; a later record gives a fresh one.`,
  },
  show: (generation) => (generation.status === 'completed' ? generation.mediaUrl : null),
};

/** The record's `model`; the keywords narrow what it may be. */
export const model = (keywords: JsonSchema): Shown => ({
  schema: { type: 'string', ...keywords },
  show: (generation) => generation.model,
});

export const failureCode: Shown = {
  schema: { type: ['string', 'null'], description: 'The failure code when failed, else null.' },
  show: codeOf,
};

/** gamma's way to say why. */
export const failureObject: Shown = {
  schema: {
    type: ['object', 'null'],
    required: ['message', 'details'],
    properties: {
      message: { type: 'string', description: 'The failure code.' },
      details: { type: 'object', properties: { reason: { type: 'string' } } },
    },
  },
  show: (generation) =>
    generation.status === 'failed'
      ? { message: codeOf(generation), details: { reason: generation.failureReason ?? codeOf(generation) } }
      : null,
};

const time = { format: 'date-time', examples: ['2025-06-01T12:00:00.000Z'] };

export const createdAt: Shown = {
  schema: { type: 'string', ...time },
  show: (generation) => generation.createdAt.toISOString(),
};

/** Set on failure too. */
export const completedAt: Shown = {
  schema: { type: ['string', 'null'], ...time, description: 'When it completed or failed.' },
  show: (generation) => generation.finishedAt?.toISOString() ?? null,
};

export const progressPercent: Shown = {
  schema: { type: ['integer', 'null'], minimum: 0, maximum: 100, description: 'Only while processing.' },
  show: (generation) =>
    generation.status === 'processing' ? Math.round(Math.min(100, Math.max(0, generation.progress ?? 0))) : null,
};

export const queuePosition: Shown = {
  schema: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: queuePositionMax,
    description: 'From 1, only while pending.',
  },
  show: (generation) => (generation.status === 'pending' ? generation.queuePosition : null),
};

function codeOf(generation: GenerationView): string | null {
  return generation.status === 'failed' ? generation.failureCode : null;
}

/** Compiled once a family: records are the hottest path of the service. */
export function showing(answer: Answer): (generation: GenerationView) => Record<string, unknown> {
  const entries = Object.entries(answer);
  return (generation) => {
    const shown: Record<string, unknown> = {};
    for (const [name, field] of entries) shown[name] = field.show(generation);
    return shown;
  };
}

export function answerSchema(answer: Answer): Record<string, unknown> {
  const entries = Object.entries(answer);
  return {
    type: 'object',
    required: entries.map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
  };
}
