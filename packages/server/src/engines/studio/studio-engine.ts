/** The embedded engine: renders in the studio's own processes, free of charge, and carries on after any crash. */
import * as Studio from '@afterimage/studio';
import { createRenderSlots } from '../../queue/render-slots.ts';
import type { EmbeddedDefinition } from '../embedded-definition.ts';
import type { Engine, EngineTraits, Handle, Poll } from '../engine.ts';
import { anyInput } from '../fit.ts';
import { createRenderFolders } from './render-folder.ts';
import { beginRender, type Render } from './renders.ts';

export interface StudioEngineOptions {
  name: string;
  /** Its slots are how many renders run at once, whoever asks. */
  traits: EngineTraits;
  /** Shared by all processes of the service. */
  folder: string;
  studio: Pick<typeof Studio, 'render' | 'describeEncoder'>;
  /** Puts its name to every output. */
  signer: Studio.Signer | undefined;
}

/** Whatever no other engine takes, it can draw. */
export const studioEngine: EmbeddedDefinition = {
  name: 'studio',
  kind: 'studio',
  traits: ({ concurrency }) => ({ paid: false, find: 'exact', slots: concurrency }),
  takes: () => true,
  create: ({ name, traits, folder, signer }) => createStudioEngine({ name, traits, folder, studio: Studio, signer }),
};

const keptMilliseconds = 24 * 60 * 60 * 1000;

export function createStudioEngine({ name, traits, folder, studio, signer }: StudioEngineOptions): Engine {
  const folders = createRenderFolders(folder);
  const services = { folders, slots: createRenderSlots(traits.slots), studio, signer };
  const renders = new Map<string, Render>();

  function begin(token: string): Render {
    const render = renders.get(token) ?? beginRender(services, token);
    renders.set(token, render);
    return render;
  }

  /** A process is started to find it out, and it stays the same: health is asked for with every look at /metrics. */
  let encoder: ReturnType<typeof studio.describeEncoder> | undefined;

  async function forget(handle: Handle): Promise<void> {
    const token = tokenOf(handle);
    const render = renders.get(token);
    renders.delete(token);
    await render?.stop();
    await folders.remove(token);
    render?.pollState.move({ state: 'lost' });
  }

  return {
    name,
    kind: 'studio',
    traits,
    fit: () => ({ fits: true, notes: [], inputs: anyInput }),
    async check() {
      encoder ??= studio.describeEncoder();
      try {
        const { name: encoderName, detail } = await encoder;
        return { ok: true, detail: `${encoderName}: ${detail}` };
      } catch (fault) {
        encoder = undefined;
        throw fault;
      }
    },
    async start(work, signal) {
      signal.throwIfAborted();
      await folders.keepWork(work);
      begin(work.token);
      return { outcome: 'accepted', handle: { token: work.token } };
    },
    async find(token) {
      return (await folders.readWork(token)) === undefined ? 'absent' : { token };
    },
    async poll(handle, options) {
      const token = tokenOf(handle);
      if (!renders.has(token) && (await folders.readWork(token)) === undefined) return { state: 'lost' };
      const render = begin(token);
      const poll = await render.pollState.wait(options);
      // Told once: who asks again after trouble that may pass wants it rendered again.
      if (mayPass(poll) && renders.get(token) === render) renders.delete(token);
      return poll;
    },
    async cancel(handle) {
      await forget(handle);
      return 'requested';
    },
    forget,
    async sweep() {
      const olderThan = Date.now() - keptMilliseconds;
      for (const [token, render] of renders) if (render.beganAt < olderThan) renders.delete(token);
      return folders.sweep(new Date(olderThan));
    },
    async close() {
      await Promise.all([...renders.values()].map((render) => render.stop()));
      renders.clear();
    },
  };
}

function tokenOf(handle: Handle): string {
  return String(handle['token']);
}

function mayPass(poll: Poll): boolean {
  return poll.state === 'failed' && poll.fault.class === 'internal';
}
