/** Waits for the end of a run's work, and notes what its engine tells meanwhile: that it has begun, how far, its position. */
import { notePosition } from './attempts-store.ts';
import { markWorking } from './queue-store.ts';
import type { Run } from './running.ts';
import type { Started } from './start-attempt.ts';
import { traceEngine } from './trace-run.ts';
import { type Waited, waitForEnd } from './wait-for-end.ts';

export function waitAndNote(run: Run, started: Extract<Started, { outcome: 'accepted' }>): Promise<Waited> {
  const { services, claim, engine, hooks } = run;
  const { attempt, handle, begin } = started;
  hooks.accepted({ engine, handle });
  let begun = claim.status === 'processing';
  let position: number | null = null;
  // Not waited for, and never more than a hint to callers: the next look tells it again.
  const note = (noting: Promise<unknown>) =>
    void noting.catch((fault) => services.log.debug({ err: fault }, 'not noted'));
  return traceEngine(run, 'engine wait', () =>
    waitForEnd({
      roster: services.roster,
      engine,
      handle,
      begin,
      deadline: claim.deadline,
      timings: services.timings,
      ear: services.attemptNews.open(attempt.token),
      signal: hooks.signal,
      on: {
        working() {
          if (begun) return;
          begun = true;
          note(markWorking(services.db, claim));
        },
        progress: hooks.progress,
        queued(at) {
          if (at === position) return;
          position = at;
          note(notePosition(services.db, claim.id, { number: attempt.number, at }));
        },
      },
    }),
  );
}
