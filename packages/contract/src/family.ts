/** What a family must say about itself. Routes, validation, prices, records, OpenAPI, forms and flags all derive from this. */

import type { Failure, FailureClass } from './failures.ts';
import type { Fault } from './fields.ts';
import type { GenerationRequest, GenerationView, MediaFacts } from './generation.ts';
import type { MediaFieldRule } from './media-rule.ts';
import type { Mode } from './mode.ts';

export type { MediaFieldRule } from './media-rule.ts';

export type Reading = { ok: true; request: GenerationRequest; ignored: string[] } | { ok: false; faults: Fault[] };

/** A family as the rest of the service sees it: every type of its own erased. */
export interface Family {
  /** Stable name in the database, settings and commands: `alpha-o3-video`. */
  readonly slug: string;
  /** As the specification's table writes it: `alpha o3-video`. */
  readonly title: string;
  readonly summary: string;
  /** `/v1/alpha/o3-video`: submit at `…/generate`, status at `…/generations/{id}`. */
  readonly path: string;
  readonly output: 'video' | 'image';
  readonly idName: 'generation_id' | 'task_uuid';
  /** Whether `GET …/generations` lists the account's generations. */
  readonly lists: boolean;
  /** The specification writes beta's status path with a slash at the end; both forms work everywhere. */
  readonly documentedWithSlash: boolean;
  /** Field faults are 400 `{detail, errors}`, or beta's 422 `{detail: [{loc, msg, type}]}`. */
  readonly faultStatus: 400 | 422;
  /** Status checks share the limit of 60 a minute a key (o3-photo and o3-video). */
  readonly statusLimited: boolean;
  /** Its record shows the position in the queue while pending (beta); looking it up costs a statement. */
  readonly showsQueuePosition: boolean;
  readonly mediaFields: ReadonlyMap<string, MediaFieldRule>;
  /** 413 above this: 4/3 of its media limits plus 1 MB. */
  readonly bodyBytesMax: number;
  /** Default prices by item, ten-thousandths of a dollar; the operator may change each. */
  readonly prices: Readonly<Record<string, number>>;
  /** Default time limits in seconds; the first key is the slug, others (`alpha-motion`) are variants. */
  readonly timeLimits: Readonly<Record<string, number>>;
  /** Every code a failed job of this family may carry, with what it says. */
  readonly failures: readonly Failure[];
  readonly failureCodes: readonly string[];
  /** From and to which a seed is drawn where the caller sends none, both included. */
  readonly seeds: { readonly min: number; readonly max: number };

  read(body: Readonly<Record<string, unknown>>, mode: Mode): Reading;
  /** Which price item applies, and how many times. `facts` are those of `request.media`, in order; undefined where not yet known. */
  priceOf(request: GenerationRequest, facts: readonly (MediaFacts | undefined)[]): { item: string; times: number };
  /** The least that it may come to, from the fields alone: whoever cannot pay that is told before the media is looked at. */
  leastPriceOf(request: GenerationRequest): { item: string; times: number };
  /** Which of `timeLimits` applies. */
  timeLimitOf(request: GenerationRequest): string;
  failureCode(failure: FailureClass): string;
  /** Faults that only the media's content can show (an image's ratio, a video's length). */
  checkMedia(request: GenerationRequest, facts: readonly (MediaFacts | undefined)[]): Fault[];

  accepted(generation: GenerationView): Record<string, unknown>;
  record(generation: GenerationView): Record<string, unknown>;
  webhook(generation: GenerationView): Record<string, unknown>;

  /** JSON Schemas for OpenAPI and forms. */
  readonly schemas: {
    request: Record<string, unknown>;
    accepted: Record<string, unknown>;
    record: Record<string, unknown>;
    webhook: Record<string, unknown>;
  };
}
