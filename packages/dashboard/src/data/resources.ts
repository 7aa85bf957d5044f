/** What the service tells of, by name: every screen takes these types from here, and none from another screen. */
import type { AnswerOf } from '@afterimage/client';
import type { apiRoutes, Of, resources } from '@afterimage/contract/api';

export type Person = Of<typeof resources.person>;
export type Membership = Of<typeof resources.membership>;
export type Role = Membership['role'];
export type Session = Of<typeof resources.session>;

/** A generation in a list, and in an event. */
export type GenerationSummary = Of<typeof resources.generationSummary>;
/** The whole of one. */
export type Generation = Of<typeof resources.generation>;
/** A medium that was sent along. */
export type GenerationInput = Generation['inputs'][number];
/** One go of an engine at making it, told to the operator. */
export type EngineAttempt = Of<typeof resources.engineAttempt>;
export type Delivery = Of<typeof resources.deliverySummary>;
/** With what was sent and each of its attempts. */
export type DeliveryWhole = Of<typeof resources.delivery>;
export type DeliveryAttempt = Of<typeof resources.attempt>;
export type WebhookSecret = Of<typeof resources.webhookSecret>;

export type Balance = Of<typeof resources.balance>;
export type SpentDay = Balance['days'][number];
export type UsageAnswer = Of<typeof resources.usage>;
export type UsageFailure = UsageAnswer['failures'][number];
export type LedgerEntry = Of<typeof resources.ledgerEntry>;

export type ApiKey = Of<typeof resources.apiKey>;
export type SpendLimit = NonNullable<ApiKey['spend_limit']>;
export type NewApiKey = Of<typeof resources.newApiKey>;
/** One request that a key made. */
export type RequestNote = Of<typeof resources.requestNote>;

export type OperatorOverview = Of<typeof resources.operatorOverview>;
export type OverviewQueue = OperatorOverview['queues'][number];
/** An engine as the overview tells of it. */
export type OverviewEngine = OperatorOverview['engines'][number];
export type OverviewFamily = OperatorOverview['families'][number];
/** Who receives webhooks, or should. */
export type OverviewHost = OperatorOverview['webhooks']['worst_hosts'][number];
export type OperatorSeries = Of<typeof resources.operatorSeries>;
export type SeriesPoint = OperatorSeries['points'][number];
export type OperatorEngine = Of<typeof resources.operatorEngine>;
/** Who makes a model of a family, in the order of fallback. */
export type EngineRoute = Of<typeof resources.operatorEngines>['routes'][number];
export type OperatorGeneration = Of<typeof resources.operatorGeneration>;
export type OperatorAction = Of<typeof resources.operatorAction>;
export type OperatorAccount = Of<typeof resources.operatorAccount>;
/** With its keys, its people and its days. */
export type OperatorAccountWhole = Of<typeof resources.operatorAccountWhole>;
export type AccountMember = OperatorAccountWhole['members'][number];
export type OperatorPerson = Of<typeof resources.operatorPerson>;
/** With whether it must stay. */
export type OperatorMembership = OperatorPerson['memberships'][number];
export type Invitation = Of<typeof resources.invitation>;
/** A link that signs one person in, to be handed over. */
export type NewLink = Pick<Invitation, 'email'> & Pick<AnswerOf<(typeof apiRoutes)['invite']>, 'url'>;
