/** What the studio engine keeps on disk for each token, so that any process can carry on after a crash. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '@afterimage/contract';
import type { RenderOutcome, RenderRequest } from '@afterimage/studio';
import type { EngineOutput, EngineWork } from '../engine.ts';

/** All a render needs; media lie beside it, named by their index. */
export interface KeptWork {
  accountId: string;
  deadline: string;
  request: Omit<RenderRequest, 'outputFile'>;
}

type Rendered = Extract<RenderOutcome, { ok: true }>;

interface KeptOutcome {
  file: string;
  rendered: Rendered;
}

const workFile = 'work.json';
const outcomeFile = 'outcome.json';

export interface RenderFolders {
  /** Whole or not at all: it appears under the token once everything in it is on disk. */
  keepWork(work: EngineWork): Promise<void>;
  /** Undefined when the token is unknown, or what was kept cannot be read. */
  readWork(token: string): Promise<KeptWork | undefined>;
  /** A name that no other process writes to, should one that was given up as dead still be rendering. */
  newOutputFile(token: string): string;
  keepOutcome(token: string, outputFile: string, rendered: Rendered): Promise<EngineOutput>;
  readOutcome(token: string): Promise<EngineOutput | undefined>;
  remove(token: string): Promise<void>;
  /** Removes what nobody came back for; returns how many. */
  sweep(olderThan: Date): Promise<number>;
}

export function createRenderFolders(root: string): RenderFolders {
  const folderOf = (token: string) => {
    // Tokens become folder names and come back from the database, so they are checked where they turn into paths.
    if (!isId(token)) throw new Error('An engine token is a UUID.');
    return join(root, token);
  };

  return {
    async keepWork(work) {
      const folder = folderOf(work.token);
      if ((await readJson(join(folder, workFile))) !== undefined) return;
      const draft = join(root, `.draft-${randomUUID()}`);
      await mkdir(draft, { recursive: true });
      await writeWork(draft, folder, work);
      await rm(folder, { recursive: true, force: true });
      await moveIntoPlace(draft, folder);
    },
    readWork: (token) => readJson<KeptWork>(join(folderOf(token), workFile)),
    newOutputFile: (token) => join(folderOf(token), `output-${randomUUID()}`),
    async keepOutcome(token, outputFile, rendered) {
      const kept: KeptOutcome = { file: outputFile, rendered };
      const draft = join(folderOf(token), `.outcome-${randomUUID()}`);
      await writeSynced(draft, JSON.stringify(kept));
      await rename(draft, join(folderOf(token), outcomeFile));
      return outputOf(kept);
    },
    async readOutcome(token) {
      const kept = await readJson<KeptOutcome>(join(folderOf(token), outcomeFile));
      return kept && outputOf(kept);
    },
    remove: (token) => rm(folderOf(token), { recursive: true, force: true }),
    sweep: (olderThan) => sweepFolders(root, olderThan),
  };
}

async function writeWork(draft: string, folder: string, work: EngineWork): Promise<void> {
  const media: RenderRequest['media'] = [];
  for (const [index, medium] of work.media.entries()) {
    const name = `input-${index}`;
    await medium.copyTo(join(draft, name));
    await syncToDisk(join(draft, name));
    media.push({ role: medium.role, type: medium.type, file: join(folder, name) });
  }
  const kept: KeptWork = {
    accountId: work.accountId,
    deadline: work.deadline.toISOString(),
    request: { ...renderSettings(work), media },
  };
  await writeSynced(join(draft, workFile), JSON.stringify(kept));
  await syncToDisk(draft);
}

function renderSettings({ work, width, height, seed }: EngineWork): Omit<RenderRequest, 'media' | 'outputFile'> {
  return {
    task: work.task,
    prompt: work.prompt,
    negativePrompt: work.negativePrompt,
    cfgScale: work.cfgScale,
    seed,
    width,
    height,
    seconds: work.seconds,
    framesPerSecond: work.framesPerSecond,
    sound: work.sound,
    watermark: work.watermark,
    multiShot: work.multiShot,
  };
}

/** Another start with the same token may have come first: then its folder stays. */
async function moveIntoPlace(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await rm(draft, { recursive: true, force: true });
  }
}

function outputOf({ file, rendered }: KeptOutcome): EngineOutput {
  const { type, bytes, width, height, milliseconds, poster, notes } = rendered;
  return {
    type,
    bytes,
    width,
    height,
    milliseconds,
    // An outcome that an earlier version kept has neither.
    ...(notes && { notes }),
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

/** A file that a power cut left empty or half written reads as if it were not there. */
async function readJson<Kept>(file: string): Promise<Kept | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

async function writeSynced(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flush: true });
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function sweepFolders(root: string, olderThan: Date): Promise<number> {
  let swept = 0;
  for (const name of await namesIn(root)) {
    const folder = join(root, name);
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || found.mtime >= olderThan) continue;
    await rm(folder, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
