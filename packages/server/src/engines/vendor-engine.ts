/** What an engine beyond this process must do: take work once, be asked where it stands, hand over what it made. */
import type { EngineMedia, EngineTraits, EngineWork, Handle } from './engine.ts';

export type { Handle } from './engine.ts';

/** Everything that may go wrong at an engine. Adapters speak only these; which code a family shows is not theirs to say. */
export const errorClasses = [
  'content_policy',
  /** Nothing was made, and no reason given. */
  'declined',
  'image_inaccessible',
  'invalid_image',
  /** The engine cannot make this: the next of the route may. */
  'unsupported',
  'rate_limited',
  /** It takes no more work for now: not a failure. */
  'capacity',
  'auth',
  'quota',
  'unavailable',
  'timeout',
  'internal',
  /** It may have taken the work, and nobody can tell. */
  'unknown_submit',
] as const;
export type ErrorClass = (typeof errorClasses)[number];

/** For the operator only: the message is the vendor's own text. */
export interface EngineFault {
  class: ErrorClass;
  message: string;
  vendorCode?: string;
  requestId?: string;
  retryAfterSeconds?: number;
}

export interface VendorMedia extends EngineMedia {
  /** Lowercase hexadecimal. */
  sha256: string;
  /** The bytes, read when they are needed. */
  open(): Promise<Blob>;
  /** A signed link of ours that is good for this long; null where the service has no address that the world can reach. */
  link(seconds: number): string | null;
}

/** One entry of a route's `use`, read from the operator's file. */
export interface RouteUse {
  engine: string;
  /** The vendor's own id. */
  model: string | null;
  dialect: string | null;
  preset: string | null;
  /** Laid over what the engine is sent. */
  set: Readonly<Record<string, unknown>>;
  /** Which of the engine's input fields carries which of our values; null: the preset or the engine's schema says. */
  input: Readonly<Record<string, string>> | null;
  /** A ComfyUI graph in API format, and the places in it that take our values. */
  workflow: Readonly<Record<string, unknown>> | null;
  bind: Readonly<Record<string, string>> | null;
  /** Exception classes of a workflow's own nodes. */
  errors: Readonly<Record<string, ErrorClass>>;
  costUsd: number | null;
}

export interface VendorWork extends EngineWork {
  media: readonly VendorMedia[];
  use: RouteUse;
  /** Where the vendor may tell us to look; it carries the token. Null: nowhere. */
  hook: string | null;
}

/** What `fit` needs to know: all of it is there at submission, before a byte of media has been fetched. */
export type FitQuestion = Pick<VendorWork, 'family' | 'model' | 'work' | 'width' | 'height' | 'seed' | 'use'> & {
  media: readonly Pick<VendorMedia, 'role' | 'kind' | 'link'>[];
};

/** What the core makes of the media before anything is paid. */
export interface InputNeeds {
  imageTypes: readonly string[];
  videoTypes: readonly string[];
  imageBytesMax: number;
  /** Pixels of the short edge; 0: any. */
  imageEdgeMin: number;
  /** `output`: scaled and cropped to the exact size of what is made. */
  imageSize: 'any' | 'output';
}

/** `notes` name what is adjusted or not applied (`seed:not_applied`); `why` completes "it cannot make …". */
export type Fit =
  | { fits: true; notes: readonly string[]; inputs: InputNeeds }
  | { fits: false; what: Misfit; why: string };

/** What stands in the way, so that a refusal can name the field. */
export type Misfit = 'task' | 'aspect_ratio' | 'seconds' | 'resolution' | 'prompt' | 'media' | 'link' | 'model';

