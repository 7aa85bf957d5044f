/** The leader of three PostgreSQL servers dies or hands over under load: nothing acknowledged is lost, nothing refused is charged. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { useExternalPostgres } from '../../src/db/external-postgres.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { openFaultAccount } from '../faults/support/fault-accounts.ts';
import {
  choosePort,
  makeFaultFolder,
  operate,
  type ServiceProcess,
  startServiceProcess,
} from '../faults/support/service-process.ts';
import { judge, type Say, type Verdict } from '../faults/support/verdict.ts';
import { eventually } from '../support/eventually.ts';
import { type GivenCluster, givenCluster } from './support/given-cluster.ts';
import { type Load, type LoadAnswer, startLoad } from './support/load.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './support/replicated-postgres.ts';

const clients = 8;
/** Send an Idempotency-Key, and repeat with it what was refused or is unknown. */
const keyed = 4;
/** Beside a leader that was left behind. */
const starts = 24;
const acceptingSecondsMax = 5;
const switchoverSecondsMax = 5;

interface Gap {
  what: 'kill -9' | 'switchover';
  /** The longest time between two accepted submits. */
  seconds: number;
  /** From when another took writes. */
  afterLeaderSeconds: number;
}

/** On servers of its own, or on a cluster that is there already (`FAILOVER_DATABASE_URL`). */
export async function runFailover({ kills, say }: { kills: number; say: Say }): Promise<Verdict[]> {
  const folder = makeFaultFolder();
  const given = givenCluster();
  const postgres = given === null ? await startReplicatedPostgres(folder.path, 3) : null;
  const cluster = given ?? ownCluster(postgres!);
  const nodes: ServiceProcess[] = [];
  const env = { DATABASE_URL: cluster.url, AFTERIMAGE_DATA_DIR: join(folder.path, 'data') };
  const urls: string[] = [];
  try {
    for (const number of [1, 2]) {
      const port = String(await choosePort());
      const logFile = join(folder.path, `node-${number}.log`);
      nodes.push(startServiceProcess({ dataFolder: env.AFTERIMAGE_DATA_DIR, logFile, env: { ...env, PORT: port } }));
      urls.push(`http://127.0.0.1:${port}`);
      await nodes.at(-1)!.ready();
    }
    const { sandbox } = await openFaultAccount(env, { email: 'failover@example.com', creditUsd: '1', keys: 1 });
    const load = startLoad(urls, { key: sandbox.keys[0]!, clients, keyed });
    const gaps: Gap[] = [];
    for (let round = 1; round <= kills + 1; round += 1) {
      await pause(2_000);
      const gap = await changeLeader(cluster, load, round <= kills ? 'kill -9' : 'switchover');
      gaps.push(gap);
      say(
        `  ${gap.what}: ${gap.seconds.toFixed(1)} s without an accepted submit, ${gap.afterLeaderSeconds.toFixed(1)} s of them after the new leader took writes`,
      );
    }
    // A tool that watches over servers lets none come back like that.
    const strayed = postgres === null ? [] : [await leftBehind(postgres, load), await startBesideIt(postgres)];
    await pause(1_000);
    const answers = await load.stop();
    const audit = await operate<{ ok: boolean }>(env, ['audit']);
    const books = judge('the books are right', {
      cases: answers.length,
      breaches: audit.code === 0 ? [] : [JSON.stringify(audit.answer)],
    });
    return [...(await judgeAnswers(cluster, answers)), books, ...judgeGaps(gaps), ...strayed];
  } finally {
    for (const node of nodes) {
      node.signal('SIGKILL');
      await node.ended;
    }
    await postgres?.close();
    await folder.remove();
  }
}

function ownCluster(postgres: ReplicatedPostgres): GivenCluster {
  return {
    url: postgres.url,
    ask: (text) => postgres.ask(postgres.leader(), text),
    async change(what) {
      const old = postgres.leader();
      const beganAt = performance.now();
      const end = { 'kill -9': postgres.kill, switchover: postgres.shutDown }[what];
      await end(old);
      await postgres.promote();
      return { beganAt, leaderAt: performance.now(), heal: () => postgres.rejoin(old) };
    },
  };
}

async function changeLeader(cluster: GivenCluster, load: Load, what: Gap['what']): Promise<Gap> {
  const { beganAt, leaderAt, heal } = await cluster.change(what);
  // Whatever is accepted from now on was accepted by the new leader.
  const first = await eventually(() => load.answers.find(({ at, end }) => at > leaderAt && end === 'accepted'), {
    what: 'a submit is accepted again',
    seconds: 60,
  });
  const gap = {
    what,
    seconds: longestGap(load.answers, beganAt, first.at) / 1000,
    afterLeaderSeconds: (first.at - leaderAt) / 1000,
  };
  await heal();
  return gap;
}

/** Between accepted submits, from the last before it began to the first of the new leader. */
function longestGap(answers: readonly LoadAnswer[], beganAt: number, untilAt: number): number {
  const times = answers.filter(({ end, at }) => end === 'accepted' && at <= untilAt).map(({ at }) => at);
  const since = times.slice(
    Math.max(
      0,
      times.findLastIndex((at) => at < beganAt),
    ),
  );
  return Math.max(...since.slice(1).map((at, index) => at - since[index]!));
}

