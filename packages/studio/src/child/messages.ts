/** What parent and child say to each other; everything else stays on its side of the process. */

import type { EncoderChoice } from '../encoders/choose.ts';
import type { EncoderName } from '../encoders/encoder.ts';
import type { RenderedFile, RenderRequest } from '../request.ts';

export type Order =
  | { kind: 'render'; request: RenderRequest; encoder: EncoderChoice }
  | { kind: 'describe'; encoder: EncoderChoice };

export type Report =
  | { kind: 'progress'; percent: number }
  | { kind: 'rendered'; file: RenderedFile }
  | { kind: 'invalid_media'; message: string }
  | { kind: 'failed'; message: string }
  | { kind: 'encoder'; name: EncoderName; detail: string };
