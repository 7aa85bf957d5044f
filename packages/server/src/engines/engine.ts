/** What every engine must do: start work once, say where it stands, hand over the output. It never waits, charges or stores. */
import type { FailureClass, MediaRole, Scenario, Work } from '@afterimage/contract';

/** One medium of the request, already fetched and looked at; in the order in which the engine should see it. */
export interface EngineMedia {
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
}

/** The engine's own name for work it accepted: plain JSON under 4 kB, no secrets, good in any later process. */
export type Handle = Readonly<Record<string, string | number>>;

/** A small picture that stands for an output on pages that show many. */
export interface EnginePoster {
  type: string;
  /** Base64. */
  thumbhash: string;
  copyTo(file: string): Promise<void>;
}

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

export type Poll =
  | { state: 'queued' }
  /** Percent, 0 to 100; null where the engine cannot say. */
  | { state: 'running'; progress: number | null }
  | { state: 'succeeded'; output: EngineOutput }
  | { state: 'failed'; error: EngineError }
  /** The engine does not know this handle (any more). Whether to start again is the caller's choice. */
  | { state: 'lost' };

export interface PollOptions {
  /** What the caller knows already; null the first time. */
  seen: Poll | null;
  waitMilliseconds: number;
  signal: AbortSignal;
}

/**
 * `final`: the engine decided, asking again changes nothing. `passing`: the same work may succeed later.
 * `unknown`: no answer came, so the work may have been accepted; only `find` can tell, and a paid engine must not be
 * asked again before it has.
 */
export type Verdict = 'final' | 'passing' | 'unknown';

/** Why an engine did not take the work, or did not finish it. Its message is for the operator's log and for failure details. */
export class EngineError extends Error {
  readonly failure: FailureClass;
  readonly verdict: Verdict;
  /** A family's own failure code, where a sandbox scenario names it. */
  readonly code: string | null;

  constructor(message: string, options: { failure: FailureClass; verdict: Verdict; code?: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.failure = options.failure;
    this.verdict = options.verdict;
    this.code = options.code ?? null;
  }
}

export type Start = { outcome: 'accepted'; handle: Handle } | { outcome: 'refused'; error: EngineError };

export interface EngineTraits {
  /** A paid engine is asked once a token, never again; a free one may be asked again with the same token. */
  paid: boolean;
  /** Whether `find` can tell for certain if a token was started; `heuristic`: that it was, but never that it was not. */
  find: 'exact' | 'heuristic' | 'none';
  /** How many generations may be with this engine at once. */
  slots: number;
}

export interface Engine {
  readonly name: string;
  readonly traits: EngineTraits;
  check(signal: AbortSignal): Promise<{ ok: boolean; detail: string }>;
  /** Accepted once the work is safe with the engine; a second start with the same token joins the first. */
  start(work: EngineWork, signal: AbortSignal): Promise<Start>;
  find(token: string, signal: AbortSignal): Promise<Handle | 'absent' | 'cannot_tell'>;
  /**
   * Where the work stands: at once when that differs from `seen`, else as soon as it changes, at the latest after
   * `waitMilliseconds`. Works in a process that did not start the work. Rejects with the signal's reason on abort.
   */
  poll(handle: Handle, options: PollOptions): Promise<Poll>;
  /** Stops the work and forgets it; fine when it is over or unknown. */
  cancel(handle: Handle, signal: AbortSignal): Promise<void>;
  /** The output has been copied, or nobody wants it: what was kept for it may go. A later poll says `lost`. */
  forget(handle: Handle): Promise<void>;
  /** Removes what nobody came back for within a day; answers how many pieces of work that was. */
  sweep(): Promise<number>;
  /** Stops what runs in this process; another process can take it up by its handle. */
  close(): Promise<void>;
}
