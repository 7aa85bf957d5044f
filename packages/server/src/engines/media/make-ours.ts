/** Turns what an engine elsewhere made into an output of ours: fetched in full, looked at, as asked for, signed. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FrameSize, frameSize, type MediaFacts, type Work } from '@afterimage/contract';
import { FINISH_BYTES_MAX, type FinishedFile, type FinishRequest, type finish, type Signer } from '@afterimage/studio';
import type { ImageFacts, VideoFacts } from '../../media/inspect/facts.ts';
import type { Inspector } from '../../media/inspect/inspector.ts';
import type { RenderSlots } from '../../queue/render-slots.ts';
import type { EngineFault, EngineOutput, VendorOutput } from '../engine.ts';
import { download } from './download.ts';

export interface MakeOursServices {
  scratchFolder(): string;
  inspector: Pick<Inspector, 'image' | 'video'>;
  finish: typeof finish;
  /** Few at once: each may encode a video. */
  slots: RenderSlots;
  /** Puts its name to every output; absent in tests of other things. */
  signer: Signer | undefined;
  /** For one try to fetch an output. */
  fetchMilliseconds: number;
}

export interface MadeElsewhere {
  output: VendorOutput;
  /** Asks the engine once more for what it made: links of vendors grow old. Costs nothing; null: it has none any more. */
  again(signal: AbortSignal): Promise<VendorOutput | null>;
}

/** What was asked of the engine. */
export interface OrderedWork {
  /** The live account that asked: owners take turns. */
  owner: string;
  work: Work;
  /** Of the request's media, in order; undefined where nothing is known of one. */
  facts: readonly (MediaFacts | undefined)[];
  /** Whether a trained model made it, for its manifest. */
  source: FinishRequest['source'];
  deadline: Date;
}

export type MadeOurs =
  | { outcome: 'ours'; output: EngineOutput; release(): Promise<void> }
  /** `internal`: something came, and it is nothing; `timeout`: there was no time left to make it ours. */
  | { outcome: 'failed'; fault: EngineFault };

/** The most that is fetched: more would be opened by nothing that finishes it, and no family asks for anything near. */
export const outputBytesMax: Readonly<Record<Work['output'], number>> = FINISH_BYTES_MAX;
/** Between tries to fetch what was paid for: requests that cost nothing. */
const restsMilliseconds = [0, 1_000, 3_000];
const busyMilliseconds = 2_000;
/** Ours and not the vendor's: they are waited out. */
const diskTroubles: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EIO']);
/** A clip that is this much shorter than asked is worth a note; one with less than half is another product. */
const shortMilliseconds = 250;
const shareMin = 0.5;

export async function makeOurs(
  services: MakeOursServices,
  theirs: MadeElsewhere,
  ordered: OrderedWork,
  signal: AbortSignal,
): Promise<MadeOurs> {
  const folder = join(services.scratchFolder(), randomUUID());
  await mkdir(folder);
  const release = () => rm(folder, { recursive: true, force: true });
  try {
    const made = await makeInto(services, theirs, { ...ordered, folder, signal });
    if (made.outcome === 'ours') return { ...made, release };
    await release();
    return made;
  } catch (fault) {
    await release();
    throw fault;
  }
}

interface Making extends OrderedWork {
  folder: string;
  signal: AbortSignal;
}

async function makeInto(
  services: MakeOursServices,
  theirs: MadeElsewhere,
  making: Making,
): Promise<{ outcome: 'ours'; output: EngineOutput } | { outcome: 'failed'; fault: EngineFault }> {
  const { signal, work, deadline } = making;
  let output: VendorOutput | null = theirs.output;
  let why = '';
  for (const [index, rest] of restsMilliseconds.entries()) {
    if (rest > 0) {
      await pause(rest, undefined, { signal });
      output = await theirs.again(signal);
    }
    if (output === null) break;
    const left = deadline.getTime() - Date.now();
    if (left <= 0)
      return { outcome: 'failed', fault: { class: 'timeout', message: `The time limit came first. ${why}` } };
    const file = join(making.folder, `theirs-${index}`);
    try {
      const milliseconds = Math.min(services.fetchMilliseconds, left);
      await download(output.open, file, { bytesMax: outputBytesMax[work.output], milliseconds, signal });
      const made = await finishFile(services, file, making);
      if ('output' in made) return { outcome: 'ours', output: made.output };
      if (made.fault.class !== 'internal') return { outcome: 'failed', fault: made.fault };
      why = made.fault.message;
    } catch (fault) {
      signal.throwIfAborted();
      if (diskTroubles.has((fault as NodeJS.ErrnoException).code ?? '')) throw fault;
      why = fault instanceof Error ? fault.message : String(fault);
    }
    await rm(file, { force: true });
  }
  return failed(`What the engine delivered cannot be used. ${why}`.trim());
}

const failed = (message: string): { outcome: 'failed'; fault: EngineFault } => ({
  outcome: 'failed',
  fault: { class: 'internal', message },
});

type Made = { output: EngineOutput } | { fault: EngineFault };

