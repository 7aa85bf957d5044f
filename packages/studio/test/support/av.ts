/** node-av for tests, in a child as in production: looks into clips and makes reference videos. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface VideoRecipe {
  file: string;
  container: 'mp4' | 'webm';
  width: number;
  height: number;
  frames: number;
  framesPerSecond: number;
  /** Seconds of every frame, for a variable rate. */
  times?: number[];
  panX: number;
  panY: number;
  zoomPerFrame?: number;
  sound: 'none' | 'aac' | 'opus';
  soundSeconds?: number;
}

export type AvOrder =
  | { kind: 'frames'; file: string; width: number; height: number }
  | { kind: 'video'; recipe: VideoRecipe }
  | { kind: 'reference'; file: string };

export type ReferenceVerdict = { frames: number } | { refused: string };

export interface Av {
  /** Every frame as RGB at the given size. */
  frames(file: string, size: { width: number; height: number }): Promise<Uint8Array[]>;
  video(recipe: VideoRecipe): Promise<string>;
  reference(file: string): Promise<ReferenceVerdict>;
  stop(): void;
}

export function startAv(): Av {
  const child = fork(fileURLToPath(new URL('./av-child.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
  });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  child.on('message', (message: { id: number; answer?: unknown; error?: string }) => {
    const order = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) order?.resolve(message.answer);
    else order?.reject(new Error(message.error));
  });
  let next = 0;
  const ask = (order: AvOrder) =>
    new Promise<unknown>((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      child.send({ ...order, id });
    });
  return {
    frames: (file, size) => ask({ kind: 'frames', file, ...size }) as Promise<Uint8Array[]>,
    video: (recipe) => ask({ kind: 'video', recipe }) as Promise<string>,
    reference: (file) => ask({ kind: 'reference', file }) as Promise<ReferenceVerdict>,
    stop: () => child.disconnect(),
  };
}
