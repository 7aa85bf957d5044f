/** Fetches a medium that a request names by its address, looks at it, and says in the family's terms why that failed. */
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { mediaConnectSeconds, mediaFetchSeconds, mediaRedirectsMax, megabyteBytes } from '@afterimage/contract';
import type { FetchFailed, FetchOutcome } from '../net/fetch-outcomes.ts';
import type { SafeFetch } from '../net/safe-fetch.ts';
import type { ImageFacts, Seen, VideoFacts } from './inspect/facts.ts';
import type { Inspector } from './inspect/inspector.ts';

export interface FetchServices {
  safeFetch: Pick<SafeFetch, 'get'>;
  inspector: Pick<Inspector, 'image' | 'video'>;
}

export interface FetchOrder {
  url: string;
  kind: 'image' | 'video';
  bytesMax: number;
  /** Does not exist yet; holds the medium afterwards, and nothing when it could not be taken. */
  file: string;
  /** Who waits for it, by the live account. */
  owner: string;
  /** Asked whether the file may hold so many bytes, before it does; a refusal ends the fetch as `busy`. */
  mayHold?(bytes: number): boolean;
  signal?: AbortSignal;
}

export type FetchedMedia =
  | { ok: true; facts: ImageFacts & Partial<VideoFacts> }
  | { ok: false; failure: 'image_inaccessible' | 'invalid_image' | 'busy'; sentence: string };

const triesMax = 3;
const pauseMilliseconds = 500;

export async function fetchMedia(services: FetchServices, order: FetchOrder): Promise<FetchedMedia> {
  const fetched = await fetchPatiently(services.safeFetch, order);
  if (!fetched.ok) return notFetched(order, fetched);
  const { inspector } = services;
  const seen: Seen<ImageFacts> = await inspector[order.kind](order.file, order.owner);
  if (seen.ok) return { ok: true, facts: seen.facts };
  await rm(order.file, { force: true });
  if (seen.fault === 'busy') return { ok: false, failure: 'busy', sentence: seen.sentence };
  return { ok: false, failure: 'invalid_image', sentence: `The ${order.kind} is not usable. ${seen.sentence}` };
}

/** Trouble that may pass is tried again; a server that knows its mind (403, 404) is believed. */
async function fetchPatiently(safeFetch: FetchServices['safeFetch'], order: FetchOrder): Promise<FetchOutcome> {
  const giveUpAt = performance.now() + mediaFetchSeconds * 1_000;
  for (let tried = 1; ; tried += 1) {
    const fetched = await safeFetch.get(order.url, {
      bytesMax: order.bytesMax,
      connectSeconds: mediaConnectSeconds,
      totalSeconds: Math.max(0, giveUpAt - performance.now()) / 1_000,
      redirectsMax: mediaRedirectsMax,
      into: { file: order.file, ...(order.mayHold && { mayHold: order.mayHold }) },
      ...(order.signal ? { signal: order.signal } : {}),
    });
    const isLast = tried === triesMax || performance.now() + pauseMilliseconds * tried >= giveUpAt;
    if (fetched.ok || isLast || !mayPass(fetched)) return fetched;
    await pause(pauseMilliseconds * tried, undefined, { signal: order.signal }).catch(() => {});
  }
}

function mayPass({ why, status = 0 }: FetchFailed): boolean {
  return (
    why === 'timeout' || why === 'connect' || why === 'dns' || (why === 'status' && (status >= 500 || status === 429))
  );
}

function notFetched({ kind, bytesMax }: FetchOrder, { why, sentence }: FetchFailed): FetchedMedia {
  if (why === 'too_large') {
    const megabytes = Math.floor(bytesMax / megabyteBytes);
    return { ok: false, failure: 'invalid_image', sentence: `The ${kind} is larger than ${megabytes} MB.` };
  }
  if (why === 'no_room')
    return { ok: false, failure: 'busy', sentence: `The ${kind} could not be fetched. ${sentence}` };
  return { ok: false, failure: 'image_inaccessible', sentence: `The ${kind} could not be fetched. ${sentence}` };
}
