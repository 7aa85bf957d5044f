/** Looks at work that is with engines: one request for many handles where the engine can. */
import type { Engine, Handle, Poll, PollOptions } from './engine.ts';

interface Waiting {
  handle: Handle;
  resolve(poll: Poll): void;
}

/** Long enough to gather many that are due about now, short beside any cadence. */
const gatherMilliseconds = 100;
const answerMilliseconds = 40_000;

export function createLooks(): (engine: Engine, handle: Handle, options: PollOptions) => Promise<Poll> {
  const gathering = new WeakMap<Engine, Waiting[]>();

  async function send(engine: Engine): Promise<void> {
    const waiting = gathering.get(engine) ?? [];
    gathering.delete(engine);
    const handles = waiting.map(({ handle }) => handle);
    const polls = await engine.pollMany!(handles, AbortSignal.timeout(answerMilliseconds)).catch(unanswered);
    for (const [index, { resolve }] of waiting.entries()) resolve(polls[index] ?? silent('It was not told of.'));
  }

  return (engine, handle, options) => {
    if (engine.pollMany === undefined) return engine.poll(handle, options);
    return new Promise((resolve) => {
      const waiting = gathering.get(engine);
      if (waiting !== undefined) return void waiting.push({ handle, resolve });
      gathering.set(engine, [{ handle, resolve }]);
      setTimeout(() => void send(engine), gatherMilliseconds);
    });
  };
}

const silent = (message: string): Poll => ({ state: 'silent', fault: { class: 'unavailable', message } });

/** Adapters answer and do not throw; one that does has told nothing. */
const unanswered = (fault: unknown): Poll[] => {
  void fault;
  return [];
};
