/** Damaged images and videos sent to a running service: each is a clear refusal or whole after all, and nothing crashes. */
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { damagedFiles } from '../media/support/damage.ts';
import { sampleImages } from '../media/support/sample-images.ts';
import { makeSampleVideos } from '../media/support/sample-videos.ts';
import { withCast } from './support/cast.ts';
import { exchange } from './support/exchange.ts';
import { openFaultAccount } from './support/fault-accounts.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const answerMillisecondsMax = 2_000;
/** One after the other: a second one would wait behind a file that takes its full time, and a wait is no hang. */
const senders = 1;
const videoNames = [
  'plain.mp4',
  'sound.mp4',
  'moov-at-end.mp4',
  'fragmented.mp4',
  'plain.mov',
  'opus.webm',
  'vp9.webm',
];

interface Submit {
  how: string;
  path: string;
  body: Record<string, unknown>;
}

export function runDamagedInputs({ files, seed, say }: { files: number; seed: number; say: Say }): Promise<Verdict[]> {
  return withCast({ database: 'embedded', apis: 1, workers: 0 }, async (cast) => {
    const { sandbox } = await openFaultAccount(cast.env, { email: 'damaged@example.com', creditUsd: '1', keys: 1 });
    const submits = await makeSubmits(files + 4 * senders, seed);
    const service = cast.apis[0]!;
    const agent = new Agent({ keepAlive: true, maxSockets: senders });
    const unclear: string[] = [];
    const slow: string[] = [];
    const statuses: Record<string, number> = {};
    const post = (submit: Submit) =>
      exchange(agent, { method: 'POST', url: service.url + submit.path, key: sandbox.keys[0]!, body: submit.body });
    const send = async () => {
      for (let submit = submits.pop(); submit; submit = submits.pop()) {
        const { outcome, milliseconds } = await insist(() => post(submit));
        const word = outcome.outcome === 'answered' ? String(outcome.status) : outcome.outcome;
        statuses[word] = (statuses[word] ?? 0) + 1;
        if (milliseconds > answerMillisecondsMax) slow.push(`${submit.how}: ${Math.round(milliseconds)} ms.`);
        if (word !== '200' && !isClear(outcome)) unclear.push(`${submit.how}: ${word} ${bodyOf(outcome)}`);
      }
    };
    // The first of each kind starts the processes that look; how long that takes says nothing about a file.
    for (const submit of submits.splice(-2 * senders)) await post(submit);
    for (const submit of submits.splice(0, 2 * senders)) await post(submit);
    try {
      await Promise.all(Array.from({ length: senders }, send));
    } finally {
      agent.destroy();
    }
    say(`  ${files} files: ${JSON.stringify(statuses)} (200: whole in spite of it)`);
    const crashed = service.isAlive() ? [] : ['The service has ended.'];
    return [
      judge('a damaged file is refused with a sentence that says so, or was whole after all', {
        cases: files,
        breaches: unclear,
      }),
      judge('no answer about a damaged file takes longer than two seconds', { cases: files, breaches: slow }),
      judge('the service that looked at them lives', { cases: files, breaches: crashed }),
    ];
  });
}

/** Enough that chance on a loaded machine does not decide. */
const turnsMax = 10;

/**
 * A 503 says that the machine is too busy and nothing about the file: callers ask again, and so do we. An answer that
 * took long is asked for again as well: a file that hangs hangs every time, a busy machine does not.
 */
async function insist(post: () => Promise<Outcome>): Promise<{ outcome: Outcome; milliseconds: number }> {
  for (let turn = 1; ; turn += 1) {
    const started = performance.now();
    const outcome = await post();
    const milliseconds = performance.now() - started;
    const busy = outcome.outcome === 'answered' && outcome.status === 503;
    if ((!busy && milliseconds <= answerMillisecondsMax) || turn === turnsMax) return { outcome, milliseconds };
  }
}

async function makeSubmits(files: number, seed: number): Promise<Submit[]> {
  const images = await sampleImages();
  const still = dataUri('image/png', images[2]!);
  const samples = await makeSampleVideos();
  const videos = await Promise.all(videoNames.map((name) => readFile(samples.path(name))));
  await samples.remove();
  const half = Math.ceil(files / 2);
  const ofImages = [...damagedFiles(images, { count: half, seed })].map(({ how, bytes }) => ({
    how: `image ${how}`,
    path: '/v1/gamma/generate',
    body: { prompt: 'a picture that was damaged', bytes_image: dataUri('image/jpeg', bytes) },
  }));
  const ofVideos = [...damagedFiles(videos, { count: files - half, seed })].map(({ how, bytes }) => ({
    how: `video ${how}`,
    path: '/v1/alpha/generate',
    body: {
      prompt: 'a video that was damaged',
      reference_image_base64: still,
      reference_video_base64: dataUri('video/mp4', bytes),
    },
  }));
  return [...ofImages, ...ofVideos];
}

function dataUri(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

type Outcome = Awaited<ReturnType<typeof exchange>>;

/** The caller's fault, in a sentence that names the field. */
function isClear(outcome: Outcome): boolean {
  if (outcome.outcome !== 'answered' || (outcome.status !== 400 && outcome.status !== 422)) return false;
  return /(bytes_image|reference_video_base64)/.test(bodyOf(outcome));
}

function bodyOf(outcome: Outcome): string {
  return outcome.outcome === 'answered' ? JSON.stringify(outcome.body).slice(0, 200) : outcome.outcome;
}
