/** The form of a family file: what a family declares, typed by its own fields. */
import type { Answer } from './answers.ts';
import type { FailureTable } from './failures.ts';
import type { Family } from './family.ts';
import type { Field } from './fields.ts';
import type { GenerationRequest, MediaFacts, MediaInput, Work } from './generation.ts';
import type { Rule } from './rules.ts';

/** What every family's fields have in common. */
export type FieldTable = Readonly<Record<string, Field<unknown>>> & {
  readonly prompt: Field<string>;
  readonly callback_url: Field<string | undefined>;
  readonly seed?: Field<number | undefined>;
};

/** The same, as values: what the reader may rely on whatever the family. */
export interface CommonRequest {
  readonly prompt: string;
  readonly callback_url: string | undefined;
  readonly max_price: number | undefined;
  readonly seed?: number | undefined;
}

export type NameOf<Fields> = keyof Fields & string;

/** The request as the family's code sees it: the type of each field follows from its word. */
export type RequestOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

/** What a family says of the work; the rest (prompt, output, silence, no watermark …) is filled in. */
export type WorkChoice = Pick<Work, 'task' | 'shape'> & Partial<Work>;

/** A request that was read, with the family's own types for its fields. */
export type ReadRequest<Fields> = GenerationRequest & { fields: Partial<RequestOf<Fields>> };

export interface FamilyDefinition<Fields extends FieldTable> {
  slug: string;
  title: string;
  summary: string;
  path: string;
  output: 'video' | 'image';
  idName: 'generation_id' | 'task_uuid';
  lists?: true;
  documentedWithSlash?: true;
  faultStatus?: 400 | 422;
  statusLimited?: true;

  fields: Fields;
  rules?: readonly Rule<NameOf<Fields>, RequestOf<Fields>>[];
  /** A request body that works as it stands: the documentation shows it, tests send it, and the models that routes name are found from it. */
  example: Readonly<Record<string, unknown>>;
  /** What follows from the fields once all rules hold: the model meant, defaults that depend on it. */
  resolve?: (request: RequestOf<Fields>) => Partial<RequestOf<Fields>>;
  /** Fields that this request validates but does not use; those sent are named in `Afterimage-Ignored`. */
  unused?: (request: RequestOf<Fields>, media: readonly MediaInput[]) => NameOf<Fields>[];
  /** The media as the engine should see them; given in the order of the fields. */
  arrange?: (media: MediaInput[]) => MediaInput[];
  /** The record's `model`. */
  model: (request: RequestOf<Fields>) => string;
  priority?: (request: RequestOf<Fields>) => 0 | 1;
  work: (request: RequestOf<Fields>, media: readonly MediaInput[]) => WorkChoice;

  /** The media of the heaviest request that breaks no rule. */
  mediaBytesMax: number;
  /** Faults that only the media's content can show. */
  checkMedia?: Family['checkMedia'];

  prices: Readonly<Record<string, number>>;
  price: (request: ReadRequest<Fields>, facts: readonly (MediaFacts | undefined)[]) => { item: string; times?: number };
  /** Where the price follows the media: what the cheapest that are taken come to. */
  cheapestMedia?: (media: readonly MediaInput[]) => (MediaFacts | undefined)[];
  timeLimits: Readonly<Record<string, number>>;
  timeLimit?: (request: GenerationRequest) => string;
  failures: FailureTable;

  accepted: Answer;
  record: Answer;
  webhook: Answer;
}
