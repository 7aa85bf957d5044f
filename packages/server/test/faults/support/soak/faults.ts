/** What a soak does to a running service, each by its name: kills, frozen processes, full disks, short memory, odd clocks. */
import { setTimeout as pause } from 'node:timers/promises';
import { finished, type Mishap, type Step } from '../../../engines/vendors/stand-in.ts';
import { hostileRequest } from '../hostile.ts';
import { answerTo } from '../hostile-client.ts';
import { familyOf, killConnection, killOne, killPostgres } from '../kill.ts';
import { checkerUrl, findPostmaster } from '../postgres-process.ts';
import type { KnownProcess } from '../process-tree.ts';
import type { Random } from '../random.ts';
import { holdSockets, takeConnections } from './connections.ts';
import { mortal, type Stage, veteran } from './stage.ts';

export interface Turbulence {
  stage: Stage;
  random: Random;
  /** Whoever was started by those that were killed: they must be gone, too. */
  orphans: KnownProcess[];
  /** Hostile requests sent, and what was wrong with their answers. */
  hostile: { sent: number; breaches: string[] };
}

export interface SoakFault {
  weight: number;
  /** `kill` counts as one; `lasting` goes on while others are played. */
  kind: 'kill' | 'lasting';
  /** Not everything can be played everywhere. */
  isPossible?(stage: Stage): boolean;
  play(turbulence: Turbulence): Promise<void>;
}

/** On a full disk, or for want of memory; whoever has no success now is started again when the weather is calm. */
function startedInVain(): void {}

async function killApi({ stage: { cast }, orphans }: Turbulence): Promise<void> {
  const api = cast.apis[mortal]!;
  orphans.push(...familyOf(api.pid));
  api.signal('SIGKILL');
  await api.ended;
  await cast.replaceApi(mortal).catch(startedInVain);
}

async function killWorker({ stage: { cast }, orphans }: Turbulence): Promise<void> {
  const worker = cast.workers[mortal]!;
  orphans.push(...familyOf(worker.pid));
  worker.signal('SIGKILL');
  await worker.ended;
  await cast.replaceWorker(mortal).catch(startedInVain);
}

const childrenOf = ({ cast }: Stage) =>
  [...cast.apis, ...cast.workers].flatMap(({ pid }) => familyOf(pid).map((child) => child.pid));

/** Within the five minutes that receivers of webhooks allow clocks to differ by. */
export const clockMillisecondsMax = 4 * 60_000;
/** Below a twentieth of the disk new work is refused. */
const nearlyFullBytes = 40 * 2 ** 20;
const socketsHeld = 300;
const hostileAtOnce = 40;

const badScripts: Step[][] = [
  finished,
  [{ at: 'odd' }],
  [{ at: 'queued' }, { at: 'empty' }],
  [{ at: 'running' }, { at: 'failed', code: 'internal' }],
  [{ at: 'running', progress: 0.9 }, { at: 'canceled' }],
];
const mishaps: Mishap[] = ['drop', 'drop-mid-answer', 'html', 429, 500, 503, 504];

