/** Damaged media in great number: each look ends in its time, and whoever asked for it is never held up. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { damagedFiles } from '../media/support/damage.ts';
import { sampleImages } from '../media/support/sample-images.ts';
import { makeSampleVideos } from '../media/support/sample-videos.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const readers = 2;
/**
 * A header has 1.5 s, pictures 10 s, an image that is cheap to send and dear to decode 30 s; a loaded machine needs longer and
 * says busy. What starts the process that looks comes on top, and takes seconds where others have the processor.
 */
const lookMillisecondsMax = 45_000;
const heldMillisecondsMax = 50;
const videoNames = ['plain.mp4', 'moov-at-end.mp4', 'fragmented.mp4', 'plain.mov', 'opus.webm', 'vp9.webm'];
const saidEvery = 1_000;

export async function runDamagedMedia(run: { files: number; seed: number; say: Say }): Promise<Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'damaged-media-'));
  const inspector = createInspector({ waitMilliseconds: 60_000 });
  const samples = await imagesAndVideos();
  const watch = watchLoop();
  const outcomes: Record<string, number> = {};
  const slow: string[] = [];
  const faults: string[] = [];
  try {
    const files = mixed(samples, run);
    const nextFile = () => watch.apart(() => files.next());
    let done = 0;
    const look = async (name: string) => {
      const file = join(folder, name);
      for (let next = nextFile(); !next.done; next = nextFile()) {
        const { kind, how, bytes } = next.value;
        await writeFile(file, bytes);
        const begun = performance.now();
        const seen = await inspector[kind](file, name).catch((fault: Error) => {
          faults.push(`${kind} ${how}: ${fault.message}`);
          return null;
        });
        const milliseconds = performance.now() - begun;
        const word = seen === null ? 'fault' : seen.ok ? 'whole' : seen.fault;
        outcomes[word] = (outcomes[word] ?? 0) + 1;
        if (milliseconds > lookMillisecondsMax) slow.push(`${kind} ${how}: ${Math.round(milliseconds)} ms`);
        done += 1;
        if (done % saidEvery === 0) run.say(`  ${done} of ${run.files}: ${JSON.stringify(outcomes)}`);
      }
    };
    await Promise.all(Array.from({ length: readers }, (_, number) => look(`reader-${number}`)));
  } finally {
    inspector.close();
    await rm(folder, { recursive: true });
  }
  const held = watch.stop();
  run.say(`  ${JSON.stringify(outcomes)}; the loop was held for ${held.toFixed(1)} ms at most`);
  const tooLong = held <= heldMillisecondsMax ? [] : [`It was held for ${held.toFixed(1)} ms.`];
  return [
    judge('a look at a damaged file ends in its time', { cases: run.files, breaches: slow }),
    judge('no file is a fault of ours', { cases: run.files, breaches: faults }),
    judge(`the event loop is never held longer than ${heldMillisecondsMax} ms`, {
      cases: run.files,
      breaches: tooLong,
    }),
  ];
}

async function imagesAndVideos(): Promise<{ images: Buffer[]; videos: Buffer[] }> {
  const samples = await makeSampleVideos(...videoNames);
  const videos = await Promise.all(videoNames.map((name) => readFile(samples.path(name))));
  await samples.remove();
  return { images: await sampleImages(), videos };
}

/** Three images for each video: that is how they are sent, and videos take longer. */
function* mixed({ images, videos }: { images: Buffer[]; videos: Buffer[] }, run: { files: number; seed: number }) {
  const ofImages = damagedFiles(images, { count: run.files, seed: run.seed });
  const ofVideos = damagedFiles(videos, { count: run.files, seed: run.seed });
  for (let number = 0; number < run.files; number += 1) {
    const kind = number % 4 === 3 ? 'video' : 'image';
    const next = (kind === 'video' ? ofVideos : ofImages).next();
    if (!next.done) yield { kind, ...next.value } as const;
  }
}

/**
 * By the thread's own processor time between two beats: a machine that gives us none does not count as held, and neither does
 * damaging the files, which happens here only.
 */
function watchLoop(): { apart<Result>(work: () => Result): Result; stop(): number } {
  let longest = 0;
  let before = threadMilliseconds();
  const beat = setInterval(() => {
    const now = threadMilliseconds();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  return {
    apart(work) {
      const begun = threadMilliseconds();
      const result = work();
      before += threadMilliseconds() - begun;
      return result;
    },
    stop() {
      clearInterval(beat);
      return longest;
    },
  };
}

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