async function finishFile(services: MakeOursServices, file: string, making: Making): Promise<Made> {
  const { work, folder, owner, signal, deadline, source } = making;
  const looked = await lookIfNeeded(services, file, making);
  if ('fault' in looked) return looked;
  const missing = missingSeconds(work, looked.facts);
  if (missing === 'most') {
    return internal(`It has ${looked.facts?.milliseconds} ms of the ${work.seconds} seconds that were asked for.`);
  }
  const giveBack = await services.slots.take(owner, signal);
  try {
    const finishing = services.finish(
      {
        file,
        output: work.output,
        ...sizeOf(making, looked.facts),
        seconds: work.output === 'image' ? null : work.seconds,
        framesPerSecond: work.output === 'image' ? null : work.framesPerSecond,
        sound: work.sound === 'none' ? 'drop' : 'keep',
        watermark: work.watermark,
        source,
        outputFile: join(folder, 'finished'),
      },
      { deadlineMilliseconds: Math.max(1, deadline.getTime() - Date.now()), signer: services.signer },
    );
    const stop = () => finishing.stop();
    signal.addEventListener('abort', stop, { once: true });
    const outcome = await finishing.done.finally(() => signal.removeEventListener('abort', stop));
    signal.throwIfAborted();
    if (outcome.ok) return { output: outputOf(join(folder, 'finished'), outcome, missing) };
    if (outcome.reason === 'deadline') return { fault: { class: 'timeout', message: outcome.message } };
    return internal(outcome.reason === 'invalid_media' ? await sayWhat(file, outcome.message) : outcome.message);
  } finally {
    giveBack();
  }
}

const internal = (message: string): Made => ({ fault: { class: 'internal', message } });

type Facts = ImageFacts & Partial<VideoFacts>;

/** A picture is decoded to its last pixel where it is finished: it need not be looked at before, unless its size is wanted. */
async function lookIfNeeded(
  services: MakeOursServices,
  file: string,
  making: Making,
): Promise<{ facts: Facts | null } | { fault: EngineFault }> {
  if (making.work.output === 'image' && isSizeKnown(making)) return { facts: null };
  return look(services, file, making);
}

/** Whatever the engine called it: by its first bytes, and decoded to its end. */
async function look(
  { inspector }: MakeOursServices,
  file: string,
  { work, owner, signal, deadline }: Making,
): Promise<{ facts: Facts } | { fault: EngineFault }> {
  for (;;) {
    const seen = await inspector[work.output](file, owner);
    if (seen.ok) return { facts: seen.facts };
    if (seen.fault !== 'busy') return { fault: { class: 'internal', message: await sayWhat(file, seen.sentence) } };
    if (Date.now() > deadline.getTime()) return { fault: { class: 'timeout', message: seen.sentence } };
    await pause(busyMilliseconds, undefined, { signal });
  }
}

/** An error page in place of a file is the most frequent of faults, and worth its own words. */
async function sayWhat(file: string, sentence: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    const head = buffer.toString('utf8', 0, bytesRead).trimStart().toLowerCase();
    if (head.startsWith('<!doctype') || head.startsWith('<html')) return 'It is a web page.';
    if (head.startsWith('{') || head.startsWith('<?xml')) return 'It is text, and no medium.';
    return sentence;
  } finally {
    await handle.close();
  }
}

function missingSeconds({ seconds }: Work, facts: Facts | null): 'none' | 'some' | 'most' {
  const milliseconds = facts?.milliseconds;
  if (seconds === null || milliseconds === undefined) return 'none';
  if (milliseconds < seconds * 1000 * shareMin) return 'most';
  return milliseconds < seconds * 1000 - shortMilliseconds ? 'some' : 'none';
}

const isSizeKnown = ({ facts }: OrderedWork): boolean =>
  facts.length === 0 || facts[0] !== undefined || facts.some((one) => one?.milliseconds);

/** Where the size follows an input that nobody knows any more, what the engine made has followed it. */
function sizeOf(ordered: OrderedWork, theirs: MediaFacts | null): FrameSize {
  const { work, facts } = ordered;
  return frameSize(work.shape, isSizeKnown(ordered) || theirs === null ? facts : [theirs]);
}

function outputOf(file: string, made: FinishedFile, missing: 'none' | 'some'): EngineOutput {
  const { type, bytes, width, height, milliseconds, poster, notes } = made;
  const short = `The video has ${((milliseconds ?? 0) / 1000).toFixed(1)} seconds, fewer than were asked for.`;
  const told = missing === 'some' ? [...notes, short] : notes;
  return {
    type,
    bytes,
    width,
    height,
    milliseconds,
    ...(told.length > 0 && { notes: told }),
    ...(poster && {
      poster: { type: poster.type, thumbhash: poster.thumbhash, copyTo: (target) => clone(poster.file, target) },
    }),
    copyTo: (target) => clone(file, target),
  };
}

/** Shares the bytes where the file system can, so that a large clip costs nothing. */
function clone(file: string, target: string): Promise<void> {
  return copyFile(file, target, constants.COPYFILE_FICLONE);
}
