/** What an engine made: behind a link of its own, or in the reply itself. */
import { createHash } from 'node:crypto';
import type { EngineNet } from '../net/engine-net.ts';
import type { VendorOutput } from './engine.ts';

export interface OutputLink {
  url: string;
  type: string;
  milliseconds?: number | null;
  headers?: Record<string, string>;
  /** In hex, where the engine says it: other bytes are not what it made. */
  sha256?: string;
}

export function linkedOutput(net: EngineNet, link: OutputLink): VendorOutput {
  const { url, type, milliseconds = null, headers = {}, sha256 } = link;
  return {
    type,
    milliseconds,
    async open(signal) {
      const response = await net.download(url, { signal, headers });
      if (response.status === 200 && response.body !== null) {
        return sha256 === undefined ? response.body : response.body.pipeThrough(checkedBy(sha256));
      }
      await response.body?.cancel();
      throw new Error(`The output answered ${response.status}.`);
    },
  };
}

function checkedBy(sha256: string): TransformStream<Uint8Array, Uint8Array> {
  const hash = createHash('sha256');
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (hash.digest('hex') !== sha256) controller.error(new Error('The output is not what its sha256 says.'));
    },
  });
}

export function inlineOutput(base64: string, type: string): VendorOutput {
  const bytes = Buffer.from(base64, 'base64');
  return { type, milliseconds: null, open: async () => new Blob([bytes]).stream() };
}
