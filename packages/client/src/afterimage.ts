/** The client: one object for one service and one key. */

import type { Calling } from '@afterimage/contract';
import { writeFileAt } from '#files';
import { GenerationFailedError } from './errors.ts';
import { expected } from './expected.ts';
import { families } from './families.ts';
import type { Families } from './family-types.ts';
import { fetchMedia } from './fetch-media.ts';
import { follow } from './follow.ts';
import { sendable } from './media.ts';
import {
  type Accepted,
  type AnyRecord,
  type FamilySlug,
  type GenerationRecord,
  isFinal,
  type Progress,
  progressOf,
  recordOf,
  type Status,
} from './records.ts';
import { type Pause, pauseByTimer, type Trouble } from './retry.ts';
import { type Ask, createService, type Service } from './service.ts';

export interface AfterimageOptions {
  /** `AFTERIMAGE_API_KEY` when left out. */
  apiKey?: string;
  /** `https://media.example.com`; `AFTERIMAGE_URL` when left out, else a service on this machine. */
  baseUrl?: string;
  /** Families that this version of the client does not know, by their slug. */
  families?: Readonly<Record<string, Calling>>;
  fetch?: typeof globalThis.fetch;
  pause?: Pause;
  /** Told of each try that met trouble and is made again. */
  onTrouble?: (trouble: Trouble) => void;
}

export interface Stoppable {
  signal?: AbortSignal | undefined;
}

export interface SubmitOptions extends Stoppable {
  /** One for all tries, so that a repeated submit is charged once; drawn when left out. */
  idempotencyKey?: string;
}

export interface WaitOptions<Slug extends FamilySlug> extends Stoppable {
  onProgress?: (progress: Progress<Slug>) => void;
}

export interface Balance {
  readonly balance: number;
  readonly currency: string;
}

export interface ListOptions extends Stoppable {
  family?: FamilySlug;
  status?: Status;
  limit?: number;
  cursor?: string;
}

export interface Page {
  /** Newest first. */
  readonly items: readonly GenerationRecord[];
  /** The `cursor` of the next page; null at the end. */
  readonly next: string | null;
}

export interface EventsOptions extends Stoppable {
  family?: FamilySlug;
  /** A cursor that was told before: what came after it, up to 24 hours ago, is told first. */
  after?: string;
}

export interface GenerationEvent {
  readonly cursor: string | undefined;
  readonly family: FamilySlug;
  readonly id: string;
  readonly status: Status;
  readonly record: GenerationRecord;
}

type Request<Slug extends FamilySlug> = Families[Slug]['request'];
/** A stream of either kind that bytes can be written to. */
export type Sink = WritableStream<Uint8Array> | { write(chunk: Uint8Array, done: (fault?: unknown) => void): unknown };

const defaultUrl = 'http://127.0.0.1:8080';
/** About half a minute of trouble: a service that is being restarted must not cost a caller their wait. */
const triesWaiting = 7;
const clockPath = '/v1/sandbox/clock';
const waitSeconds = 30;
/** Where someone looks on: often at first, then less. */
const watchedSeconds = [1, 2, 2, 3, 5];
const pollMillisecondsFirst = 500;
const pollMillisecondsMax = 5_000;
const pollGrowth = 1.5;

export class Afterimage {
  readonly baseUrl: string;
  readonly #service: Service;
  readonly #families: Readonly<Record<string, Calling>>;
  readonly #pause: Pause;

