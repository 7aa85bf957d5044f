/** Has moderation say whether a prompt may be worked on and an output shown; who cannot be asked lets nothing through. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { drawsNothing } from '@afterimage/contract';
import type { EngineFault, EngineOutput } from '../engines/engine.ts';
import { fileNameFor } from '../media/links.ts';
import type { TooManyParked } from '../queue/parked-jobs.ts';
import { handBack } from './queue-store.ts';
import type { Run, RunOutcome } from './running.ts';
import { failGeneration } from './settle.ts';

/** Before the first engine is asked; the second of a route gets what has been judged. Ends the run, or lets it go on. */
export async function judgePrompt(
  run: Run,
): Promise<'goes on' | { outcome: 'judged'; end: RunOutcome } | TooManyParked> {
  const { services, claim, hooks } = run;
  // A scenario that draws nothing ends with its own code.
  if (claim.attempts.length > 0 || drawsNothing(claim.scenario)) return 'goes on';
  const { work, family, account_id: accountId, id: generationId } = claim;
  const question = { prompt: work.prompt, family, accountId, generationId, alsoShown: work.watermark };
  const parked = await hooks.park(services.moderator.prompt(question, hooks.signal));
  if (parked.outcome === 'too many parked') return parked;
  const judged = parked.result;
  if (judged.verdict === 'allowed') return 'goes on';
  if (judged.verdict === 'refused') {
    const code = services.families.get(family)!.failureCode('content_policy');
    return { outcome: 'judged', end: await failGeneration(services, claim, { code, reason: judged.reason }) };
  }
  const back = { afterSeconds: services.timings.passingSeconds, trouble: null, with: 'nobody' } as const;
  return { outcome: 'judged', end: await handBack(services.db, claim, back) };
}

/** Null: it may be shown. It has been made, so it waits here until somebody can say so, or its time is over. */
export async function judgeOutput({ services, claim, hooks }: Run, output: EngineOutput): Promise<EngineFault | null> {
  const { moderator, stores } = services;
  if (!moderator.judgesOutputs()) return null;
  const folder = join(stores.scratchFolder(), randomUUID());
  await mkdir(folder);
  try {
    const { family, account_id: accountId, id: generationId } = claim;
    const { type } = output;
    const file = join(folder, fileNameFor({ family, prompt: 'output', id: generationId, type }));
    await output.copyTo(file);
    const poster = output.poster === undefined ? null : join(folder, 'poster.webp');
    if (poster !== null) await output.poster!.copyTo(poster);
    for (;;) {
      const judged = await moderator.output({ file, type, poster, family, accountId, generationId }, hooks.signal);
      if (judged.verdict === 'allowed') return null;
      if (judged.verdict === 'refused') {
        return { class: 'content_policy', message: judged.detail, sentence: judged.reason };
      }
      if (claim.deadline.leftMilliseconds() <= 0) return { class: 'timeout', message: judged.why };
      await pause(services.timings.passingSeconds * 1000, undefined, { signal: hooks.signal });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