/** The dead leader comes back and takes writes, as after a lost network: nobody goes there. */
async function leftBehind(postgres: ReplicatedPostgres, load: Load): Promise<Verdict> {
  const old = postgres.leader();
  await postgres.kill(old);
  await postgres.promote();
  await postgres.comeBackAlone(old);
  await postgres.ask(old, `alter system set synchronous_standby_names = ''`);
  await postgres.ask(old, 'select pg_reload_conf()');
  const count = 'select count(*)::integer as rows from generations';
  const [before] = await postgres.ask<{ rows: number }>(old, count);
  const accepted = () => load.answers.filter(({ end }) => end === 'accepted').length;
  const from = accepted();
  await eventually(() => accepted() > from + 50 || undefined, { what: 'fifty more are accepted', seconds: 60 });
  const [after] = await postgres.ask<{ rows: number }>(old, count);
  return judge('a leader that was left behind and still takes writes gets none', {
    cases: accepted() - from,
    breaches: after!.rows === before!.rows ? [] : [`It got ${after!.rows - before!.rows} rows.`],
  });
}

/** Whoever starts meanwhile knows nothing of what was before: whichever is named first, and answers first, the leader is found. */
async function startBesideIt(postgres: ReplicatedPostgres): Promise<Verdict> {
  const leader = String(postgres.leader().port);
  const hosts = postgres.servers.map(({ port }) => `127.0.0.1:${port}`);
  const found: string[] = [];
  for (let start = 0; start < starts; start += 1) {
    // Each of them is named first in turn, and then the same backwards.
    const order = [...hosts.slice(start % hosts.length), ...hosts.slice(0, start % hosts.length)];
    if (start >= starts / 2) order.reverse();
    const server = await useExternalPostgres(postgres.url.replace(/@[^/]*/, `@${order}`), { log: createSilentLog() });
    found.push(new URL(server.connection.url).port);
    await server.stop();
  }
  const astray = found.filter((port) => port !== leader);
  return judge('whoever starts beside one that was left behind goes to the leader', {
    cases: found.length,
    breaches: astray.length === 0 ? [] : [`${astray.length} began elsewhere.`],
  });
}

async function judgeAnswers(cluster: GivenCluster, answers: readonly LoadAnswer[]): Promise<Verdict[]> {
  const rows = await cluster.ask<{ id: string; prompt: string }>('select id, prompt from generations');
  const ids = new Set(rows.map(({ id }) => id));
  const prompts = new Set(rows.map(({ prompt }) => prompt));
  const accepted = answers.filter(({ end }) => end === 'accepted');
  // Whoever repeats it may be refused at last and have been accepted at first.
  const refused = answers.filter(({ end, repeats }) => end === 'refused' && repeats === 0);
  const repeated = answers.filter(({ repeats }) => repeats > 0);
  const timesOf = Map.groupBy(rows, ({ prompt }) => prompt);
  const made = repeated.filter(({ end }) => end === 'accepted');
  return [
    judge('nothing that was acknowledged is lost', {
      cases: accepted.length,
      breaches: accepted.filter(({ id }) => !ids.has(id!)).map(({ id }) => `${id} is gone.`),
    }),
    judge('every submit is accepted, refused with 503, or called unknown', {
      cases: answers.length,
      breaches: answers.filter(({ end }) => end === 'other').map(({ said }) => said ?? ''),
    }),
    judge('nothing that was refused is charged', {
      cases: refused.length,
      breaches: refused.filter(({ prompt }) => prompts.has(prompt)).map(({ prompt }) => `"${prompt}" was made.`),
    }),
    judge('nothing is charged twice, however often it is repeated with its Idempotency-Key', {
      cases: repeated.length,
      breaches: [
        ...[...timesOf].filter(([, { length }]) => length > 1).map(([prompt]) => `"${prompt}" was made twice.`),
        ...made.filter(({ prompt }) => !prompts.has(prompt)).map(({ prompt }) => `"${prompt}" was not made.`),
      ],
    }),
  ];
}

function judgeGaps(gaps: readonly Gap[]): Verdict[] {
  const kills = gaps.filter(({ what }) => what === 'kill -9');
  const switchovers = gaps.filter(({ what }) => what === 'switchover');
  return [
    judge(`submits are accepted within ${acceptingSecondsMax} s of the new leader`, {
      cases: kills.length,
      breaches: kills
        .filter(({ afterLeaderSeconds }) => afterLeaderSeconds > acceptingSecondsMax)
        .map(({ afterLeaderSeconds }) => `It took ${afterLeaderSeconds.toFixed(1)} s.`),
    }),
    judge(`a switchover takes at most ${switchoverSecondsMax} s`, {
      cases: switchovers.length,
      breaches: switchovers
        .filter(({ seconds }) => seconds > switchoverSecondsMax)
        .map(({ seconds }) => `It took ${seconds.toFixed(1)} s.`),
    }),
  ];
}