  constructor(options: AfterimageOptions = {}) {
    const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};
    const apiKey = options.apiKey ?? environment['AFTERIMAGE_API_KEY'] ?? '';
    if (apiKey === '') throw new TypeError('There is no API key: give apiKey, or set AFTERIMAGE_API_KEY.');
    this.baseUrl = addressOf(options.baseUrl ?? environment['AFTERIMAGE_URL'] ?? defaultUrl);
    this.#families = { ...families, ...options.families };
    this.#pause = options.pause ?? pauseByTimer;
    this.#service = createService({
      baseUrl: this.baseUrl,
      apiKey,
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      pause: this.#pause,
      onTrouble: options.onTrouble,
    });
  }

  /** Sends the job and answers at once, charged. */
  async submit<Slug extends FamilySlug>(
    family: Slug,
    body: Request<Slug>,
    { idempotencyKey = globalThis.crypto.randomUUID(), signal }: SubmitOptions = {},
  ): Promise<Accepted<Slug>> {
    const headers = { 'idempotency-key': idempotencyKey };
    const idName = this.#calling(family).id;
    const sent = await this.#send(family, body, { query: '', headers, signal });
    const answer = expected<Record<string, unknown>>(sent, { [idName]: 'string' });
    return { ...answer, family, id: String(answer[idName]) } as Accepted<Slug>;
  }

  /** What it would cost: all checks, nothing charged or kept. */
  async quote<Slug extends FamilySlug>(
    family: Slug,
    body: Request<Slug>,
    { signal }: Stoppable = {},
  ): Promise<{ readonly price: string }> {
    return expected(await this.#send(family, body, { query: '?quote=true', signal }), { price: 'string' });
  }

  async status<Slug extends FamilySlug>(
    family: Slug,
    id: string,
    { signal }: Stoppable = {},
  ): Promise<GenerationRecord<Slug>> {
    return (await this.#look(family, id, { signal })) as GenerationRecord<Slug>;
  }

  /** The record once it is completed or failed. Aborting ends the waiting, not the generation. */
  async wait<Slug extends FamilySlug>(
    family: Slug,
    id: string,
    { signal, onProgress }: WaitOptions<Slug> = {},
  ): Promise<GenerationRecord<Slug>> {
    let pollMilliseconds = pollMillisecondsFirst;
    for (let look = 0; ; look++) {
      const seconds = onProgress === undefined ? waitSeconds : (watchedSeconds[look] ?? watchedSeconds.at(-1)!);
      const begun = Date.now();
      const record = await this.#look(family, id, { signal, wait: seconds });
      onProgress?.(progressOf(this.#calling(family), record) as unknown as Progress<Slug>);
      if (isFinal(record)) return record as GenerationRecord<Slug>;
      // A service that does not know `wait` answers at once, and is not asked again at once.
      if (Date.now() - begun >= (seconds * 1000) / 2) continue;
      await this.#pause(pollMilliseconds, signal);
      pollMilliseconds = Math.min(pollMilliseconds * pollGrowth, pollMillisecondsMax);
    }
  }

  /** Submits and waits; rejects with a `GenerationFailedError`, whose `code` says why, when the generation fails. */
  async run<Slug extends FamilySlug>(
    family: Slug,
    body: Request<Slug>,
    { idempotencyKey, ...options }: SubmitOptions & WaitOptions<Slug> = {},
  ): Promise<GenerationRecord<Slug>> {
    const sent = { signal: options.signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const { id } = await this.submit(family, body, sent);
    const record = await this.wait(family, id, options);
    if (record.status === 'failed') throw new GenerationFailedError(record);
    return record;
  }

  /** One page, over all families. */
  async list({ signal, ...query }: ListOptions = {}): Promise<Page> {
    const { items, next } = expected<{
      items: readonly { family: string; id: string; record: Readonly<Record<string, unknown>> }[];
      next: string | null;
    }>(await this.#service.ask(`/v1/generations${queryOf(query)}`, { signal }), { items: 'object' });
    return { items: items.map(({ family, id, record }) => this.#told(family, id, record)), next };
  }

  /** Page after page. */
  async *listAll(options: ListOptions = {}): AsyncGenerator<GenerationRecord> {
    let cursor = options.cursor;
    do {
      const { items, next }: Page = await this.list({ ...options, ...(cursor !== undefined && { cursor }) });
      yield* items;
      cursor = next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Ends one that is pending or processing, as `failed` with `CANCELLED`; one that has ended stays as it is. */
  async cancel<Slug extends FamilySlug>(
    family: Slug,
    id: string,
    { signal }: Stoppable = {},
  ): Promise<GenerationRecord<Slug>> {
    // Without it the service deletes the files of one that has ended; whoever cancels too late wants to keep them.
    const path = `${this.#path(family, id)}?finished=keep`;
    const answer = await this.#service.ask(path, { method: 'DELETE', signal });
    return this.#told(family, id, expected(answer, { status: 'string' })) as GenerationRecord<Slug>;
  }

  /** Deletes the files of one that has ended, and cancels one that has not; the record stays. */
  async delete(family: FamilySlug, id: string, { signal }: Stoppable = {}): Promise<void> {
    await this.#service.ask(this.#path(family, id), { method: 'DELETE', signal });
  }

  async balance({ signal }: Stoppable = {}): Promise<Balance> {
    return expected(await this.#service.ask('/v1/data/balance', { signal }), { balance: 'number', currency: 'string' });
  }

  /**
   * The sandbox's clock, for tests that cannot wait; sandbox keys only. Time limits, waits in the queue, repeats of webhooks
   * and the end of files and of Idempotency-Keys go by it; links, keys and rates go by real time.
   */
  async clock({ signal }: Stoppable = {}): Promise<{ readonly now: string }> {
    return expected(await this.#service.ask(clockPath, { signal }), { now: 'string' });
  }

  /** @param time such as `15m`; advances add up */
  async advanceClock(time: string, { signal }: Stoppable = {}): Promise<{ readonly now: string }> {
    // Sent once: an advance whose answer was lost may have counted, and would count twice.
    const answer = await this.#service.ask(clockPath, { body: { advance: time }, triesMax: 1, signal });
    return expected(answer, { now: 'string' });
  }

  /** Back to real time. */
  async resetClock({ signal }: Stoppable = {}): Promise<void> {
    await this.#service.ask(clockPath, { method: 'DELETE', signal });
  }

  /** What happens to the account's generations, as it happens; connections that break are taken up again without a gap. */
  async *events({ signal, family, after }: EventsOptions = {}): AsyncGenerator<GenerationEvent> {
    const url = `${this.baseUrl}/v1/events${queryOf({ family })}`;
    for await (const { cursor, data } of follow({ service: this.#service, url, pause: this.#pause, after, signal })) {
      const record = this.#told(data.family, data.id, data.record);
      yield { cursor, family: record.family, id: data.id, status: data.status as Status, record };
    }
  }

  /** The finished media as a stream of bytes. */
  download(record: AnyRecord, path?: undefined, options?: Stoppable): Promise<ReadableStream<Uint8Array>>;
  /** To a file, which appears whole or not at all, or to a stream; returns how many bytes there were. */
  download(record: AnyRecord, path: string | URL | Sink, options?: Stoppable): Promise<number>;
  async download(record: AnyRecord, path?: string | URL | Sink, { signal }: Stoppable = {}) {
    const { media_url: link, family, id } = record;
    if (link === null) throw new TypeError(`The ${family} generation ${id} has no media: it is ${record.status}.`);
    const renew = async () => (await this.#look(family, id, { signal })).media_url;
    const bytes = fetchMedia(link, { service: this.#service, pause: this.#pause, signal, renew });
    if (path === undefined) return streamOf(bytes);
    let count = 0;
    async function* counted() {
      for await (const chunk of bytes) {
        count += chunk.length;
        yield chunk;
      }
    }
    if (typeof path === 'string' || path instanceof URL) await writeFileAt(path, counted());
    else await writeTo(path, counted());
    return count;
  }

  #calling(family: string): Calling {
    const calling = this.#families[family];
    if (calling !== undefined) return calling;
    throw new TypeError(`There is no family ${family}; the families are ${Object.keys(this.#families).join(', ')}.`);
  }

  #path(family: string, id: string): string {
    return `${this.#calling(family).path}/generations/${encodeURIComponent(id)}`;
  }

  #told(family: string, id: string, record: Readonly<Record<string, unknown>>): GenerationRecord {
    return recordOf(family, this.#families[family], record, id) as GenerationRecord;
  }

  async #send(family: string, body: object, { query, ...ask }: Ask & { query: string }) {
    const { path, media } = this.#calling(family);
    const sent = await sendable(body as Readonly<Record<string, unknown>>, media);
    return (await this.#service.ask(`${path}/generate${query}`, { ...ask, body: sent })) as Record<string, unknown>;
  }

  async #look(family: string, id: string, { signal, wait }: Stoppable & { wait?: number }): Promise<AnyRecord> {
    const waiting = wait !== undefined && { seconds: wait + 30, triesMax: triesWaiting };
    const raw = await this.#service.ask(`${this.#path(family, id)}${queryOf({ wait })}`, { signal, ...waiting });
    return this.#told(family, id, expected(raw, { status: 'string' }));
  }
}

/** Without the slash at its end. A page may name its own origin by a path, or by nothing. */
function addressOf(text: string): string {
  if (/^https?:\/\/[^/]/i.test(text) || 'location' in globalThis) return text.replace(/\/+$/, '');
  throw new TypeError(`baseUrl is "${text}"; it must be an http or https address such as https://media.example.com.`);
}

function queryOf(parts: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

function streamOf(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
}

async function writeTo(sink: Sink, bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  if (sink instanceof WritableStream) return streamOf(bytes).pipeTo(sink);
  for await (const chunk of bytes) {
    await new Promise<void>((resolve, reject) => {
      sink.write(chunk, (fault) => (fault === undefined || fault === null ? resolve() : reject(fault)));
    });
  }
}