export const soakFaults: Record<string, SoakFault> = {
  api: { weight: 4, kind: 'kill', play: killApi },
  worker: { weight: 4, kind: 'kill', play: killWorker },
  postgres: { weight: 2, kind: 'kill', play: async ({ stage }) => void killPostgres(stage.dataFolder) },
  'a connection of PostgreSQL': {
    weight: 1,
    kind: 'kill',
    play: async ({ stage, random }) => killConnection(random, stage.dataFolder),
  },
  'api and postgres': {
    weight: 0.5,
    kind: 'kill',
    play(turbulence) {
      killPostgres(turbulence.stage.dataFolder);
      return killApi(turbulence);
    },
  },
  'worker and postgres': {
    weight: 0.5,
    kind: 'kill',
    play(turbulence) {
      killPostgres(turbulence.stage.dataFolder);
      return killWorker(turbulence);
    },
  },
  'a drawing or looking child': {
    weight: 3,
    kind: 'kill',
    play: async ({ stage, random }) => killOne(random, childrenOf(stage)),
  },
  'a worker frozen past its lease': {
    weight: 0.4,
    kind: 'lasting',
    async play({ stage, random }) {
      const worker = stage.cast.workers[mortal]!;
      worker.signal('SIGSTOP');
      await pause(random.between(9_500, 14_000));
      worker.signal('SIGCONT');
    },
  },
  'clocks set': {
    weight: 0.7,
    kind: 'lasting',
    async play({ stage, random }) {
      stage.setClock(Math.round(random.between(-clockMillisecondsMax, clockMillisecondsMax)));
      await pause(random.between(2_000, 8_000));
      stage.setClock(0);
    },
  },
  'disk nearly full': {
    weight: 0.3,
    kind: 'lasting',
    isPossible: ({ disk }) => disk.fill !== undefined,
    async play({ stage: { disk }, random }) {
      await disk.fill!(nearlyFullBytes);
      await pause(random.between(3_000, 6_000));
      await disk.empty();
    },
  },
  'disk full': {
    weight: 0.3,
    kind: 'lasting',
    isPossible: ({ disk }) => disk.fill !== undefined,
    async play({ stage: { disk }, random }) {
      await disk.fill!(0);
      await pause(random.between(2_000, 6_000));
      await disk.empty();
    },
  },
  'memory short': {
    weight: 0.5,
    kind: 'lasting',
    isPossible: ({ memory }) => memory.squeeze !== undefined,
    async play({ stage: { memory, cast }, random }) {
      memory.squeeze!([cast.apis[mortal]!.pid, cast.workers[mortal]!.pid]);
      await pause(random.between(2_000, 5_000));
      memory.release();
    },
  },
  'connections of PostgreSQL taken': {
    weight: 0.4,
    kind: 'lasting',
    async play({ stage, random }) {
      if (findPostmaster(stage.dataFolder) === undefined) return;
      await takeConnections(checkerUrl(stage.dataFolder), random.between(2_000, 5_000));
    },
  },
  'sockets held': {
    weight: 0.5,
    kind: 'lasting',
    play: ({ stage: { cast }, random }) =>
      holdSockets(cast.apis[veteran]!.url, { count: socketsHeld, milliseconds: random.between(3_000, 9_000) }),
  },
  'hostile requests': { weight: 1, kind: 'lasting', play: sendHostile },
  'an engine that lies': {
    weight: 1,
    kind: 'lasting',
    async play({ stage: { engine }, random }) {
      engine.script = random.oneOf(badScripts);
      engine.mishaps.push(random.oneOf(mishaps), random.oneOf(mishaps));
      engine.freeMishaps.push(random.oneOf(mishaps), random.oneOf(mishaps), random.oneOf(mishaps));
      await pause(random.between(1_000, 5_000));
      engine.script = finished;
    },
  },
  'an engine that stalls': {
    weight: 0.5,
    kind: 'lasting',
    async play({ stage: { engine }, random }) {
      const over = pause(random.between(3_000, 9_000));
      engine.hold = () => over;
      await over;
      engine.hold = async () => {};
    },
  },
};

async function sendHostile({ stage, random, hostile }: Turbulence): Promise<void> {
  const { url } = stage.cast.apis[veteran]!;
  const key = stage.pauper.keys[0]!;
  const send = async () => {
    const sent = hostileRequest(random, { keys: [key], poorKey: key, operatorKey: key, engineKey: key, ids: [] });
    const answer = await answerTo(Number(new URL(url).port), sent);
    hostile.sent += 1;
    if (typeof answer === 'string' || answer.status < 500) return;
    // While PostgreSQL is away or the disk is full, a 503 that says so is right; no other fault is.
    if (answer.status !== 503 || !answer.body.startsWith('{'))
      hostile.breaches.push(
        `${JSON.stringify(sent.bytes.toString('latin1', 0, 200))}: ${answer.status} ${answer.body}`,
      );
  };
  await Promise.all(Array.from({ length: hostileAtOnce }, send));
}
