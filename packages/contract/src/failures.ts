/** Why a generation may fail: the codes callers see, what each means, whose it is to mend, and which give the money back. */

/** The kinds of engine failure that families translate into codes of their own. */
export type FailureClass =
  | 'content_policy'
  /** Nothing was made, and no reason given. */
  | 'declined'
  | 'image_inaccessible'
  | 'invalid_image'
  | 'timeout'
  | 'internal'
  | 'unavailable';

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

/** What each code says to a person. One that a family has for itself is told as the usual code of what it stands for. */
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

/** Nothing was made, and the caller could not help it. */
const ours: ReadonlySet<string> = new Set<FailureClass>(['timeout', 'internal', 'unavailable']);

/** What a family's code says of a generation that failed with it. */
export interface Failure {
  code: string;
  meaning: string;
  /** Whether the same request, sent again, may succeed. */
  repeat: string;
  /** Who has to mend it before the same work can succeed. */
  whose: 'callers' | 'ours';
  /** Unless the operator changed the table. */
  refunded: boolean;
}

/** Every code of a table once, in its order, and the one that all families have. */
export function failuresOf(table: FailureTable): Failure[] {
  const codes = [...new Set(Object.values(table))];
  return [
    ...codes.map((code) => failureIn(table, code)),
    { ...saidOf(cancelledCode), whose: 'callers', refunded: true },
  ];
}

/** A code that stands for a fault of ours, whatever else it stands for, is ours. One without words has those of its class. */
function failureIn(table: FailureTable, code: string): Failure {
  const classes = (Object.keys(table) as FailureClass[]).filter((failure) => table[failure] === code);
  const own = classes.find((failure) => ours.has(failure));
  const words = code in failureMeanings ? code : usualFailures[own ?? classes[0]!];
  return { ...saidOf(words), code, whose: own === undefined ? 'callers' : 'ours', refunded: own !== undefined };
}

const saidOf = (code: string) => ({ code, meaning: failureMeanings[code]!, repeat: repeats[code]! });

export const yesOrNo = (refunded: boolean): 'yes' | 'no' => (refunded ? 'yes' : 'no');

/** These codes as a table in Markdown, for whoever has to act on one. */
export function failuresTable(failures: readonly Failure[]): string {
  const rows = failures.map(
    ({ code, meaning, refunded, repeat }) => `| \`${code}\` | ${meaning} | ${yesOrNo(refunded)} | ${repeat} |`,
  );
  return ['| Code | Meaning | Refunded | Does a repeat help? |', '|---|---|---|---|', ...rows].join('\n');
}
