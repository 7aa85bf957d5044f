/** The renders of this process: each waits for a slot, draws what was kept for its token, and says how it ended. */
import type * as Studio from '@afterimage/studio';
import type { RenderSlots } from '../../queue/render-slots.ts';
import type { EngineOutput, Poll } from '../engine.ts';
import { createPollState, type PollState } from '../poll-state.ts';
import type { KeptWork, RenderFolders } from './render-folder.ts';

export interface RenderServices {
  folders: RenderFolders;
  slots: RenderSlots;
  studio: Pick<typeof Studio, 'render'>;
  signer: Studio.Signer | undefined;
}

export interface Render {
  readonly beganAt: number;
  readonly pollState: PollState;
  /** Resolves when no process draws any more. A stopped render has no outcome: whoever takes it up renders again. */
  stop(): Promise<void>;
}

export function beginRender(services: RenderServices, token: string): Render {
  const pollState = createPollState();
  const stopping = new AbortController();
  const ended = waitAndDraw(services, token, { pollState, stopped: stopping.signal })
    .catch((error: unknown): Poll => failed('crashed', error))
    .then((poll) => {
      if (!stopping.signal.aborted) pollState.move(poll);
    });
  return {
    beganAt: Date.now(),
    pollState,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

interface Watch {
  pollState: PollState;
  stopped: AbortSignal;
}

async function waitAndDraw(services: RenderServices, token: string, watch: Watch): Promise<Poll> {
  const { folders, slots } = services;
  const output = await folders.readOutcome(token);
  if (output !== undefined) return succeeded(output);
  const kept = await folders.readWork(token);
  if (kept === undefined) return { state: 'lost' };
  const late = AbortSignal.timeout(Math.max(0, millisecondsLeft(kept)));
  const giveBack = await slots.take(kept.accountId, AbortSignal.any([watch.stopped, late])).catch(() => undefined);
  if (giveBack === undefined) return failed('deadline', 'No render slot was free in time.');
  try {
    watch.pollState.move({ state: 'running', progress: 0 });
    return await draw(services, { token, kept, watch });
  } finally {
    giveBack();
  }
}

async function draw(
  { folders, studio, signer }: RenderServices,
  { token, kept, watch }: { token: string; kept: KeptWork; watch: Watch },
): Promise<Poll> {
  const outputFile = folders.newOutputFile(token);
  const drawing = studio.render(
    { ...kept.request, outputFile },
    {
      progress: (percent) => watch.pollState.move({ state: 'running', progress: Math.floor(percent) }),
      deadlineMilliseconds: Math.max(1, millisecondsLeft(kept)),
      signer,
    },
  );
  const stop = () => drawing.stop();
  watch.stopped.addEventListener('abort', stop, { once: true });
  if (watch.stopped.aborted) stop();
  const outcome = await drawing.done;
  if (!outcome.ok) return failed(outcome.reason, outcome.message);
  return succeeded(await folders.keepOutcome(token, outputFile, outcome));
}

function millisecondsLeft(kept: KeptWork): number {
  return Date.parse(kept.deadline) - Date.now();
}

const succeeded = (output: EngineOutput): Poll => ({
  state: 'succeeded',
  outputs: [output],
  costUsd: null,
  seed: null,
});

/** Sentences for callers. What the studio says (decoder messages, stack traces, paths) is for the log: the cause. */
const failures = {
  invalid_media: { class: 'invalid_image', sentence: 'A medium that was sent cannot be decoded.' },
  deadline: { class: 'timeout', sentence: 'The time limit came before the end.' },
  crashed: { class: 'internal', sentence: 'The drawing process broke down.' },
  stopped: { class: 'internal', sentence: 'The drawing process was stopped.' },
} as const;

function failed(reason: keyof typeof failures, cause: unknown): Poll {
  const failure = failures[reason];
  return { state: 'failed', fault: { ...failure, message: failure.sentence, cause }, billed: false };
}
