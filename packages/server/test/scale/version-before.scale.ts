/** The version before this one beside this one, on one database and under load, whichever came first: nobody gets a 5xx. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { type Load, type LoadAnswer, startLoad } from './support/load.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './support/replicated-postgres.ts';
import { checkOut, findVersionBefore } from './support/version-before.ts';

type Version = 'before' | 'this';

const clients = 4;
const stageSeconds = 3;

export async function runVersionBefore({ say }: { say: Say }): Promise<Verdict[] | { skipped: string }> {
  const before = findVersionBefore();
  if (before === null) return { skipped: 'there is no git history to find the version before in' };
  say(`  ${before.commit.slice(0, 8)}, whose schema ends with ${before.schema}`);
  const folder = makeFaultFolder();
  try {
    const checkout = join(folder.path, 'before');
    checkOut(before, checkout);
    const verdicts: Verdict[] = [];
    for (const first of ['before', 'this'] as const) {
      verdicts.push(...(await playOrder(first, { folder: join(folder.path, first), checkout, say })));
    }
    return verdicts;
  } finally {
    await folder.remove();
  }
}

interface Stage {
  folder: string;
  checkout: string;
  say: Say;
}

async function playOrder(first: Version, { folder, checkout, say }: Stage): Promise<Verdict[]> {
  const second: Version = first === 'this' ? 'before' : 'this';
  const postgres = await startReplicatedPostgres(folder, 1);
  const env = { DATABASE_URL: postgres.urlOf(postgres.leader()), AFTERIMAGE_DATA_DIR: join(folder, 'data') };
  const running: ServiceProcess[] = [];
  const start = async (version: Version): Promise<string> => {
    const port = String(await choosePort());
    const process = startServiceProcess({
      dataFolder: env.AFTERIMAGE_DATA_DIR,
      logFile: join(folder, `${version}.log`),
      env: { ...env, PORT: port },
      ...(version === 'before' && { checkout }),
    });
    running.push(process);
    await process.ready();
    return `http://127.0.0.1:${port}`;
  };
  let load: Load | undefined;
  try {
    const urls = [await start(first)];
    const account = { email: 'both@example.com', creditUsd: '1', keys: 1, ...(first === 'before' && { checkout }) };
    const { sandbox } = await openFaultAccount(env, account);
    // They end at once, whoever takes them, so that the queue is short however busy the machine is.
    load = startLoad(urls, { key: sandbox.keys[0]!, clients, polls: 'yes', words: ' [[fail API_ERROR]]' });
    await pause(stageSeconds * 1000);
    urls.push(await start(second));
    load.callAt(urls);
    await pause(2 * stageSeconds * 1000);
    const answers = await load.stop();
    const ended = await endedOf(postgres, answers);
    const audit = await operate<{ ok: boolean }>(env, ['audit']);
    const counts = urls.map((url) => answers.filter((answer) => answer.url === url).length);
    say(`  the version ${first} first: ${counts.join(' submits there, ')} at the other`);
    const order =
      first === 'before' ? 'this version comes beside the one before' : 'the version before comes beside this';
    return [
      judge(`${order}: every submit is accepted and every poll answered`, {
        cases: Math.min(...counts),
        breaches: [...answers.filter(({ end }) => end !== 'accepted').map(({ said }) => said ?? ''), ...load.badPolls],
      }),
      judge(`${order}: what either accepted comes to its end and is refunded, and the books are right`, {
        cases: ended,
        breaches: audit.code === 0 ? [] : [JSON.stringify(audit.answer)],
      }),
    ];
  } finally {
    await load?.stop();
    for (const process of running) {
      process.signal('SIGKILL');
      await process.ended;
    }
    await postgres.close();
  }
}

async function endedOf(postgres: ReplicatedPostgres, answers: readonly LoadAnswer[]): Promise<number> {
  const accepted = answers.filter(({ end }) => end === 'accepted').length;
  const ended = `select from generations g join ledger_entries l on l.generation_id = g.id and l.kind = 'refund'
    where g.status = 'failed' and g.failure_code = 'API_ERROR'`;
  const isDone = async () => (await postgres.ask(postgres.leader(), ended)).length === accepted;
  await eventually(isDone, { what: 'all that were accepted have ended', seconds: 240 });
  return accepted;
}
