/** Looks at work that is with engines: one request for many handles where the engine can. */
import type { Engine, Handle, Poll, PollOptions } from './engine.ts';

interface Waiting {
  handle: Handle;
  resolve(poll: Poll): void;
}

interface Gathering {
  waiting: Waiting[];
  timer: NodeJS.Timeout;
}

export interface LookOptions extends PollOptions {
  /** One that was told of is looked at without waiting for others that are due. */
  why: 'told' | 'due';
}

/** Long enough to gather many that are due about now, short beside any cadence. */
const gatherMilliseconds = 100;
const replyMilliseconds = 40_000;

export function createSharedPolls(): (engine: Engine, handle: Handle, options: LookOptions) => Promise<Poll> {
  const gatherings = new WeakMap<Engine, Gathering>();

  async function send(engine: Engine): Promise<void> {
    const { waiting, timer } = gatherings.get(engine)!;
    gatherings.delete(engine);
    clearTimeout(timer);
    const handles = waiting.map(({ handle }) => handle);
    // Adapters return and do not throw; one that does has told nothing.
    const polls = await engine.pollMany!(handles, AbortSignal.timeout(replyMilliseconds)).catch(() => []);
    for (const [index, { resolve }] of waiting.entries()) resolve(polls[index] ?? silent('It was not told of.'));
  }

  function gatheringOf(engine: Engine): Gathering {
    const known = gatherings.get(engine);
    if (known !== undefined) return known;
    const timer = setTimeout(() => void send(engine), gatherMilliseconds);
    const fresh: Gathering = { waiting: [], timer };
    gatherings.set(engine, fresh);
    return fresh;
  }

  return (engine, handle, { why, ...options }) => {
    if (engine.pollMany === undefined) return engine.poll(handle, options);
    const { signal } = options;
    return new Promise((settle) => {
      // The request goes on for the others.
      const leave = () => settle(silent('It was not waited for.'));
      const resolve = (poll: Poll) => {
        signal.removeEventListener('abort', leave);
        settle(poll);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      gatheringOf(engine).waiting.push({ handle, resolve });
      if (why === 'told') void send(engine);
    });
  };
}

const silent = (message: string): Poll => ({ state: 'silent', fault: { class: 'unavailable', message } });
