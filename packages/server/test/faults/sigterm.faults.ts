/** SIGTERM under load: every request that was read is answered, the exit is clean and soon, and nobody is left behind. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endPostgres } from './support/cast.ts';
import { exchange } from './support/exchange.ts';
import { type FaultAccount, openFaultAccount } from './support/fault-accounts.ts';
import { findServerProcesses } from './support/postgres-process.ts';
import { findDescendants, isStillThere } from './support/process-tree.ts';
import { createRandom, type Random } from './support/random.ts';
import { choosePort, makeFaultFolder, type ServiceProcess, startServiceProcess } from './support/service-process.ts';
import { startStopClients, type Tally } from './support/stop-clients.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const exitSecondsMax = 15;
const neverEnded = { code: null, signal: null };

interface Stage {
  folder: string;
  dataFolder: string;
  env: Record<string, string>;
  url: string;
  random: Random;
}

interface Round {
  tally: Tally;
  /** Requests in the service's own log: `whole` were answered, the rest it knows it dropped. */
  logged: { whole: number; dropped: number };
  exit: { code: number | null; signal: NodeJS.Signals | null };
  exitSeconds: number;
  children: number;
  leftBehind: string[];
}

export async function runSigterm(options: { rounds: number; seed: number; say: Say }): Promise<Verdict[]> {
  const folder = makeFaultFolder();
  const dataFolder = join(folder.path, 'data');
  const port = await choosePort();
  const env = { AFTERIMAGE_DATA_DIR: dataFolder, PORT: String(port) };
  const random = createRandom(options.seed);
  const stage: Stage = { folder: folder.path, dataFolder, env, url: `http://127.0.0.1:${port}`, random };
  const rounds: Round[] = [];
  try {
    const account = await openFaultAccount(env, { email: 'stop@example.com', creditUsd: '100', keys: 1 });
    for (let number = 1; number <= options.rounds; number += 1) {
      const round = await playRound(stage, account, number);
      rounds.push(round);
      options.say(roundLine(number, round));
    }
    const lost = await findLost(
      stage,
      account.sandbox,
      rounds.flatMap(({ tally }) => tally.accepted),
    );
    return judgeRounds(rounds, lost);
  } finally {
    await endPostgres(dataFolder);
    await folder.remove();
  }
}

async function playRound(
  stage: Stage,
  account: Record<'live' | 'sandbox', FaultAccount>,
  number: number,
): Promise<Round> {
  const { env, dataFolder, url, random } = stage;
  const service = startServiceProcess({ dataFolder, logFile: join(stage.folder, `service-${number}.log`), env });
  const clients = startClientsWhenReady(service, { url, key: account.sandbox.keys[0]!, random });
  try {
    const { tally, turnedAway, close } = await clients;
    await startRenders(url, account.live.keys[0]!);
    await pause(random.between(700, 2_000));
    const children = findDescendants(service.pid);
    const stoppedAt = performance.now();
    process.kill(service.pid, 'SIGTERM');
    const exit = await Promise.race([service.ended, pause(2 * exitSecondsMax * 1000, neverEnded, { ref: false })]);
    const exitSeconds = (performance.now() - stoppedAt) / 1000;
    const leftBehind = [
      ...children.filter(isStillThere).map(({ name, pid }) => `${name} (${pid})`),
      ...findServerProcesses(dataFolder).map((pid) => `PostgreSQL (${pid})`),
    ];
    await turnedAway;
    close();
    return { tally, logged: countLogged(service), exit, exitSeconds, children: children.length, leftBehind };
  } finally {
    service.signal('SIGKILL');
  }
}

async function startClientsWhenReady(service: ServiceProcess, client: { url: string; key: string; random: Random }) {
  await service.ready();
  return startStopClients(client);
}

/** A picture and a clip, so that drawing processes are at work when the signal comes. */
async function startRenders(url: string, key: string): Promise<void> {
  const agent = new Agent();
  const prompt = 'a small red kite over a green hill';
  await exchange(agent, { method: 'POST', url: `${url}/v1/epsilon-images/generate`, key, body: { prompt } });
  await exchange(agent, { method: 'POST', url: `${url}/v1/beta/generate`, key, body: { prompt } });
}

/** Health checks aside: nobody counts those. The two renders are not the clients' either. */
function countLogged(service: ServiceProcess): Round['logged'] {
  const requests = service
    .log()
    .filter((line) => line.msg === 'request' && /^\/v1\/(delta|data)/.test(String(line['route'])));
  const dropped = requests.filter((line) => line['status'] === 499).length;
  return { whole: requests.length - dropped, dropped };
}

/** What was accepted before a stop is there after the next start. */
async function findLost(
  stage: Stage,
  account: FaultAccount,
  accepted: readonly string[],
): Promise<{ of: number; lost: string[] }> {
  const { env, dataFolder, url } = stage;
  const service = startServiceProcess({ dataFolder, logFile: join(stage.folder, 'service-after.log'), env });
  const agent = new Agent({ keepAlive: true });
  const lost: string[] = [];
  try {
    await service.ready();
    for (const id of accepted) {
      const poll = { method: 'GET', url: `${url}/v1/delta/generations/${id}`, key: account.keys[0]! } as const;
      const answer = await exchange(agent, poll);
      if (answer.outcome !== 'answered' || answer.status !== 200) lost.push(`${id}: ${JSON.stringify(answer)}`);
    }
  } finally {
    agent.destroy();
    service.signal('SIGKILL');
    await service.ended;
  }
  return { of: accepted.length, lost };
}

function judgeRounds(rounds: readonly Round[], after: { of: number; lost: string[] }): Verdict[] {
  const answered = rounds.reduce((sum, { tally }) => sum + tally.answered, 0);
  return [
    judge('SIGTERM under load drops no request: each is answered in full, or nobody listened any more', {
      cases: answered,
      breaches: rounds.flatMap(({ tally }) => tally.cut),
    }),
    judge('every request that the service read was answered, by its own log', {
      cases: rounds.reduce((sum, { logged }) => sum + logged.whole, 0),
      breaches: rounds
        .filter(({ logged, tally }) => logged.dropped > 0 || logged.whole !== tally.answered)
        .map(({ logged, tally }) => `${logged.whole} logged and ${logged.dropped} dropped, ${tally.answered} arrived.`),
    }),
    judge(`the service exits with 0 within ${exitSecondsMax} s`, {
      cases: rounds.length,
      breaches: rounds
        .filter(({ exit, exitSeconds }) => exit.code !== 0 || exitSeconds > exitSecondsMax)
        .map(({ exit, exitSeconds }) => `It ended with ${exit.code ?? exit.signal} after ${exitSeconds.toFixed(1)} s.`),
    }),
    judge('no process is left behind', {
      cases: rounds.reduce((sum, { children }) => sum + children, 0),
      breaches: rounds.flatMap(({ leftBehind }) => leftBehind),
    }),
    judge('what was accepted before a stop is there after the next start', { cases: after.of, breaches: after.lost }),
  ];
}

function roundLine(number: number, { tally, exit, exitSeconds, children }: Round): string {
  return (
    `  round ${number}: ${tally.answered} answered, ${tally.refused} refused, ${tally.resetUnread} reset unread, ${tally.cut.length} cut; ` +
    `${children} children; exit ${exit.code ?? exit.signal} after ${exitSeconds.toFixed(1)} s`
  );
}
