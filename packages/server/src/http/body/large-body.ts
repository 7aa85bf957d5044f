/** Receives a body that may be large, or whose length is unknown, as a stream: a few megabytes of memory at most. */
import type { BodyStream } from '../exchange.ts';
import {
  type BodyReading,
  type BodyRefusal,
  type BodyRules,
  busy,
  malformed,
  RequestAborted,
  spoolFull,
  tooLarge,
  tooSlow,
} from './body-reading.ts';
import type { ReadBudget } from './read-budget.ts';
import type { Spool } from './spool.ts';
import { BodySpool } from './spool-file.ts';
import type { UploadSlot, UploadSlots } from './upload-slots.ts';

/** Above this a body needs one of the slots. */
const slotBytesMin = 1024 * 1024;

/** Makes something of the bytes as they come. */
export interface Intake {
  /** What is wrong with them, or null. */
  take(chunk: Buffer): string | null;
  /** All of them have come. */
  end(): Promise<BodyReading>;
  /** It was refused or has broken off: nothing more goes to the files. */
  stop(): void;
}

export interface LargeBodyOptions {
  rules: Pick<BodyRules, 'owner' | 'bytesMax'>;
  intake(files: BodySpool): Intake;
  spool: Spool;
  slots: UploadSlots;
  budget: ReadBudget;
  /** How often it is looked at whether the body keeps coming. */
  stallSeconds: number;
}

export class LargeBody {
  readonly #stream: BodyStream;
  readonly #rules: LargeBodyOptions['rules'];
  readonly #spool: Spool;
  readonly #slots: UploadSlots;
  readonly #budget: ReadBudget;
  readonly #stallSeconds: number;
  readonly #files: BodySpool;
  readonly #intake: Intake;
  #receivedBytes = 0;
  #slot: UploadSlot | null = null;
  #declaredBytes: number | null = null;
  #rateTimer: NodeJS.Timeout | undefined;
  readonly #givenUp = Promise.withResolvers<'given up'>();

  constructor(stream: BodyStream, options: LargeBodyOptions) {
    this.#stream = stream;
    this.#rules = options.rules;
    this.#spool = options.spool;
    this.#slots = options.slots;
    this.#budget = options.budget;
    this.#stallSeconds = options.stallSeconds;
    this.#files = new BodySpool(options.spool, options.rules.owner);
    this.#intake = options.intake(this.#files);
  }

  async read(declaredBytes: number | null): Promise<BodyReading> {
    this.#declaredBytes = declaredBytes;
    try {
      const reading = (await this.#receive()) ?? (await this.#intake.end());
      if (!reading.ok) await this.#drop();
      return reading;
    } catch (error) {
      await this.#drop();
      throw error;
    } finally {
      clearInterval(this.#rateTimer);
      this.#slot?.giveBack();
    }
  }

  #drop(): Promise<void> {
    this.#intake.stop();
    return this.#files.discard();
  }

  /** Takes the body in; the answer is why it is refused, or null when all of it has arrived. */
  async #receive(): Promise<BodyRefusal | null> {
    if (!(await this.#mayGoOn(this.#declaredBytes ?? 0))) return busy;
    for await (const chunk of arriving(this.#stream, this.#givenUp.promise)) {
      if (chunk === 'given up') return tooSlow;
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes > this.#rules.bytesMax) return tooLarge(this.#rules);
      if (!(await this.#mayGoOn(this.#receivedBytes))) return busy;
      if (this.#spool.isFullOf(this.#rules.owner)) return spoolFull;
      const detail = this.#intake.take(chunk);
      if (detail !== null) return malformed(detail);
      if (this.#files.isBehind) await this.#files.catchUp();
      await this.#budget.took(chunk.length);
    }
    if (!this.#stream.complete) throw new RequestAborted();
    return null;
  }

  async #mayGoOn(bytes: number): Promise<boolean> {
    if (this.#slot !== null || bytes <= slotBytesMin) return true;
    const slot = await this.#slots.take(this.#stream, this.#rules.owner);
    if (slot === 'gone') throw new RequestAborted();
    if (slot === 'busy') return false;
    this.#slot = slot;
    this.#watchRate(slot);
    return true;
  }

  #watchRate(slot: UploadSlot): void {
    const wholeBytes = this.#declaredBytes ?? this.#rules.bytesMax;
    let seenBytes = this.#receivedBytes;
    this.#rateTimer = setInterval(() => {
      const bytesPerSecond = (this.#receivedBytes - seenBytes) / this.#stallSeconds;
      const remainingBytes = wholeBytes - this.#receivedBytes;
      if (slot.mustEnd({ bytesPerSecond, remainingBytes })) this.#givenUp.resolve('given up');
      seenBytes = this.#receivedBytes;
    }, this.#stallSeconds * 1000).unref();
  }
}

/** Leaving the loop early must not close the connection: the answer still has to reach the client. */
async function* arriving(
  stream: BodyStream,
  givenUp: Promise<'given up'>,
): AsyncGenerator<Buffer | 'given up', void, void> {
  const chunks = stream.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), givenUp]);
      if (next === 'given up') return yield next;
      if (next.done) return;
      yield next.value;
    }
  } catch (cause) {
    throw new RequestAborted({ cause });
  } finally {
    // Not waited for: while it waits for a chunk that may never come, it cannot end.
    chunks.return?.().catch(() => undefined);
  }
}
