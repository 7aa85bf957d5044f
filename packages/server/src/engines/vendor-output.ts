/** What an engine made: behind a link of its own, or in the reply itself. */
import type { EngineNet } from '../net/engine-net.ts';
import type { VendorOutput } from './engine.ts';

export function linkedOutput(
  net: EngineNet,
  link: { url: string; type: string; milliseconds?: number | null; headers?: Record<string, string> },
): VendorOutput {
  const { url, type, milliseconds = null, headers = {} } = link;
  return {
    type,
    milliseconds,
    async open(signal) {
      const response = await net.download(url, { signal, headers });
      if (response.status === 200 && response.body !== null) return response.body;
      await response.body?.cancel();
      throw new Error(`The output answered ${response.status}.`);
    },
  };
}

export function inlineOutput(base64: string, type: string): VendorOutput {
  const bytes = Buffer.from(base64, 'base64');
  return { type, milliseconds: null, open: async () => new Blob([bytes]).stream() };
}
