/** Brings a generation's media to what an engine takes, before anything is paid: types, bytes, edges, links. */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConvertedFile, ConvertRequest, convert } from '@afterimage/studio';
import type { RenderSlots } from '../../queue/render-slots.ts';
import type { EngineFault, EngineMedia, GatheredMedia, InputNeeds } from '../engine.ts';

export interface FitServices {
  scratchFolder(): string;
  convert: typeof convert;
  /** Few at once: each may encode a video. */
  slots: RenderSlots;
  /** By a thread of its own. */
  digest(file: string): Promise<{ sha256: string }>;
  /** Puts a file where a signed link finds it; null: the world cannot reach the service. The file is taken over. */
  publish: ((file: string, object: { accountId: string; type: string; until: Date }) => Promise<Link>) | null;
}

export type Link = EngineMedia['link'];

export interface ToFit {
  accountId: string;
  media: readonly GatheredMedia[];
  needs: InputNeeds;
  /** Of what is to be made. */
  width: number;
  height: number;
  deadline: Date;
}

export type Fitted =
  /** `release`: the engine has what it needs. */
  { outcome: 'fitted'; media: EngineMedia[]; release(): Promise<void> } | { outcome: 'failed'; fault: EngineFault };

export async function fitInputs(services: FitServices, toFit: ToFit, signal: AbortSignal): Promise<Fitted> {
  if (toFit.media.length === 0) return { outcome: 'fitted', media: [], release: async () => {} };
  const folder = join(services.scratchFolder(), randomUUID());
  await mkdir(folder);
  const release = () => rm(folder, { recursive: true, force: true });
  try {
    const files = await Promise.all(
      toFit.media.map(async (medium, index) => {
        const file = join(folder, `given-${index}`);
        await medium.copyTo(file);
        return file;
      }),
    );
    const made = await convertThese(services, toFit, { files, folder, signal });
    if ('fault' in made) {
      await release();
      return { outcome: 'failed', fault: made.fault };
    }
    const media = await Promise.all(
      toFit.media.map((medium, index) => fitted(services, toFit, { medium, made: made.files[index]! })),
    );
    return { outcome: 'fitted', media, release };
  } catch (fault) {
    await release();
    throw fault;
  }
}

/** What is known to fit needs nobody to look at it; of pictures only a look tells whether they lie on their side. */
const needsNothing = ({ kind, type }: GatheredMedia, { videoTypes }: InputNeeds): boolean =>
  kind === 'video' && videoTypes.includes(type);

async function convertThese(
  services: FitServices,
  { accountId, media, needs, width, height, deadline }: ToFit,
  { files, folder, signal }: { files: readonly string[]; folder: string; signal: AbortSignal },
): Promise<{ files: ConvertedFile[] } | { fault: EngineFault }> {
  const asTheyAre = media.map(({ type, bytes, width, height }, index) => ({
    file: files[index]!,
    type,
    bytes,
    width,
    height,
  }));
  const toConvert = media.flatMap((medium, index) => (needsNothing(medium, needs) ? [] : [{ medium, index }]));
  if (toConvert.length === 0) return { files: asTheyAre };
  const requests = toConvert.map(
    ({ medium, index }): ConvertRequest => ({
      file: files[index]!,
      kind: medium.kind,
      types: medium.kind === 'image' ? needs.imageTypes : needs.videoTypes,
      bytesMax: needs.imageBytesMax,
      edgeMin: needs.imageEdgeMin,
      size: medium.kind === 'image' && needs.imageSize === 'output' ? { width, height } : null,
      outputFile: join(folder, `fitted-${index}`),
    }),
  );
  const giveBack = await services.slots.take(accountId, signal);
  try {
    const converting = services.convert(requests, {
      deadlineMilliseconds: Math.max(1, deadline.getTime() - Date.now()),
    });
    const stop = () => converting.stop();
    signal.addEventListener('abort', stop, { once: true });
    const outcome = await converting.done.finally(() => signal.removeEventListener('abort', stop));
    signal.throwIfAborted();
    if (!outcome.ok) return { fault: faultOf(outcome) };
    for (const [at, { index }] of toConvert.entries()) asTheyAre[index] = outcome.files[at]!;
    return { files: asTheyAre };
  } finally {
    giveBack();
  }
}

/** All media has been decoded before: what cannot be made of it is what this engine wants of it. */
function faultOf({ reason, message }: { reason: string; message: string }): EngineFault {
  if (reason === 'deadline') return { class: 'timeout', message };
  return { class: reason === 'invalid_media' ? 'unsupported' : 'internal', message };
}

async function fitted(
  { digest, publish }: FitServices,
  { accountId, deadline: until }: ToFit,
  { medium, made }: { medium: GatheredMedia; made: ConvertedFile },
): Promise<EngineMedia> {
  const { file, type, bytes, width, height } = made;
  let link: EngineMedia['link'] = () => null;
  if (publish !== null) {
    const shared = `${file}.shared`;
    await copyFile(file, shared);
    link = await publish(shared, { accountId, type, until });
  }
  return {
    ...medium,
    type,
    bytes,
    width,
    height,
    copyTo: (target) => copyFile(file, target),
    sha256: async () => (await digest(file)).sha256,
    open: () => openAsBlob(file, { type }),
    link,
  };
}
