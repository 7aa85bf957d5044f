/** Whom a kill cycle kills, by name: every process there is, alone and together. */
import type { Cast } from '../cast.ts';
import { familyOf, killConnection, killOne, killPostgres } from '../kill.ts';
import type { KnownProcess } from '../process-tree.ts';
import { drawByWeight, type Random } from '../random.ts';
import type { KillStage } from './stage.ts';

export interface Killed {
  /** Who died is started again, as a supervisor would. */
  restart(): Promise<void>;
  /** The PostgreSQL that is gone: the one that serves afterwards must be another. */
  postmaster?: number | undefined;
  /** Whoever was started by those that were killed: they must be gone, too. */
  orphans: KnownProcess[];
}

const nobody: Killed = { restart: async () => {}, orphans: [] };

async function killApi({ cast }: KillStage): Promise<Killed> {
  return killProcess(cast.apis[0]!, async () => void (await cast.replaceApi(0)));
}

async function killWorker({ cast }: KillStage): Promise<Killed> {
  return killProcess(cast.workers[0]!, async () => void (await cast.replaceWorker(0)));
}

async function killProcess(one: Cast['workers'][number], restart: () => Promise<void>): Promise<Killed> {
  const orphans = familyOf(one.pid);
  one.signal('SIGKILL');
  await one.ended;
  return { restart, orphans };
}

function all(...killed: readonly Killed[]): Killed {
  return {
    async restart() {
      await Promise.all(killed.map(({ restart }) => restart()));
    },
    postmaster: killed.find(({ postmaster }) => postmaster !== undefined)?.postmaster,
    orphans: killed.flatMap(({ orphans }) => orphans),
  };
}

const killDatabase = ({ dataFolder }: KillStage): Killed => ({ ...nobody, postmaster: killPostgres(dataFolder) });

interface Victim {
  name: string;
  weight: number;
  /** Not everybody is there at any moment. */
  isThere?(stage: KillStage): boolean;
  kill(stage: KillStage, random: Random): Promise<Killed>;
}

const victims: readonly Victim[] = [
  { name: 'api', weight: 5, kill: killApi },
  { name: 'worker', weight: 5, kill: killWorker },
  { name: 'postgres', weight: 4, kill: async (stage) => killDatabase(stage) },
  {
    name: 'a connection of PostgreSQL',
    weight: 2,
    async kill({ dataFolder }, random) {
      killConnection(random, dataFolder);
      return nobody;
    },
  },
  {
    name: 'a drawing or looking child',
    weight: 4,
    isThere: (stage) => childrenOf(stage).length > 0,
    async kill(stage, random) {
      killOne(random, childrenOf(stage));
      return nobody;
    },
  },
  {
    name: 'api and postgres',
    weight: 1,
    kill: async (stage) => all(killDatabase(stage), await killApi(stage)),
  },
  {
    name: 'worker and postgres',
    weight: 1,
    kill: async (stage) => all(killDatabase(stage), await killWorker(stage)),
  },
  {
    name: 'everybody',
    weight: 1,
    kill: async (stage) => all(killDatabase(stage), ...(await Promise.all([killApi(stage), killWorker(stage)]))),
  },
];

const childrenOf = ({ cast: { apis, workers } }: KillStage): number[] =>
  [...apis, ...workers].flatMap(({ pid }) => familyOf(pid).map((child) => child.pid));

export function drawVictim(random: Random, stage: KillStage): Victim {
  const there = victims.filter(({ isThere }) => isThere?.(stage) ?? true);
  return drawByWeight(random, there);
}
