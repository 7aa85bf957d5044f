/** Work as it stands in its column: without what most have alike (docs/decisions/0011). */
import type { Work } from '@afterimage/contract';

/** What is not written down. */
const usual = {
  negativePrompt: null,
  cfgScale: null,
  seconds: null,
  framesPerSecond: null,
  sound: 'none',
  watermark: null,
  multiShot: false,
} as const satisfies Partial<Work>;

export type StoredWork = Omit<Work, keyof typeof usual | 'prompt'> & Partial<Work>;

/** The prompt has a column; work has one of its own only where directives make the engine see another. */
export function writeWork(work: Work, prompt: string): string {
  // Written out: going through the names one by one takes longer. JSON leaves out what is undefined.
  return JSON.stringify({
    task: work.task,
    prompt: work.prompt === prompt ? undefined : work.prompt,
    negativePrompt: work.negativePrompt ?? undefined,
    cfgScale: work.cfgScale ?? undefined,
    output: work.output,
    shape: work.shape,
    seconds: work.seconds ?? undefined,
    framesPerSecond: work.framesPerSecond ?? undefined,
    sound: work.sound === usual.sound ? undefined : work.sound,
    watermark: work.watermark ?? undefined,
    multiShot: work.multiShot || undefined,
  } satisfies { [Name in keyof Work]-?: Work[Name] | undefined });
}

export function readWork(stored: StoredWork, prompt: string): Work {
  return { ...usual, prompt, ...stored };
}
