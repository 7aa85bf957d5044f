/** An engine of our own as the table knows it, before any of it has been made. */
import type { GenerationRequest, Mode } from '@afterimage/contract';
import type { Engine, EngineTraits } from './engine.ts';
import type { Signer } from './provenance.ts';

export interface EmbeddedDefinition {
  /** What generations wait for; it stands in their rows. */
  readonly name: string;
  /** Which program drives it: several engines may be of one kind. */
  readonly kind: string;
  traits(settings: { concurrency: number }): Omit<EngineTraits, 'embedded'>;
  /** Asked from the end of the table: the first that takes a generation gets it. */
  takes(generation: RoutedGeneration): boolean;
  /** It plays scenarios, which only sandboxes have: no route may name it. */
  plays?: 'scenarios';
  create(given: EngineGiven): Engine;
}

/** What the operator's file has to know of one: nothing else may have its name. */
export type EmbeddedName = Pick<EmbeddedDefinition, 'name' | 'plays'>;

export interface RoutedGeneration {
  mode: Mode;
  family: string;
  request: Pick<GenerationRequest, 'model' | 'scenario'>;
}

export interface EngineGiven {
  name: string;
  traits: EngineTraits;
  /** The engine's own, shared by all processes of the service; it need not exist. */
  folder: string;
  /** Puts its name to every output; absent in a process that makes none. */
  signer: Signer | undefined;
  /** Another engine of the table. */
  engine(name: string): Engine;
}
