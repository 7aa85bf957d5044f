/** What the studio is asked for and what it answers: one request, one file, one outcome. */
import type { Signer } from './provenance/signer.ts';

export type Task = 't2v' | 'i2v' | 'frames' | 'refs2v' | 'motion' | 't2i' | 'i2i';

export type MediaRole = 'first' | 'last' | 'reference' | 'motion';

export interface RequestMedia {
  role: MediaRole;
  file: string;
  type: string;
}

export interface RenderRequest {
  task: Task;
  prompt: string;
  negativePrompt: string | null;
  cfgScale: number | null;
  seed: number;
  width: number;
  height: number;
  /** Null for images, and for motion, where the reference video decides. */
  seconds: number | null;
  framesPerSecond: number | null;
  sound: 'none' | 'generated' | 'original';
  watermark: string | null;
  multiShot: boolean;
  media: RequestMedia[];
  /** Written as `<outputFile>.part`, synced to disk and renamed once it is whole. */
  outputFile: string;
}

/** A WebP of at most 480 pixels across, written before the output appears. */
export interface Poster {
  file: string;
  type: 'image/webp';
  bytes: number;
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
}

export function posterFileOf(outputFile: string): string {
  return `${outputFile}.poster`;
}

export interface RenderedFile {
  type: 'video/mp4' | 'image/jpeg';
  bytes: number;
  width: number;
  height: number;
  milliseconds: number | null;
  poster: Poster;
  /** What the prompt asks for and the picture does not show, in sentences for whoever asked. */
  notes: string[];
}

export type RenderFailure = 'stopped' | 'invalid_media' | 'crashed' | 'deadline';

export type RenderOutcome = ({ ok: true } & RenderedFile) | { ok: false; reason: RenderFailure; message: string };

export interface RenderHandle {
  readonly pid: number | undefined;
  readonly done: Promise<RenderOutcome>;
  stop(): void;
}

export interface RenderWatch {
  progress(percent: number): void;
  deadlineMilliseconds: number;
  /** Puts its name to the output, as a C2PA manifest. Without one the bytes depend on the request alone. */
  signer?: Signer | undefined;
}
