/** What the studio is asked for and what it answers: one request, one file, one outcome. */
import type { Source } from './provenance/manifest.ts';
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

/** What another engine made, and what was asked of it: the file becomes that, where it is not. */
export interface FinishRequest {
  file: string;
  output: 'video' | 'image';
  width: number;
  height: number;
  /** Cut off after these; null: as long as it is. Always null for images. */
  seconds: number | null;
  /** Null: as they come. */
  framesPerSecond: number | null;
  sound: 'keep' | 'drop';
  watermark: string | null;
  /** Whether a trained model made it, for its manifest. */
  source: Source;
  outputFile: string;
}

/** Without a poster where nothing here can decode the video; notes say what else was left as it came. */
export type FinishedFile = Omit<RenderedFile, 'poster'> & { poster: Poster | null };

/** A medium that an engine should be able to take. */
export interface ConvertRequest {
  file: string;
  kind: 'image' | 'video';
  /** Those that the engine takes. */
  types: readonly string[];
  bytesMax: number;
  /** Pixels of the short edge of an image; 0: any. */
  edgeMin: number;
  /** Cropped to fill exactly this; null: any size. Images only. */
  size: { width: number; height: number } | null;
  outputFile: string;
}

/** `file` is the one given where that would do. */
export interface ConvertedFile {
  file: string;
  type: string;
  bytes: number;
  width: number;
  height: number;
}

export type RenderFailure = 'stopped' | 'invalid_media' | 'crashed' | 'deadline';

export type Outcome<Made> = ({ ok: true } & Made) | { ok: false; reason: RenderFailure; message: string };
export type RenderOutcome = Outcome<RenderedFile>;
export type FinishOutcome = Outcome<FinishedFile>;
export type ConvertOutcome = Outcome<{ files: ConvertedFile[] }>;

export interface Handle<Made> {
  readonly pid: number | undefined;
  readonly done: Promise<Outcome<Made>>;
  stop(): void;
}
export type RenderHandle = Handle<RenderedFile>;

export interface RenderWatch {
  progress(percent: number): void;
  deadlineMilliseconds: number;
  /** Puts its name to the output, as a C2PA manifest. Without one the bytes depend on the request alone. */
  signer?: Signer | undefined;
}
