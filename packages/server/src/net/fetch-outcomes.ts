/** What can come of an outbound request. The sentences are shown to callers, so they repeat nothing the other side said. */

export type FetchFailure =
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'too_large'
  /** Ours, not the server's fault. */
  | 'no_room'
  | 'status'
  | 'redirects'
  | 'encoding'
  | 'tls'
  | 'aborted';

export interface FetchFailed {
  ok: false;
  why: FetchFailure;
  /** The reply's status, where there was a reply. */
  status?: number;
  sentence: string;
}

export interface Fetched {
  ok: true;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: number;
  /** Empty when the reply went to a file. */
  body: Buffer;
}

export type FetchOutcome = Fetched | FetchFailed;

export type PostOutcome =
  | { answered: true; status: number; excerpt: string; milliseconds: number }
  | { answered: false; why: FetchFailure; sentence: string; milliseconds: number };

const sentences: Record<FetchFailure, string> = {
  refused_address: 'The address is not a public one that this service may reach.',
  dns: 'The name could not be resolved.',
  connect: 'The server could not be reached, or broke off its answer.',
  timeout: 'The server took too long.',
  too_large: 'The answer is larger than allowed.',
  no_room: 'There is no room to keep the answer at the moment.',
  status: 'The server did not answer with success.',
  redirects: 'The server redirected too often, or to where this service does not follow.',
  encoding: 'The server sent a compressed answer although it was asked not to.',
  tls: 'The secure connection could not be made; certificates are always verified.',
  aborted: 'The request was given up.',
};

export function failed(why: FetchFailure, status?: number): FetchFailed {
  if (why === 'status' && status !== undefined) {
    return { ok: false, why, status, sentence: `The server answered ${status}.` };
  }
  return { ok: false, why, ...(status === undefined ? {} : { status }), sentence: sentences[why] };
}
