/** What an event is: whom it concerns, where it goes, and what it says. */
import type { Family, GenerationView } from '@afterimage/contract';

export interface EventDefinition<Subject> {
  readonly name: string;
  /** What one of it is called where deliveries are shown, by the status of its generation; without it, by its name. */
  nameShown?(generationStatus: string): string;
  concerns(subject: Subject): Concerned;
  /** Made once, when the event happens: every attempt sends the same bytes. */
  payload(subject: Subject): Readonly<Record<string, unknown>>;
}

/** One of a generation that ends so: settling tells of it, in the transaction that ends the generation. */
export interface EndEvent extends EventDefinition<EndedGeneration> {
  readonly toldAt: readonly ('completed' | 'failed')[];
}

export interface EndedGeneration {
  accountId: string;
  family: Family;
  view: GenerationView;
  callbackUrl: string;
}

export interface Concerned {
  accountId: string;
  /** A generation tells of each event once. Null: the event is about none. */
  generationId: string | null;
  url: string;
}
