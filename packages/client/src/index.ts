/** The typed client: what pages and scripts call the service with. */
export {
  type AccountApi,
  type AnswerOf,
  addressOf,
  createAccountApi,
  type RequestTo,
  type RouteTable,
} from './account-api.ts';
export { download } from './download.ts';
export {
  type Accepted,
  type Balance,
  createGenerations,
  type FamilyAddress,
  type GenerationRecord,
  type Generations,
  type GenerationsOptions,
} from './generations.ts';
export { type LinkState, linkState } from './link-state.ts';
export type { Pause, Trouble } from './persist.ts';
export { Refusal, type RefusedField } from './refusal.ts';
