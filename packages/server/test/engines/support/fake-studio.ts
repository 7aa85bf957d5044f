/** A studio that draws nothing: each render waits until the test decides how it ends. */
import { writeFileSync } from 'node:fs';
import type { RenderOutcome, RenderRequest, render } from '@afterimage/studio';
import type { Engine } from '../../../src/engines/engine.ts';
import { createStudioEngine } from '../../../src/engines/studio/studio-engine.ts';

export interface FakeRender {
  request: RenderRequest;
  stopped: boolean;
  progress(percent: number): void;
  succeed(): void;
  fail(reason: 'invalid_media' | 'crashed' | 'deadline'): void;
}

export interface FakeStudio {
  renders: FakeRender[];
  studio: { render: typeof render; describeEncoder(): Promise<{ name: 'wasm'; detail: string }> };
}

/** The studio engine over a studio that draws nothing. */
export function openFakeEngine(folder: string, { studio }: Pick<FakeStudio, 'studio'>, slots = 1): Engine {
  const traits = { paid: false, find: 'exact', slots } as const;
  return createStudioEngine({ name: 'studio', traits, folder, studio, signer: undefined });
}

export function createFakeStudio(): FakeStudio {
  const renders: FakeRender[] = [];
  const draw: typeof render = (request, on) => {
    let end: (outcome: RenderOutcome) => void = () => {};
    const done = new Promise<RenderOutcome>((resolve) => {
      end = resolve;
    });
    const fake: FakeRender = {
      request,
      stopped: false,
      progress: on.progress,
      succeed() {
        writeFileSync(request.outputFile, 'drawn');
        const posterFile = `${request.outputFile}.poster`;
        writeFileSync(posterFile, 'small');
        const { width, height } = request;
        const poster = { file: posterFile, type: 'image/webp', bytes: 5, width, height, thumbhash: 'AAAA' } as const;
        end({ ok: true, type: 'image/jpeg', bytes: 5, width, height, milliseconds: null, notes: [], poster });
      },
      fail: (reason) => end({ ok: false, reason, message: `/secret/path: ${reason}` }),
    };
    renders.push(fake);
    const stop = () => {
      fake.stopped = true;
      end({ ok: false, reason: 'stopped', message: 'stopped' });
    };
    return { pid: undefined, done, stop };
  };
  return { renders, studio: { render: draw, describeEncoder: async () => ({ name: 'wasm', detail: 'fake' }) } };
}
