/** What every engine must do: take work once, be asked where it stands, hand over what it made. It never charges or stores. */
import type { MediaRole, Scenario, Work } from '@afterimage/contract';

/** Everything that may go wrong at an engine. Engines speak only these; which code a family shows is not theirs to say. */
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

export interface EngineFault {
  class: ErrorClass;
  /** For the operator only: it may be a vendor's own text. */
  message: string;
  vendorCode?: string;
  requestId?: string;
  retryAfterSeconds?: number;
  /** For the caller, where the engine is our own and knows better than the table of faults. */
  sentence?: string;
  /** A family's own failure code, where a sandbox scenario names it. */
  familyCode?: string;
  /** The service's own trouble, on the way to the engine or back: it does not count against the engine. */
  whose?: 'ours';
  /** For the log. */
  cause?: unknown;
}

/** One medium of the request, already fetched and looked at; in the order in which the engine should see it. */
export interface GatheredMedia {
  role: MediaRole;
  kind: 'image' | 'video';
  /** `image/jpeg`, `video/mp4`, …: what the bytes are, whatever the sender called them. */
  type: string;
  bytes: number;
  width: number;
  height: number;
  /** Videos only: the video track's length. */
  milliseconds?: number;
  copyTo(file: string): Promise<void>;
}

/** The same as engines get it: ours take the file, others want bytes or a link. */
export interface EngineMedia extends GatheredMedia {
  /** Lowercase hexadecimal; reckoned when it is first asked for. */
  sha256(): Promise<string>;
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

/** A route's entry that only names the engine: of one that no file says more about. */
export const bareUse = (engine: string): RouteUse => ({
  engine,
  model: null,
  dialect: null,
  preset: null,
  set: {},
  input: null,
  workflow: null,
  bind: null,
  errors: {},
  costUsd: null,
});

/** All an engine is told about a generation. */
export interface EngineWork {
  /** A UUID drawn and saved before `start`: whatever crashes, it tells whether the engine was asked already. */
  token: string;
  /** Engines that queue inside let accounts take turns. */
  accountId: string;
  family: string;
  model: string;
  work: Work;
  /** The exact size of the output, both even. */
  width: number;
  height: number;
  seed: number;
  /** Only the sandbox engine looks at it. */
  scenario: Scenario | null;
  media: readonly EngineMedia[];
  /** Nobody will want the output after this. */
  deadline: Date;
  use: RouteUse;
  /** Where the engine may tell us to look; it carries the token. Null: nowhere. */
  hook: string | null;
  /** For an engine of one's own that goes on with the trace. */
  traceparent?: string;
}

/** The engine's own name for work it accepted: plain JSON under 4 kB, no secrets, good in any later process. */
export type Handle = Readonly<Record<string, string | number>>;

/** What `fit` needs to know: all of it is there at submission, before a byte of media has been fetched. */
export type FitQuestion = Pick<EngineWork, 'family' | 'model' | 'work' | 'width' | 'height' | 'seed' | 'use'> & {
  media: readonly Pick<EngineMedia, 'role' | 'kind' | 'link'>[];
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

/** A small picture that stands for an output on pages that show many. */
export interface EnginePoster {
  type: string;
  /** Base64. */
  thumbhash: string;
  copyTo(file: string): Promise<void>;
}

/** What was made, as the service keeps it: looked at, of the size that was asked for. Our own engines hand over this. */
export interface EngineOutput {
  type: string;
  bytes: number;
  width: number;
  height: number;
  /** Null for images. */
  milliseconds: number | null;
  /** Absent where an engine makes none. */
  poster?: EnginePoster;
  /** What the engine could not do of what was asked, in sentences for the account; absent where it says nothing. */
  notes?: readonly string[];
  copyTo(file: string): Promise<void>;
}

/** What a vendor made, before anybody has looked at it. */
export interface VendorOutput {
  /** What the engine calls it; the core looks for itself. */
  type: string;
  milliseconds: number | null;
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

export type Output = EngineOutput | VendorOutput;

export const isOurs = (output: Output): output is EngineOutput => 'copyTo' in output;

export interface Succeeded {
  state: 'succeeded';
  outputs: readonly Output[];
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
  /** No reply, or one that proves nothing: it may run and may be owed. Only `find` can tell. */
  | { outcome: 'unknown'; fault: EngineFault };

export type Poll =
  /** How many stand before it there; null where the engine cannot say. */
  | { state: 'queued'; position: number | null }
  /** Percent, 0 to 100; null where the engine cannot say. */
  | { state: 'running'; progress: number | null }
  | Succeeded
  /** `billed` null: the vendor does not say. `costUsd`: its own figure, where it gives one. */
  | { state: 'failed'; fault: EngineFault; billed: boolean | null; costUsd?: number | null }
  | { state: 'canceled'; costUsd?: number | null }
  /** The engine does not know this handle (any more). */
  | { state: 'lost' }
  /** The question got no good reply; of the work nothing is known. Never the end of a job. */
  | { state: 'silent'; fault: EngineFault };

export interface PollOptions {
  /** What the caller knows already. */
  seen?: Poll | null;
  waitSeconds: number;
  signal: AbortSignal;
}

export type Found = Handle | 'absent' | 'cannot_tell';

export interface EngineTraits {
  /** A paid engine is asked once a token, never again; a free one may be asked again with the same token. */
  paid: boolean;
  /** Whether `find` can tell for certain if a token was started; `heuristic`: that it was, but never that it was not. */
  find: 'exact' | 'heuristic' | 'none';
  /** How many generations may be with this engine at once. */
  slots: number;
  /** `told`: it may say what each generation has cost; absent: it never does. */
  costs?: 'told';
  /** Our own: a part of the service, whose slots are each process's own, and whose polls answer at every change. */
  embedded?: true;
}

export interface HookRequest {
  /** As it was called, with what the adapter added to it. */
  url: URL;
  headers: Headers;
  raw: Uint8Array;
}

/** A call of the vendor is a hint at most: `look` names what an authenticated poll should look at. */
export type HookNews = { news: 'look'; handle: Handle | null } | { news: 'refused'; why: string };

export interface Engine {
  readonly name: string;
  readonly kind: string;
  readonly traits: EngineTraits;
  check(signal: AbortSignal): Promise<{ ok: boolean; detail: string }>;
  /**
   * At the start, and when the operator's file has changed: learns what `fit` has to know of the models that routes name.
   * Returns what these uses can never do there, such as a field, a node or a model file that is missing.
   */
  prepare?(uses: readonly RouteUse[], signal: AbortSignal): Promise<{ use: RouteUse; why: string }[]>;
  /** Pure and synchronous, so that a submit can be refused before it is charged. */
  fit(question: FitQuestion): Fit;
  /** Sends one request that may cost money, never a second. Everything that can fail before it is `refused`. */
  start(work: EngineWork, signal: AbortSignal): Promise<Start>;
  find(token: string, signal: AbortSignal): Promise<Found>;
  /**
   * Where the work stands. Engines that can wait answer as soon as the work is over (our own: as soon as it differs from
   * `seen`), at the latest after `waitSeconds`. Works in a process that did not start the work.
   */
  poll(handle: Handle, options: PollOptions): Promise<Poll>;
  /** One request for many handles; the replies in their order. */
  pollMany?(handles: readonly Handle[], signal: AbortSignal): Promise<Poll[]>;
  /** Tells of changes as they happen, until the work is over or the signal aborts. Faster than polls, and no truer. */
  watch?(handle: Handle, tell: (poll: Poll) => void, signal: AbortSignal): Promise<void>;
  /** `requested`: it was told to stop, which it may do or not. Fine when the work is over or unknown. */
  cancel(handle: Handle, signal: AbortSignal): Promise<'requested' | 'cannot'>;
  hook?(request: HookRequest): Promise<HookNews>;
  /** The output has been copied, or nobody wants it: what was kept for it may go. A later poll says `lost`. */
  forget?(handle: Handle): Promise<void>;
  /** Removes what nobody came back for within a day; returns how many pieces of work that was. */
  sweep?(): Promise<number>;
  /** Stops what runs in this process; another process can take it up by its handle. */
  close(): Promise<void>;
}
