/** What a generation is to the contract: the request that was read, the work it asks for, and the view that records show. */

export type Status = 'pending' | 'processing' | 'completed' | 'failed';

export type Task = 't2v' | 'i2v' | 'frames' | 'refs2v' | 'motion' | 't2i' | 'i2i';

export type MediaRole = 'first' | 'last' | 'reference' | 'motion';

/** Media sent inside the body. The body reader decodes it to disk while it arrives and leaves this in its place. */
export class Upload {
  /** The media type the data URI declares; null for plain base64. */
  readonly declaredType: string | null;
  /** The media type the first bytes show; null when they show none of ours. */
  readonly sniffedType: string | null;
  readonly bytes: number;
  /** Set when the text was not what a base64 field takes; then `file` holds nothing useful. */
  readonly fault: UploadFault | null;
  /** Where the decoded bytes lie; the contract never looks at it. */
  readonly file: string;

  constructor(upload: {
    declaredType: string | null;
    sniffedType: string | null;
    bytes: number;
    fault?: UploadFault | null;
    file: string;
  }) {
    this.declaredType = upload.declaredType;
    this.sniffedType = upload.sniffedType;
    this.bytes = upload.bytes;
    this.fault = upload.fault ?? null;
    this.file = upload.file;
  }
}

export type UploadFault = 'empty' | 'not_data_uri' | 'not_base64' | 'too_large';

export type MediaSource = { url: string } | { upload: Upload };

/** One medium of a request, in the order in which the engine should see it. */
export interface MediaInput {
  role: MediaRole;
  kind: 'image' | 'video';
  /** The field as a caller would write it: `image_url`, `images_url[1]`. Faults found later name it. */
  field: string;
  bytesMax: number;
  source: MediaSource;
}

/** How the size of the output follows from the request and its inputs. */
export type Shape =
  | { from: 'ratio'; ratio: string; edge: Edge }
  | { from: 'first-input'; edge: Edge }
  | { from: 'nearest-to-first-image'; ratios: readonly string[]; otherwise: string; edge: Edge };

export type Edge = { short: number } | { long: number };

/** What an engine is asked to make: engine-neutral, plain JSON, stored with the generation. */
export interface Work {
  task: Task;
  /** Without sandbox directives. */
  prompt: string;
  negativePrompt: string | null;
  cfgScale: number | null;
  output: 'video' | 'image';
  shape: Shape;
  /** Null for images, and for motion control, where the reference video decides. */
  seconds: number | null;
  /** Null for images, and for motion control, where the reference video decides. */
  framesPerSecond: number | null;
  sound: 'none' | 'generated' | 'original';
  watermark: string | null;
  multiShot: boolean;
}

/** What a sandbox prompt's directives ask for; see the table "Sandbox". */
export interface Scenario {
  fail: string | null;
  slowSeconds: number;
  queueSeconds: number;
  hang: boolean;
  http: number | null;
}

/** A request that passed every check a body alone can fail. */
export interface GenerationRequest {
  /** As sent, directives included: this is what records show. */
  prompt: string;
  /** The record's `model`. */
  model: string;
  /** Every field used, with defaults filled in and media left out: for detail pages, "run again" and audits. */
  fields: Readonly<Record<string, unknown>>;
  media: MediaInput[];
  callbackUrl: string | null;
  /** Ten-thousandths of a dollar; null: whatever it costs. */
  maxPrice: number | null;
  /** Null: the service draws one. */
  seed: number | null;
  /** Jobs of higher priority go ahead inside their own account's turn. */
  priority: 0 | 1;
  work: Work;
  scenario: Scenario | null;
}

/** What is known of a request's media once it has been looked at; the price and the shape may depend on it. */
export interface MediaFacts {
  width: number;
  height: number;
  /** Videos only: the video track's length. */
  milliseconds?: number;
}

/** A generation as records, answers and webhooks show it. */
export interface GenerationView {
  id: string;
  status: Status;
  prompt: string;
  model: string;
  /** Ten-thousandths of a dollar. */
  price: number;
  seed: number;
  /** A link that works now, or null when there is no media (yet, or any more). */
  mediaUrl: string | null;
  failureCode: string | null;
  failureReason: string | null;
  progress: number | null;
  queuePosition: number | null;
  createdAt: Date;
  finishedAt: Date | null;
}
