/** Small pieces of work for the engine suite, and the pictures they are made of. */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { MediaRole, Scenario, Task } from '@afterimage/contract';
import sharp from 'sharp';
import { createEmbeddedEngines } from '../../src/engines/embedded-engines.ts';
import { bareUse, type Engine, type EngineMedia, type EngineWork, type Handle } from '../../src/engines/engine.ts';

/** Plain JSON, so that a test can pass it to another process. */
export interface Order {
  task: Task;
  token?: string;
  accountId?: string;
  sound?: 'none' | 'generated' | 'original';
  seconds?: number;
  width?: number;
  height?: number;
  deadlineMilliseconds?: number;
  scenario?: Scenario;
}

/** File names; the motion clip is for the test to put there. */
export interface Pictures {
  first: string;
  last: string;
  motion: string;
}

export function picturesIn(folder: string): Pictures {
  return { first: join(folder, 'first.jpg'), last: join(folder, 'last.jpg'), motion: join(folder, 'motion.mp4') };
}

export async function makePictures(folder: string): Promise<Pictures> {
  const pictures = picturesIn(folder);
  const plain = (background: string) => sharp({ create: { width: 160, height: 90, channels: 3, background } }).jpeg();
  await plain('#b03020').toFile(pictures.first);
  await plain('#2040b0').toFile(pictures.last);
  return pictures;
}

/** One of the table, over a folder that another process may open too. */
export function openEngine(name: string, dataFolder: string): Engine {
  const engines = createEmbeddedEngines({ dataFolder, concurrency: 2 });
  return { ...engines.byName(name), close: engines.close };
}

/** For work that no engine has a reason to refuse. */
export async function startWork(engine: Engine, work: EngineWork): Promise<Handle> {
  const start = await engine.start(work, new AbortController().signal);
  if (start.outcome !== 'accepted') throw new Error(inspect(start));
  return start.handle;
}

const rolesOf: Record<Task, MediaRole[]> = {
  t2v: [],
  i2v: ['first'],
  frames: ['first', 'last'],
  refs2v: ['reference', 'reference'],
  motion: ['first', 'motion'],
  t2i: [],
  i2i: ['reference'],
};

export function describeWork(order: Order, pictures: Pictures): EngineWork {
  const image = order.task === 't2i' || order.task === 'i2i';
  const timed = !image && order.task !== 'motion';
  return {
    token: order.token ?? randomUUID(),
    accountId: order.accountId ?? 'an account',
    family: 'alpha',
    model: 'alpha_2.5_turbo',
    work: {
      task: order.task,
      prompt: 'a red rose at night',
      negativePrompt: null,
      cfgScale: null,
      output: image ? 'image' : 'video',
      shape: { from: 'ratio', ratio: '16:9', edge: { short: order.height ?? 90 } },
      seconds: timed ? (order.seconds ?? 0.5) : null,
      framesPerSecond: timed ? 24 : null,
      sound: order.sound ?? (order.task === 'motion' ? 'original' : 'none'),
      watermark: null,
      multiShot: false,
    },
    width: order.width ?? 160,
    height: order.height ?? 90,
    seed: 7,
    scenario: order.scenario ?? null,
    media: rolesOf[order.task].map((role, index) => medium(role, index, pictures)),
    deadline: new Date(Date.now() + (order.deadlineMilliseconds ?? 60_000)),
    use: bareUse('an engine'),
    hook: null,
  };
}

function medium(role: MediaRole, index: number, pictures: Pictures): EngineMedia {
  const video = role === 'motion';
  const file = video ? pictures.motion : index === 0 ? pictures.first : pictures.last;
  return {
    role,
    kind: video ? 'video' : 'image',
    type: video ? 'video/mp4' : 'image/jpeg',
    bytes: 1000,
    width: 160,
    height: 90,
    ...(video && { milliseconds: 500 }),
    async copyTo(target) {
      await stat(file);
      await copyFile(file, target);
    },
    sha256: async () => 'not asked for',
    open: () => openAsBlob(file),
    link: () => null,
  };
}
