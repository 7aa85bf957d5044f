/** One database whose commits take long, as with a standby far away: two api processes take close to twice the submits of one,
 * and many who fetch their work (`pull`) do not wait for each other. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openFaultAccount } from '../faults/support/fault-accounts.ts';
import {
  choosePort,
  makeFaultFolder,
  type ServiceProcess,
  startServiceProcess,
} from '../faults/support/service-process.ts';
import { judge, type Say, type Verdict } from '../faults/support/verdict.ts';
import { startLoad } from './support/load.ts';
import { pullJobsPerSecond } from './support/pull-steps.ts';
import { startReplicatedPostgres } from './support/replicated-postgres.ts';

/** So long that neither the processor nor the disk of this machine is what is measured. */
const commitMilliseconds = 40;
const ratioLeast = 1.6;
/** Of sixteen: where their commits went one after the other, it would be one. */
const pullRatioLeast = 4;
const clients = 8;
const loadSeconds = 5;

export async function runTwoNodes({ say }: { say: Say }): Promise<Verdict[]> {
  const folder = makeFaultFolder();
  const postgres = await startReplicatedPostgres(folder.path, 1);
  const nodes: ServiceProcess[] = [];
  const env = { DATABASE_URL: postgres.urlOf(postgres.leader()), AFTERIMAGE_DATA_DIR: join(folder.path, 'data') };
  try {
    const targets: { url: string; key: string }[] = [];
    for (const number of [1, 2]) {
      const port = String(await choosePort());
      const more = { ...env, PORT: port, AFTERIMAGE_ROLES: 'api' };
      const logFile = join(folder.path, `node-${number}.log`);
      nodes.push(startServiceProcess({ dataFolder: env.AFTERIMAGE_DATA_DIR, logFile, env: more }));
      await nodes.at(-1)!.ready();
      // Submits of one account go one after the other, whoever takes them.
      const { sandbox } = await openFaultAccount(env, { email: `node${number}@example.com`, creditUsd: '1', keys: 1 });
      targets.push({ url: `http://127.0.0.1:${port}`, key: sandbox.keys[0]! });
    }
    await postgres.ask(postgres.leader(), 'alter system set commit_siblings = 0');
    await postgres.ask(postgres.leader(), `alter system set commit_delay = ${commitMilliseconds * 1_000}`);
    await postgres.ask(postgres.leader(), 'select pg_reload_conf()');

    const perSecond = async (those: typeof targets): Promise<number> => {
      const loads = those.map(({ url, key }) => startLoad([url], { key, clients }));
      await pause(loadSeconds * 1_000);
      const answers = (await Promise.all(loads.map((load) => load.stop()))).flat();
      return answers.filter(({ end }) => end === 'accepted').length / loadSeconds;
    };
    await perSecond(targets);
    // Whatever else the machine does falls on both.
    const before = await perSecond(targets.slice(0, 1));
    const two = await perSecond(targets);
    const after = await perSecond(targets.slice(0, 1));
    const one = (before + after) / 2;
    const ratio = two / one;
    say(`  one node ${one.toFixed(0)} submits a second, two ${two.toFixed(0)}: ${ratio.toFixed(2)} times`);
    const oneWorker = await pullJobsPerSecond(env.DATABASE_URL, { hands: 1, seconds: loadSeconds });
    const many = await pullJobsPerSecond(env.DATABASE_URL, { hands: 16, seconds: loadSeconds });
    const pullRatio = many / oneWorker;
    const figures = `${oneWorker.toFixed(1)} a second by one worker, ${many.toFixed(1)} by sixteen: ${pullRatio.toFixed(2)} times`;
    say(`  pull jobs: ${figures}`);
    return [
      judge(`two nodes take at least ${ratioLeast} times the submits of one`, {
        cases: Math.round(two * loadSeconds),
        breaches: ratio >= ratioLeast ? [] : [`It was ${ratio.toFixed(2)} times.`],
      }),
      judge(`sixteen pull workers end at least ${pullRatioLeast} times the jobs of one`, {
        cases: Math.round(many * loadSeconds),
        breaches: pullRatio >= pullRatioLeast ? [] : [`It was ${pullRatio.toFixed(2)} times.`],
      }),
    ];
  } finally {
    for (const node of nodes) {
      node.signal('SIGKILL');
      await node.ended;
    }
    await postgres.close();
    await folder.remove();
  }
}
