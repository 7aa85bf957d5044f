/** The studio: what drawing costs beside encoding, for every scene, and the figures of its other kinds of work. */
import { mkdtempSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSigner, makeCredential, type RenderRequest, render, type Signer } from '@afterimage/studio';
import { type Effort, effortOf, runProgram } from './children.ts';
import { type Figure, median, type Rounds } from './figure.ts';
import { residentBytesOf } from './process-figures.ts';
import { clip, createRequest, scenes } from './studio-scenes.ts';

const deadlineMilliseconds = 600_000;
const memoryLookMilliseconds = 20;
const megabyte = 1_048_576;
/** What has more rounds elsewhere has three here, and of the scenes only the worst: five of all took half an hour. */
const roundsMax = 3;

interface Studio {
  folder: string;
  signer: Signer;
}

export async function measureStudio({ count }: Rounds): Promise<Figure[]> {
  const folder = mkdtempSync('/var/tmp/afterimage-bench-');
  const studio = { folder, signer: createSigner(await makeCredential(new Date())) };
  const rounds = Math.min(count, roundsMax);
  try {
    // The first render of all compiles the studio's code for the next ones.
    await renderOnce(studio, createRequest(join(folder, 'first.mp4'), { seconds: 1 }));
    return [
      ...(await measureScenes(studio, rounds)),
      ...(await measureWall(studio, rounds)),
      ...(await measurePush(studio, rounds)),
      ...(await measurePicture(studio, rounds)),
      ...(await measureMemory(studio)),
      ...(await measureMotion(studio)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function renderOnce({ signer }: Studio, request: RenderRequest): Promise<void> {
  const outcome = await render(request, { progress: () => {}, deadlineMilliseconds, signer }).done;
  if (!outcome.ok) throw new Error(`"${request.prompt}" was not drawn: ${outcome.message}`);
}

interface Compared {
  ours: Effort;
  encoder: Effort;
  megabitsPerSecond: number;
}

/** One render and one bare encoding of the same frames, `rounds` times; whoever came second comes first the next time. */
async function compare(studio: Studio, request: RenderRequest, rounds: number): Promise<Compared[]> {
  const frames = join(studio.folder, 'frames.i420');
  await runProgram('studio-frames.ts', [JSON.stringify(request), frames]);
  const size = [request.width, request.height, request.framesPerSecond].map(String);
  const draw = () => effortOf(() => renderOnce(studio, request));
  const encode = () => effortOf(() => runProgram('baselines/x264.ts', [frames, ...size]));
  const compared: Compared[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = round % 2 === 1 ? await encode() : null;
    const ours = await draw();
    const encoder = before ?? (await encode());
    const { size: bytes } = await stat(request.outputFile);
    compared.push({ ours, encoder, megabitsPerSecond: (bytes * 8) / request.seconds! / 1_000_000 });
  }
  await rm(frames);
  return compared;
}

const cpuRatio = ({ ours, encoder }: Compared) => ours.cpuSeconds / encoder.cpuSeconds;
const wallRatio = ({ ours }: Compared) => ours.seconds / clip.seconds;

interface MeasuredScene {
  prompt: string;
  compared: Compared[];
}

/** The scene with the highest median. */
function worstOf(all: MeasuredScene[], value: (compared: Compared) => number): MeasuredScene {
  const middle = ({ compared }: MeasuredScene) => median(compared.map(value));
  return all.reduce((worst, scene) => (middle(scene) > middle(worst) ? scene : worst));
}

/** Every scene once. Then whichever is the worst gets its other rounds, until the worst of all has them. */
async function compareScenes(studio: Studio, rounds: number): Promise<MeasuredScene[]> {
  const requestOf = (prompt: string) => createRequest(join(studio.folder, 'scene.mp4'), { prompt });
  const all: MeasuredScene[] = [];
  for (const prompt of scenes) all.push({ prompt, compared: await compare(studio, requestOf(prompt), 1) });
  for (;;) {
    const { prompt, compared } = worstOf(all, cpuRatio);
    if (compared.length >= rounds) return all;
    compared.push(...(await compare(studio, requestOf(prompt), rounds - compared.length)));
  }
}

async function measureScenes(studio: Studio, rounds: number): Promise<Figure[]> {
  const all = await compareScenes(studio, rounds);
  const worst = (value: (compared: Compared) => number) => worstOf(all, value).compared.map(value);
  return [
    {
      what: '5 s at 720p, worst of all scenes: CPU, of x264 encoding the same frames',
      unit: 'ratio',
      target: { atMost: 2 },
      rounds: worst(cpuRatio),
    },
    {
      what: '5 s at 720p, worst of all scenes: time, of the clip',
      unit: 'ratio',
      target: { atMost: 1 },
      rounds: worst(wallRatio),
    },
    {
      what: '5 s at 720p, worst of all scenes: Mbit/s',
      unit: 'Mbit/s',
      target: { atMost: 8 },
      rounds: worst(({ megabitsPerSecond }) => megabitsPerSecond),
    },
    ...all.flatMap(({ prompt, compared }): Figure[] => [
      { what: `"${prompt}": CPU, of x264`, unit: 'ratio', rounds: compared.map(cpuRatio) },
      { what: `"${prompt}": CPU`, unit: 's', rounds: compared.map(({ ours }) => ours.cpuSeconds) },
      { what: `"${prompt}": time, of the clip`, unit: 'ratio', rounds: compared.map(wallRatio) },
    ]),
  ];
}

/** The scene with the most layers. */
const heaviest = 'a foggy forest at dawn with a deer';

async function measureWall(studio: Studio, rounds: number): Promise<Figure[]> {
  const size = { width: 1920, height: 1080 };
  const request = createRequest(join(studio.folder, 'large.mp4'), { prompt: heaviest, ...size });
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    ratios.push((await effortOf(() => renderOnce(studio, request))).seconds / clip.seconds);
  return [{ what: '5 s at 1080p: time, of the clip', unit: 'ratio', target: { atMost: 1.6 }, rounds: ratios }];
}

async function measurePush(studio: Studio, rounds: number): Promise<Figure[]> {
  const file = join(studio.folder, 'photo.jpg');
  await renderOnce(
    studio,
    createRequest(file, { task: 't2i', prompt: scenes[3]!, seconds: null, framesPerSecond: null }),
  );
  const media = [{ role: 'first', file, type: 'image/jpeg' }] as const;
  const moved = async (prompt: string) =>
    compare(studio, createRequest(join(studio.folder, 'push.mp4'), { task: 'i2v', prompt, media: [...media] }), rounds);
  const what = (of: string) => `Image to video${of}, 5 s at 720p: CPU, of x264 encoding the same frames`;
  const target = { atMost: 1.5 };
  return [
    { what: what(''), unit: 'ratio', target, rounds: (await moved('zoom in')).map(cpuRatio) },
    { what: what(' with a verb'), unit: 'ratio', target, rounds: (await moved('the lighthouse dances')).map(cpuRatio) },
  ];
}

async function measurePicture(studio: Studio, rounds: number): Promise<Figure[]> {
  const size = { width: 2048, height: 1152 };
  const still = { task: 't2i', prompt: heaviest, ...size, seconds: null, framesPerSecond: null } as const;
  const request = createRequest(join(studio.folder, 'still.jpg'), still);
  const pixels = join(studio.folder, 'pixels.rgb');
  await runProgram('studio-frames.ts', [JSON.stringify(request), pixels]);
  const ours: Effort[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await effortOf(() => renderOnce(studio, request)));
    const words = [pixels, String(size.width), String(size.height)];
    const theirs = await effortOf(() => runProgram('baselines/sharp-jpeg.ts', words));
    ratios.push(ours.at(-1)!.cpuSeconds / theirs.cpuSeconds);
  }
  return [
    {
      what: 'A 2k JPEG: CPU, of sharp encoding the same pixels',
      unit: 'ratio',
      target: { atMost: 8 },
      rounds: ratios,
    },
    { what: 'A 2k JPEG: CPU', unit: 's', rounds: ours.map(({ cpuSeconds }) => cpuSeconds) },
    { what: 'A 2k JPEG: time', unit: 's', rounds: ours.map(({ seconds }) => seconds) },
  ];
}

async function measureMemory({ folder, signer }: Studio): Promise<Figure[]> {
  const large = { width: 1920, height: 1080, seconds: 15, prompt: heaviest };
  const request = createRequest(join(folder, 'long.mp4'), large);
  const { pid, done } = render(request, { progress: () => {}, deadlineMilliseconds, signer });
  let bytesMax = 0;
  const timer = setInterval(() => {
    bytesMax = Math.max(bytesMax, residentBytesOf(pid!));
  }, memoryLookMilliseconds);
  const outcome = await done;
  clearInterval(timer);
  if (!outcome.ok) throw new Error(`The long clip was not drawn: ${outcome.message}`);
  const target = { atMost: 700 };
  return [{ what: '15 s at 1080p: memory, all its processes', unit: 'MB', target, rounds: [bytesMax / megabyte] }];
}

async function measureMotion({ folder }: Studio): Promise<Figure[]> {
  const printed = await runProgram('studio-motion.ts', [join(folder, 'motion.mp4')]);
  const { pan, zoom } = JSON.parse(printed) as { pan: number; zoom: number };
  const target = { atMost: 2 };
  return [
    { what: 'Motion transfer, a known pan: off by', unit: '%', target, rounds: [pan] },
    { what: 'Motion transfer, a known zoom: off by', unit: '%', target, rounds: [zoom] },
  ];
}
