/** Plays the scenarios of a sandbox prompt (fail, slow, hang); what they let through is drawn by the studio. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Scenario } from '@afterimage/contract';
import type { EmbeddedDefinition } from '../embedded-definition.ts';
import type { Engine, EngineTraits, Handle, Poll } from '../engine.ts';
import { differs } from '../poll-state.ts';

/** Waiting costs nothing, so scenarios need not wait for each other; what is drawn waits for the studio's slots. */
const slots = 256;
const stepMillisecondsMin = 20;

/** The whole scenario is in the handle, so that a new process plays on where the old one was. */
interface Play {
  token: string;
  startedAt: number;
  slowMilliseconds: number;
  fail: string | null;
  hang: boolean;
}

export const sandboxEngine: EmbeddedDefinition = {
  name: 'sandbox',
  kind: 'sandbox',
  // The studio knows the token but not the scenario; asking again with the same token is free and harmless.
  traits: () => ({ paid: false, find: 'none', slots }),
  // Sandbox generations without a scenario go the way of live ones, so that render slots are shared by turns.
  takes: ({ mode, request }) => mode === 'sandbox' && playsInEngine(request.scenario),
  plays: 'scenarios',
  create: ({ name, traits, engine }) => createSandboxEngine({ name, traits, studio: engine('studio') }),
};

/** Whether there is anything to play here; `queue` and `http` are played before an engine is asked. */
export function playsInEngine(scenario: Scenario | null): boolean {
  return scenario !== null && (scenario.fail !== null || scenario.slowSeconds > 0 || scenario.hang);
}

export function createSandboxEngine(options: { name: string; traits: EngineTraits; studio: Engine }): Engine {
  const { name, traits, studio } = options;
  return {
    name,
    kind: 'sandbox',
    traits,
    fit: studio.fit,
    async check(signal) {
      const { ok, detail } = await studio.check(signal);
      const plays = `plays sandbox prompts with [[fail]], [[slow]] or [[hang]]; ${studio.name} draws the others`;
      return { ok, detail: ok ? plays : detail };
    },
    async start(work, signal) {
      const play: Play = {
        token: work.token,
        startedAt: Date.now(),
        slowMilliseconds: (work.scenario?.slowSeconds ?? 0) * 1000,
        fail: work.scenario?.fail ?? null,
        hang: work.scenario?.hang ?? false,
      };
      if (isDrawn(play)) {
        const start = await studio.start(work, signal);
        if (start.outcome !== 'accepted') return start;
      }
      return { outcome: 'accepted', handle: handleOf(play) };
    },
    find: async () => 'cannot_tell',
    async poll(handle, { seen = null, waitSeconds, signal }) {
      const play = playOf(handle);
      const until = Date.now() + waitSeconds * 1000;
      let drawn: Poll | null = null;
      for (let step = 0; ; step = nextStep(play, until)) {
        if (isDrawn(play)) drawn = await studio.poll(handle, { seen: drawn, waitSeconds: step / 1000, signal });
        else await pause(step, undefined, { signal });
        const poll = pollOf(play, drawn);
        if (differs(poll, seen) || Date.now() >= until) return poll;
      }
    },
    cancel: (handle, signal) => studio.cancel(handle, signal),
    forget: async (handle) => studio.forget?.(handle),
    close: async () => {},
  };
}

function isDrawn(play: Play): boolean {
  return play.fail === null && !play.hang;
}

function handleOf(play: Play): Handle {
  const { token, startedAt, slowMilliseconds, fail, hang } = play;
  return { token, startedAt, slowMilliseconds, ...(fail !== null && { fail }), ...(hang && { hang: 1 }) };
}

function playOf(handle: Handle): Play {
  return {
    token: String(handle['token']),
    startedAt: Number(handle['startedAt']),
    slowMilliseconds: Number(handle['slowMilliseconds']),
    fail: handle['fail'] === undefined ? null : String(handle['fail']),
    hang: handle['hang'] === 1,
  };
}

/** Until the next percent of a slow play, or its end; after it, only the studio has news. */
function nextStep(play: Play, until: number): number {
  const left = until - Date.now();
  const slowLeft = play.startedAt + play.slowMilliseconds - Date.now();
  if (slowLeft <= 0) return Math.max(0, left);
  const step = Math.min(slowLeft, Math.max(stepMillisecondsMin, play.slowMilliseconds / 100));
  return Math.max(0, Math.min(left, step));
}

function isSlow(play: Play): boolean {
  return Date.now() < play.startedAt + play.slowMilliseconds;
}

function pollOf(play: Play, drawn: Poll | null): Poll {
  if (play.hang) return { state: 'running', progress: null };
  if (isSlow(play)) return slowed(play, drawn);
  if (play.fail === null) return drawn!;
  const message = `The scenario asked for ${play.fail}.`;
  return {
    state: 'failed',
    fault: { class: 'internal', message, sentence: message, familyCode: play.fail },
    billed: false,
  };
}

/** Progress is that of the slower of the two, and what went wrong in the studio need not be waited for. */
function slowed(play: Play, drawn: Poll | null): Poll {
  if (drawn?.state === 'failed' || drawn?.state === 'lost') return drawn;
  const elapsed = Date.now() - play.startedAt;
  const percent = Math.min(99, Math.floor((100 * elapsed) / play.slowMilliseconds));
  const drawing = drawn?.state === 'running' ? (drawn.progress ?? 0) : drawn?.state === 'queued' ? 0 : 100;
  return { state: 'running', progress: Math.min(percent, drawing) };
}
