/** Keeps what an engine made: collected, judged, stored, settled. What came with the engine's reply is nowhere else. */
import type { Succeeded } from '../engines/engine.ts';
import type { AttemptEnd } from './attempts-store.ts';
import { collectOutput } from './collect-output.ts';
import { judgeOutput } from './judge.ts';
import { markWorking } from './queue-store.ts';
import type { Run, Troubled } from './running.ts';
import { completeGeneration, type Settled } from './settle.ts';
import type { Started } from './start-attempt.ts';
import { storeOutput } from './store-output.ts';
import { whenPossible } from './when-possible.ts';

export type Accepted = Extract<Started, { outcome: 'accepted' }>;
export type Finished = Extract<Started, { outcome: 'finished' }>;
export type WithEngine = Accepted | Finished;
type Kept = { outcome: Settled } | Troubled;

export async function keepMade(run: Run, started: WithEngine, made: Succeeded): Promise<Kept> {
  const { services, claim } = run;
  const { attempt } = started;
  const { costUsd } = made;
  // What comes with the reply waits here for trouble to pass; what has a handle is asked for again.
  const possible = <Result>(step: () => Promise<Result>) =>
    started.outcome === 'finished' ? whenPossible(run, step) : step();
  const collected = await possible(() => collectOutput(run, started, made));
  if (collected.outcome === 'failed') return { ...collected, billed: null, costUsd, attempt, ends: 'failed' };
  const { output, release } = collected;
  try {
    const refusal = await possible(() => judgeOutput(run, output));
    if (refusal !== null) return { outcome: 'failed', fault: refusal, billed: true, costUsd, attempt, ends: 'failed' };
    const storing = possible(() => storeOutput(services, claim, output));
    const [stored] = await Promise.all([storing, possible(() => noteWorked(run))]);
    if (stored.outcome === 'failed') return { ...stored, billed: true, costUsd, attempt, ends: 'failed' };
    const accountNotes = output.notes ?? [];
    if (accountNotes.length > 0) services.log.info({ generation: claim.id, notes: accountNotes }, 'not all was made');
    const { number } = attempt;
    const end: AttemptEnd = { number, state: 'succeeded', fault: null, costUsd, accountNotes };
    const kept = { stored: stored.stored, end };
    return { outcome: await possible(() => completeGeneration(services, claim, kept)) };
  } finally {
    await release();
  }
}

/** An engine may be done before it has said that it works; nothing goes from pending to completed. */
async function noteWorked({ services, claim }: Run): Promise<void> {
  if (claim.status === 'pending') await markWorking(services.db, claim);
}
