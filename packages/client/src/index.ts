/** The typed client: what programs, pages and the command call the service with. */
export {
  type AccountApi,
  type AnswerOf,
  addressOf,
  createAccountApi,
  type RequestTo,
  type RouteTable,
} from './account-api.ts';
export {
  Afterimage,
  type AfterimageOptions,
  type Balance,
  type EventsOptions,
  type GenerationEvent,
  type ListOptions,
  type Page,
  type Sink,
  type SubmitOptions,
  type WaitOptions,
} from './afterimage.ts';
export { download } from './download.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  GenerationFailedError,
  InsufficientBalanceError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServiceError,
} from './errors.ts';
export type * from './family-types.ts';
export { type ForwardedWebhook, forwardWebhook } from './forward-webhook.ts';
export { type LinkState, linkState } from './link-state.ts';
export { type Media, MediaError } from './media.ts';
export { reach } from './reach.ts';
export type { Accepted, AnyRecord, FamilySlug, GenerationRecord, Progress, Status } from './records.ts';
export { Refusal, type RefusedField } from './refusal.ts';
export type { Pause, Trouble } from './retry.ts';
export { verifyWebhook, type WebhookBody, type WebhookHeaders, WebhookVerificationError } from './verify-webhook.ts';
