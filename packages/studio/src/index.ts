/** The studio: a request in, an MP4 or JPEG out, drawn in a process of its own. It knows no jobs, accounts or HTTP. */
import { describeWith } from './ask.ts';
import type { Credential } from './provenance/signer.ts';
import { type ConvertWatch, convertWith, type FinishWatch, finishWith, renderWith } from './render.ts';
import type {
  ConvertedFile,
  ConvertRequest,
  FinishedFile,
  FinishRequest,
  Handle,
  RenderHandle,
  RenderRequest,
  RenderWatch,
} from './request.ts';

export { trySigner } from './ask.ts';
export { FINISH_BYTES_MAX } from './media/invalid-media.ts';
export { type Credential, createSigner, type Signer } from './provenance/signer.ts';
export type {
  ConvertedFile,
  ConvertOutcome,
  ConvertRequest,
  FinishedFile,
  FinishOutcome,
  FinishRequest,
  MediaRole,
  Poster,
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

/** Makes what another engine made an output of ours: its length, size, rate, watermark, poster and manifest. */
export function finish(request: FinishRequest, on: FinishWatch): Handle<FinishedFile> {
  return finishWith('best', request, on);
}

/** Makes media fit for an engine: its types, sizes and edges. */
export function convert(requests: readonly ConvertRequest[], on: ConvertWatch): Handle<{ files: ConvertedFile[] }> {
  return convertWith('best', requests, on);
}

/** Loaded late: the library behind it is needed once in the life of a service. */
export async function makeCredential(now: Date): Promise<Credential> {
  const made = await import('./provenance/credential.ts');
  return made.makeCredential(now);
}

/** Which encoder the next render will use, asked of a child because node-av is never loaded here. */
export function describeEncoder(): Promise<{ name: 'node-av' | 'wasm'; detail: string }> {
  return describeWith('best');
}
