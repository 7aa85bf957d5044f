/** Why a generation may fail: the codes callers see, what each means, and which give the money back. */
import type { FailureClass } from './family.ts';

/** A family's own code for every kind of engine failure. */
export type FailureTable = Readonly<Record<FailureClass, string>>;

/** The codes of every alpha family and of beta. */
export const usualFailures: FailureTable = {
  content_policy: 'CONTENT_POLICY_VIOLATION',
  image_inaccessible: 'IMAGE_INACCESSIBLE',
  invalid_image: 'INVALID_IMAGE',
  timeout: 'TIMEOUT',
  internal: 'TASK_FAILED',
  unavailable: 'MAINTENANCE',
  declined: 'TASK_FAILED',
};

/** Of every family: whoever submitted it did not want it any more. */
export const cancelledCode = 'CANCELLED';

/** What each code says to a person. A family may add codes of its own; then the code itself has to do. */
export const failureMeanings: Readonly<Record<string, string>> = {
  CONTENT_POLICY_VIOLATION: 'The content violates the policy.',
  IMAGE_INACCESSIBLE: 'An image URL could not be fetched.',
  INVALID_IMAGE: 'An image is corrupted or of a format that is not taken.',
  TIMEOUT: 'The generation exceeded its time limit.',
  TASK_FAILED: 'The generation failed for a reason of ours.',
  MAINTENANCE: 'The service was unavailable until the time limit.',
  UNSAFE_CONTENT: 'The content was rejected.',
  MODERATION_FAILED: 'Moderation rejected the request.',
  API_ERROR: 'The upstream service failed.',
  VENDOR_DECLINED: 'The provider declined the request.',
  [cancelledCode]: 'The generation was cancelled on request.',
};

/** For a table: of every code, entered above or not. */
export const meaningOf = (code: string): string => failureMeanings[code] ?? 'As the code says.';

/** Whether the same request, sent again, may succeed. */
const repeats: Readonly<Record<string, string>> = {
  CONTENT_POLICY_VIOLATION: 'no: change the prompt or the media',
  IMAGE_INACCESSIBLE: 'once the URL answers',
  INVALID_IMAGE: 'no: send another image',
  TIMEOUT: 'yes',
  TASK_FAILED: 'yes',
  MAINTENANCE: 'yes, later',
  UNSAFE_CONTENT: 'no: change the prompt or the media',
  MODERATION_FAILED: 'no: change the prompt or the media',
  API_ERROR: 'yes',
  VENDOR_DECLINED: 'seldom: change the prompt',
  [cancelledCode]: 'yes, if you want it after all',
};

export const repeatHelps = (code: string): string => repeats[code] ?? 'depends on what the code says';

/** Who has to mend it before the same work can succeed. */
const whose: Readonly<Record<string, 'callers' | 'ours'>> = {
  CONTENT_POLICY_VIOLATION: 'callers',
  IMAGE_INACCESSIBLE: 'callers',
  INVALID_IMAGE: 'callers',
  TIMEOUT: 'ours',
  TASK_FAILED: 'ours',
  MAINTENANCE: 'ours',
  UNSAFE_CONTENT: 'callers',
  MODERATION_FAILED: 'callers',
  API_ERROR: 'ours',
  VENDOR_DECLINED: 'callers',
  [cancelledCode]: 'callers',
};

/** A code that a family added and nobody entered here is ours. */
export const isCallersOwn = (code: string): boolean => whose[code] === 'callers';

/** The fault is not the caller's, or nothing was made, in any family. The operator can change the table. */
export const defaultRefunds: readonly string[] = ['TIMEOUT', 'TASK_FAILED', 'MAINTENANCE', 'API_ERROR', cancelledCode];

/** These codes as a table in Markdown, for whoever has to act on one. */
export function failureTable(codes: readonly string[]): string {
  const rows = codes.map((code) => `| \`${code}\` | ${meaningOf(code)} | ${refunded(code)} | ${repeatHelps(code)} |`);
  return ['| Code | Meaning | Refunded | Does a repeat help? |', '|---|---|---|---|', ...rows].join('\n');
}

/** Unless the operator changed the table. */
export const refunded = (code: string): 'yes' | 'no' => (defaultRefunds.includes(code) ? 'yes' : 'no');

/** Every code of a table once, in its order, and the one that all families have. */
export function codesOf(failures: FailureTable): string[] {
  return [...new Set([...Object.values(failures), cancelledCode])];
}
