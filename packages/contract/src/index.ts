/** The specification as code: what the other packages may use of it. */
export * as answers from './answers.ts';
export { type Calling, type CallingMedium, callingOf, failureCodeIn } from './calling.ts';
export { defineFamily } from './define-family.ts';
export { type DirectiveReading, directiveForms, drawsNothing, readDirectives } from './directives.ts';
export { directivesTable } from './directives-table.ts';
export { isEmail } from './email.ts';
export { errors, type HttpError } from './errors.ts';
export {
  isDelivered,
  redeliveryDays,
  webhookAttemptsMax,
  webhookConnectSeconds,
  webhookHeaders,
  webhookRequestSeconds,
  webhookRetrySeconds,
  webhookSecretBytesMin,
  webhookSecretOverlapHours,
  webhookSecretPrefix,
} from './events.ts';
export {
  cancelledCode,
  type Failure,
  type FailureClass,
  type FailureTable,
  failureMeanings,
  failuresOf,
  failuresTable,
  usualFailures,
  yesOrNo,
} from './failures.ts';
export { families } from './families/index.ts';
export type { Family, MediaFieldRule, Reading } from './family.ts';
export type { FamilyDefinition, RequestOf } from './family-definition.ts';
export {
  codePoints,
  type Fault,
  Field,
  fieldWithoutIndex,
  flag,
  integer,
  isOneLine,
  type JsonSchema,
  number,
  oneOf,
  text,
} from './fields.ts';
export { findFamily } from './find-family.ts';
export { type FinishedReading, readFinished } from './finished-files.ts';
export { type FrameSize, frameSize } from './frame-size.ts';
export {
  type Edge,
  type GenerationRequest,
  type GenerationView,
  type MediaFacts,
  type MediaInput,
  type MediaRole,
  type MediaSource,
  type Scenario,
  type Shape,
  type Status,
  type Task,
  Upload,
  type UploadFault,
  type Work,
} from './generation.ts';
export { idCharacters, isId, isIdStart, isListedId } from './ids.ts';
export { ignoredHeader, ignoredHeaderName } from './ignored.ts';
export {
  accountPixelsMax,
  accountSubmitFetchBytesMax,
  accountSubmitFetchesMax,
  apiBodySeconds,
  apiRequestsMax,
  breakerFailuresMax,
  callbackUrlCharactersMax,
  densePixelsMin,
  densePixelsPerByte,
  emailCharactersMax,
  eventHeartbeatSeconds,
  eventHours,
  faultsToldMax,
  gammaImageBytesMax,
  idempotencyHours,
  idempotencyKeyCharactersMax,
  idempotencyKeyFault,
  imageBytesMax,
  imagePixelsMax,
  invitationDays,
  invitationsShownDays,
  keyNameCharactersMax,
  keyOverlapHours,
  keyRequestsDays,
  keyRequestsMax,
  keysMax,
  linkHours,
  linkStableHours,
  maxPriceDigitsMax,
  mediaConnectSeconds,
  mediaDays,
  mediaFetchSeconds,
  mediaRedirectsMax,
  mediaUrlCharactersMax,
  megabyteBytes,
  megabytes,
  minutes,
  type PageReading,
  page,
  passwordCharactersMax,
  passwordCharactersMin,
  processStreamsMax,
  processWaitsMax,
  queuePositionMax,
  rateMax,
  readPage,
  reasonCharactersMax,
  redeliveriesMax,
  redeliveriesOfAllMax,
  redeliveriesOfOneMax,
  referenceVideoBytesMax,
  referenceVideoMillisecondsMax,
  referenceVideoMillisecondsMin,
  requestPixelsMax,
  signInHours,
  statusChecksMax,
  statusChecksSeconds,
  streamsMax,
  submitFetchBytesMax,
  submitFetchesMax,
  testEventsMax,
  videoCodecs,
  waitSecondsMax,
  waitsMax,
} from './limits.ts';
export { type ListAllQuery, listAll, readListAll } from './list-all.ts';
export { maxPriceName } from './max-price.ts';
export { image, images, video } from './media-fields.ts';
export { type Mode, modes } from './mode.ts';
export { findModel, modelNamesOf, modelsOf, type NamedModel } from './model-names.ts';
export { type AmountReading, balanceNumber, formatPrice, parseAmount, usd } from './money.ts';
export {
  type OpenaiForm,
  openaiForms,
  openaiPicturesMax,
  openaiQualities,
  openaiStatuses,
  openaiUsual,
} from './openai-names.ts';
export { asSent, type NameOf, openaiRefusal, type Refused } from './openai-refusal.ts';
export { buildOpenapi } from './openapi/openapi.ts';
export { nearestRatio, photoRatios, pictureRatios, ratioValue, videoRatios } from './ratios.ts';
export { framesPerSecond } from './read-request.ts';
export {
  atMost,
  notTogether,
  oneModeOnly,
  onlyFor,
  type Rule,
  requiredUnless,
  rule,
  type Sent,
  together,
} from './rules.ts';
export { sandboxClockFields } from './sandbox-clock.ts';
export {
  firstStatus,
  isFinal,
  type ListedStatus,
  listedStatuses,
  mayMove,
  statuses,
  statusesBefore,
} from './states.ts';
export { checkUpload, mediaTypes } from './uploads.ts';
export { callbackUrl } from './urls.ts';
export { type EventsReading, readEvents, readWait, type WaitReading } from './waits-and-events.ts';
export { counted, inWords } from './words.ts';
