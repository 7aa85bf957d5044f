/** What parent and child say to each other; everything else stays on its side of the process. */

import type { EncoderChoice } from '../encoders/choose.ts';
import type { EncoderName } from '../encoders/encoder.ts';
import type { SignerIdentity } from '../provenance/signer.ts';
import type {
  ConvertedFile,
  ConvertRequest,
  FinishedFile,
  FinishRequest,
  RenderedFile,
  RenderRequest,
} from '../request.ts';

export type Order =
  | { kind: 'render'; request: RenderRequest; encoder: EncoderChoice; signer: SignerIdentity | null }
  | { kind: 'finish'; request: FinishRequest; encoder: EncoderChoice; signer: SignerIdentity | null }
  | { kind: 'convert'; requests: readonly ConvertRequest[]; encoder: EncoderChoice }
  /** Gets ready for orders to finish files, which will be the next messages. */
  | { kind: 'wait' }
  | { kind: 'describe'; encoder: EncoderChoice }
  | { kind: 'try'; signer: SignerIdentity };

/** What came of an order, whichever it was. */
export type Made = RenderedFile | FinishedFile | { files: ConvertedFile[] };

/** The answer to a report that asks for a signature; base64, as everything here is JSON. */
export interface Signed {
  kind: 'signed';
  signature: string;
}

export type Report =
  | { kind: 'progress'; percent: number }
  | { kind: 'sign'; bytes: string }
  /** `stays`: the process is good for another order. */
  | { kind: 'made'; made: Made; stays: boolean }
  | { kind: 'invalid_media'; message: string; stays: boolean }
  | { kind: 'failed'; message: string }
  | { kind: 'tried'; failures: string[] }
  | { kind: 'encoder'; name: EncoderName; detail: string };
