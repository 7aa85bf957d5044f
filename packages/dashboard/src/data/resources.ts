/** What the service tells of, by name: every screen takes these types from here, and none from another screen. */
import type { Of, resources } from '@afterimage/contract/api';
import type { Answered } from './reads.ts';

export type Person = Of<typeof resources.person>;
export type Membership = Of<typeof resources.membership>;
export type Session = Of<typeof resources.session>;

/** A generation in a list, and in an event. */
export type GenerationSummary = Of<typeof resources.generationSummary>;
/** The whole of one. */
export type Generation = Answered<'getGeneration'>;
export type Delivery = Of<typeof resources.deliverySummary>;

export type ApiKey = Of<typeof resources.apiKey>;
export type NewApiKey = Of<typeof resources.newApiKey>;

export type OperatorOverview = Of<typeof resources.operatorOverview>;
export type OperatorEngine = Of<typeof resources.operatorEngine>;
export type OperatorGeneration = Of<typeof resources.operatorGeneration>;
export type OperatorAction = Of<typeof resources.operatorAction>;
export type OperatorAccount = Of<typeof resources.operatorAccount>;
export type OperatorPerson = Of<typeof resources.operatorPerson>;
export type Invitation = Of<typeof resources.invitation>;
/** A link that signs one person in, to be handed over. */
export interface NewLink {
  email: string;
  url: string;
}
