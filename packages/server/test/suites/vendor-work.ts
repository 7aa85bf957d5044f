/** Work for engines beyond this process, small enough to read. */
import { createHash, randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { frameSize, type MediaRole, type Shape, type Task, type Work } from '@afterimage/contract';
import type { EngineMedia, EngineWork, RouteUse } from '../../src/engines/engine.ts';

export const anyUse: RouteUse = {
  engine: 'an engine',
  model: null,
  dialect: null,
  preset: null,
  set: {},
  input: null,
  workflow: null,
  bind: null,
  errors: {},
  costUsd: null,
};

const rolesOf: Record<Task, MediaRole[]> = {
  t2v: [],
  i2v: ['first'],
  frames: ['first', 'last'],
  refs2v: ['reference', 'reference'],
  motion: ['reference', 'motion'],
  t2i: [],
  i2i: ['reference'],
};

export interface VendorOrder {
  task: Task;
  family?: string;
  model?: string;
  use?: Partial<RouteUse>;
  work?: Partial<Work>;
  roles?: MediaRole[];
  ratio?: string;
  token?: string;
  links?: 'public' | 'none';
  hook?: string;
}

export function describeVendorWork(order: VendorOrder): EngineWork {
  const image = order.task === 't2i' || order.task === 'i2i';
  const shape: Shape = {
    from: 'ratio',
    ratio: order.ratio ?? '16:9',
    edge: image ? { long: 1024 } : { short: 720 },
  };
  const work: Work = {
    task: order.task,
    prompt: 'a red rose at night',
    negativePrompt: null,
    cfgScale: null,
    output: image ? 'image' : 'video',
    shape,
    seconds: image || order.task === 'motion' ? null : 5,
    framesPerSecond: image || order.task === 'motion' ? null : 24,
    sound: 'none',
    watermark: null,
    multiShot: false,
    ...order.work,
  };
  return {
    token: order.token ?? randomUUID(),
    accountId: 'an account',
    family: order.family ?? 'alpha',
    model: order.model ?? 'alpha_3',
    work,
    ...frameSize(work.shape, []),
    seed: 7,
    scenario: null,
    media: (order.roles ?? rolesOf[order.task]).map((role, index) => medium(role, index, order.links ?? 'public')),
    deadline: new Date(Date.now() + 600_000),
    use: { ...anyUse, ...order.use },
    hook: order.hook ?? null,
  };
}

function medium(role: MediaRole, index: number, links: 'public' | 'none'): EngineMedia {
  const video = role === 'motion';
  const bytes = Buffer.from(`the bytes of ${role} ${index}`);
  return {
    role,
    kind: video ? 'video' : 'image',
    type: video ? 'video/mp4' : 'image/png',
    bytes: bytes.length,
    sha256: async () => createHash('sha256').update(bytes).digest('hex'),
    width: 640,
    height: 360,
    ...(video && { milliseconds: 5000 }),
    copyTo: (file) => copyFile(file, file),
    open: async () => new Blob([bytes], { type: video ? 'video/mp4' : 'image/png' }),
    link: () => (links === 'none' ? null : `https://ours.example/media/${role}-${index}.${video ? 'mp4' : 'png'}`),
  };
}