export interface VendorOutput {
  /** What the engine calls it; the core looks for itself. */
  type: string;
  milliseconds: number | null;
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

export interface Succeeded {
  state: 'succeeded';
  outputs: readonly VendorOutput[];
  /** The engine's own figure; null where it gives none. */
  costUsd: number | null;
  seed: number | null;
}

export type Start =
  /** The work runs there: the handle is committed before the first poll. */
  | { outcome: 'accepted'; handle: Handle }
  /** Synchronous engines: it is over already. Nothing of it can be fetched again. */
  | { outcome: 'finished'; end: Succeeded }
  /** A definite no: nothing runs and nothing is owed. */
  | { outcome: 'refused'; fault: EngineFault }
  /** No answer, or one that proves nothing: it may run and may be owed. Only `find` can tell. */
  | { outcome: 'unknown'; fault: EngineFault };

export type VendorPoll =
  | { state: 'queued'; position: number | null }
  /** Percent, 0 to 100. */
  | { state: 'running'; progress: number | null }
  | Succeeded
  /** `billed` null: the vendor does not say. */
  | { state: 'failed'; fault: EngineFault; billed: boolean | null }
  | { state: 'canceled' }
  /** The engine does not know this handle (any more). */
  | { state: 'lost' }
  /** The question got no good answer; of the work nothing is known. Never the end of a job. */
  | { state: 'silent'; fault: EngineFault };

export type Found = Handle | 'absent' | 'cannot_tell';

export interface VendorTraits extends EngineTraits {
  /** Whether a handle is good in a later process. */
  resumable: boolean;
  cancel: 'yes' | 'no';
  /** Whether the engine tells of changes by itself, through `watch` or `hook`. */
  push: 'yes' | 'no';
}

export interface HookRequest {
  /** As it was called, with what the adapter added to it. */
  url: URL;
  headers: Headers;
  raw: Uint8Array;
}

/** A call of the vendor is a hint at most: `look` names what an authenticated poll should look at. */
export type HookNews = { news: 'look'; handle: Handle | null } | { news: 'refused'; why: string };

export interface VendorEngine {
  readonly name: string;
  readonly kind: string;
  readonly traits: VendorTraits;
  check(signal: AbortSignal): Promise<{ ok: boolean; detail: string }>;
  /**
   * At the start, and when the operator's file has changed: learns what `fit` has to know of the models that routes name.
   * Returns what these uses can never do there, such as a field, a node or a model file that is missing.
   */
  prepare?(uses: readonly RouteUse[], signal: AbortSignal): Promise<{ use: RouteUse; why: string }[]>;
  /** Pure and synchronous, so that a submit can be refused before it is charged. */
  fit(question: FitQuestion): Fit;
  /** Sends one request that may cost money, never a second. Everything that can fail before it is `refused`. */
  start(work: VendorWork, signal: AbortSignal): Promise<Start>;
  find(token: string, signal: AbortSignal): Promise<Found>;
  /** Engines that can wait answer as soon as the work is over, at the latest after `waitSeconds`. */
  poll(handle: Handle, options: { waitSeconds: number; signal: AbortSignal }): Promise<VendorPoll>;
  /** One request for many handles; the answers in their order. */
  pollMany?(handles: readonly Handle[], signal: AbortSignal): Promise<VendorPoll[]>;
  /** Tells of changes as they happen, until the work is over or the signal aborts. Faster than polls, and no truer. */
  watch?(handle: Handle, tell: (poll: VendorPoll) => void, signal: AbortSignal): Promise<void>;
  /** `asked`: it was told to stop, which it may do or not. */
  cancel(handle: Handle, signal: AbortSignal): Promise<'asked' | 'cannot'>;
  hook?(request: HookRequest): Promise<HookNews>;
  close(): Promise<void>;
}

/** What every adapter is made from; its own options come from its entry in the operator's file. */
export interface EngineEntry {
  name: string;
  /** Without a slash at the end; null: the vendor's own. */
  url: string | null;
  key: Secret | null;
  /** Kling's older pair. */
  accessKey: Secret | null;
  secretKey: Secret | null;
  /** What proves that a call of the vendor is his. */
  hookSecret: Secret | null;
  headers: Readonly<Record<string, Secret>>;
  slots: number;
  paid: boolean;
  /** `inline_inputs`, `sign`, `dialect`: what only some kinds have. */
  options: Readonly<Record<string, string | boolean>>;
}

/** A value that is shown to the vendor and to nobody else: printed, logged or written as JSON it is three stars. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '***';
  }
}
