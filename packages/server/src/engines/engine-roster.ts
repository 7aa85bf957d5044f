/** What whoever runs generations asks of the engines: who makes what, how each is to be asked, and how it is doing. */
import type { MediaInput, Mode, Scenario, Work } from '@afterimage/contract';
import type { Engine, EngineFault, Handle, Poll, RouteUse } from './engine.ts';
import type { LookOptions } from './shared-polls.ts';

/** When an engine is asked how far it is. */
export interface Cadence {
  firstSeconds: number;
  everySeconds: number;
  /** At the longest, when it asks for patience. */
  maxSeconds: number;
}

export interface Policy {
  /** How long word of an order that got no reply is waited for. */
  unknownGraceSeconds: number;
  /** How many engines may be tried for one generation. */
  enginesMax: number;
  contentPolicyFallback: boolean;
}

/** All that decides who may make a generation. */
export interface Routed {
  /** What a sandbox asks for is made by embedded engines, whatever the routes say. */
  mode: Mode;
  /** What its sandbox asks to be played; null: nothing. */
  scenario: Scenario | null;
  family: string;
  model: string;
  fields: Readonly<Record<string, unknown>>;
}

/** All that decides whether one of them can. */
export interface RoutedWork extends Routed {
  work: Work;
  seed: number;
  inputs: readonly RoutedInput[];
}

/** Without a size while it is only an address. */
export interface RoutedInput extends Pick<MediaInput, 'role' | 'kind'> {
  width: number | null;
  height: number | null;
  milliseconds: number | null;
}

export interface EngineRoster {
  /** Undefined where no entry of the operator's file has this name (any more), whatever runs with an engine of before. */
  find(name: string): Engine | undefined;
  /** Who may make it, in the order of fallback. */
  routeOf(generation: Routed): readonly RouteUse[];
  cadenceOf(engine: string): Cadence;
  /** What may be spent with it in a day; null: no cap. */
  capOf(engine: string): number | null;
  policy(): Policy;
  /** Whether an engine takes new work: neither drained nor cut off, and not over the cap of its day. */
  isOpen(engine: string): boolean;
  /** Whether the engine of that entry of its route could take it over: there, open, and able to make it. */
  takes(generation: RoutedWork, use: RouteUse): boolean;
  /**
   * Learns what other processes know of the engines; returns those, past ones too, that take no new work. One that only
   * another worker's file names is that worker's, whatever may be said of it.
   */
  refresh(signal: AbortSignal): Promise<readonly string[]>;
  /** Says for a while, to all processes, which engines the file of this worker names. */
  nameEngines(seconds: number): Promise<void>;
  /** Of one handle, with others in one request where the engine can. */
  look(engine: Engine, handle: Handle, options: LookOptions): Promise<Poll>;
  /** Counts against the engine, or for it. */
  note(engine: Engine, news: { fault: EngineFault } | 'works' | 'over cap'): void;
  /** Holds an engine for work that is with it, whatever the file says meanwhile; returns how to let it go. */
  hold(engine: Engine): () => void;
  /** Where the engine may tell us to look; null: nowhere. */
  hookOf(engine: Engine, token: string): string | null;
}
