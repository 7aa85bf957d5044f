/** Where one piece of work stands inside this process, and a way to wait until that changes. */
import type { Poll, PollOptions } from './engine.ts';

export interface PollState {
  now(): Poll;
  move(poll: Poll): void;
  /** As `Engine.poll` asks for it. */
  wait(options: PollOptions): Promise<Poll>;
}

export function differs(poll: Poll, seen: Poll | null): boolean {
  if (poll.state !== seen?.state) return true;
  return poll.state === 'running' && seen.state === 'running' && poll.progress !== seen.progress;
}

export function createPollState(): PollState {
  let current: Poll = { state: 'queued', position: null };
  const waiting = new Set<() => void>();

  function changed(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        end();
        resolve();
      };
      const abort = () => {
        end();
        reject(signal.reason);
      };
      const end = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal.removeEventListener('abort', abort);
      };
      const timer = setTimeout(wake, milliseconds);
      waiting.add(wake);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  return {
    now: () => current,
    move(poll) {
      if (!differs(poll, current)) return;
      current = poll;
      for (const wake of [...waiting]) wake();
    },
    async wait({ seen = null, waitSeconds, signal }) {
      signal.throwIfAborted();
      if (!differs(current, seen)) await changed(waitSeconds * 1000, signal);
      return current;
    },
  };
}
