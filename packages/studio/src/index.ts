/** The studio: a request in, an MP4 or JPEG out, drawn in a process of its own. It knows no jobs, accounts or HTTP. */
import { describeWith, renderWith } from './render.ts';
import type { RenderHandle, RenderRequest, RenderWatch } from './request.ts';

export type {
  MediaRole,
  RenderFailure,
  RenderHandle,
  RenderOutcome,
  RenderRequest,
  RenderWatch,
  RequestMedia,
  Task,
} from './request.ts';

export function render(request: RenderRequest, on: RenderWatch): RenderHandle {
  return renderWith('best', request, on);
}

/** Which encoder the next render will use, asked of a child because node-av is never loaded here. */
export function describeEncoder(): Promise<{ name: 'node-av' | 'wasm'; detail: string }> {
  return describeWith('best');
}
