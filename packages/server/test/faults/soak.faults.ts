/** The soak: a mixed load, every fault there is at once, then calm; and after each cycle nothing is lost, doubled, stuck, overspent or leaked. */
import { setTimeout as pause } from 'node:timers/promises';
import { usualTimings } from '../../src/assembly/timings.ts';
import { eventually } from '../support/eventually.ts';
import { noteBalances } from './support/balances.ts';
import { checkEvidence } from './support/checks.ts';
import { readGenerations } from './support/facts.ts';
import { type FaultAccount, grantCredit } from './support/fault-accounts.ts';
import { isStillThere } from './support/process-tree.ts';
import { createRandom, drawByWeight, type Random, randomOfCycle } from './support/random.ts';
import { auditByCommand, checkService } from './support/service-checks.ts';
import { waitUntilSettled } from './support/settle.ts';
import { clockMillisecondsMax, type SoakFault, soakFaults, type Turbulence } from './support/soak/faults.ts';
import { findForgottenFiles, findStrayMedia, takeSample } from './support/soak/leaks.ts';
import { allVerdicts, reportLines } from './support/soak/report.ts';
import { mortal, openStage, type Stage, veteran } from './support/soak/stage.ts';
import { add, noteVerdicts, readState, type SoakState, writeState } from './support/soak/state.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';
import { startWorkload, type Workload } from './support/workload.ts';

export interface SoakOptions {
  /** No new cycle begins after so long. */
  hours: number;
  cyclesMax: number;
  /** Undefined: that of the folder, or any. */
  seed: number | undefined;
  folder: string;
  roughSeconds: number;
  say: Say;
}

export interface Soaked {
  report: string[];
  verdicts: Verdict[];
}

const submitters = 6;
const pollers = 4;
const leavingPercent = 5;
const burstSubmits = 12;
/**
 * Nothing may rest for longer than these together: what was timed by a clock
 * that was ahead, the longest pause before an engine is asked again, an engine cut off for as long and then asked by a
 * process that dies of it, the lease of a sender or worker that died, and a webhook that is sent again.
 */
const stillSeconds = Math.ceil(
  clockMillisecondsMax / 1_000 +
    usualTimings.engines.passingSecondsMax +
    usualTimings.engines.openSeconds +
    usualTimings.engines.probeSeconds +
    usualTimings.deliveries.leaseSeconds,
);
const readySeconds = 60;
const poorUsd = '1';

export async function runSoak(options: SoakOptions): Promise<Soaked> {
  const { folder, say } = options;
  const state = readState(folder, options.seed);
  state.sittings += 1;
  say(`seed ${state.seed}, state in ${folder}, ${state.cycles} cycles played before`);
  const beganAt = performance.now();
  const minutes = () => (performance.now() - beganAt) / 60_000;
  const stage = await openStage(folder, state, createRandom(state.seed));
  const about = { disk: stage.disk.means, memory: stage.memory.means };
  try {
    // A sitting that was killed left work behind: whose money comes back would be nobody's in this one.
    await waitUntilSettled(stage.cast.db, stillSeconds);
    for (let played = 0; played < options.cyclesMax && minutes() < options.hours * 60; played += 1) {
      const cycleBegan = performance.now();
      state.begun += 1;
      writeState(folder, state);
      const number = state.begun;
      const line = await playCycle({ stage, state, roughSeconds: options.roughSeconds, minutes }).catch(
        (fault: Error) => fault,
      );
      const breaches = line instanceof Error ? [line.message] : [];
      noteVerdicts(state, number, [judge('every cycle comes to its end', { cases: 1, breaches })]);
      state.seconds += (performance.now() - cycleBegan) / 1_000;
      writeState(folder, state);
      say(line instanceof Error ? `cycle ${number} BROKE OFF: ${line.message}` : line);
      // What it left behind would be blamed on the next.
      if (line instanceof Error) break;
    }
  } finally {
    await stage.close();
  }
  return { report: reportLines(state, about), verdicts: allVerdicts(state) };
}

interface Cycle {
  stage: Stage;
  state: SoakState;
  roughSeconds: number;
  minutes(): number;
}

async function playCycle({ stage, state, roughSeconds, minutes }: Cycle): Promise<string> {
  const number = state.begun;
  const random = randomOfCycle(state.seed, number);
  await noteMoney(stage);
  const turbulence: Turbulence = { stage, random, orphans: [], hostile: { sent: 0, breaches: [] } };
  const workload = startWorkload({
    urls: stage.cast.apis.map(({ url }) => url),
    scenarios: stage.scenarios,
    accounts: stage.accounts,
    hookOf: stage.receiver.hookOf,
    random,
    submitters,
    pollers,
    leavingPercent,
  });
  const settledAfter = await playAndSettle({ turbulence, workload, state, roughSeconds });
  const verdicts = await check({ turbulence, workload });
  const broken = noteVerdicts(state, number, verdicts);
  noteRequests(state, turbulence, workload);
  state.cycles += 1;
  const sample = await takeSample(watchedOf(stage), { cycle: number, sitting: state.sittings, minutes: minutes() });
  state.samples.push(sample);
  forget(stage);
  const kills = Object.values(state.kills).reduce((sum, count) => sum + count, 0);
  return (
    `cycle ${number}: ${workload.journal.submissions.length} submits, ${kills} kills so far, settled after ${settledAfter} s, ` +
    `${verdicts.length} invariants ${broken === 0 ? 'hold' : `BROKEN ${broken} times`}, ` +
    `api ${sample.apiMegabytes} MB ${sample.apiHandles} handles, worker ${sample.workerMegabytes} MB ${sample.workerHandles} handles`
  );
}

async function playAndSettle(run: {
  turbulence: Turbulence;
  workload: Workload;
  state: SoakState;
  roughSeconds: number;
}): Promise<number> {
  const { turbulence, workload, state } = run;
  const { stage } = turbulence;
  try {
    stage.weather = 'rough';
    await play(turbulence, workload, { state, seconds: run.roughSeconds });
    stage.weather = 'calm';
    const calmAt = performance.now();
    await comeToRest(stage);
    await workload.stopSubmitting();
    // What never settles is found by the checks, one by one.
    await waitUntilSettled(stage.cast.db, stillSeconds);
    return Math.round((performance.now() - calmAt) / 1_000);
  } finally {
    await workload.stop();
  }
}

/** One kill after the other, each waited for; what lasts goes on beside them. */
async function play(
  turbulence: Turbulence,
  workload: Workload,
  { state, seconds }: { state: SoakState; seconds: number },
): Promise<void> {
  const { stage, random } = turbulence;
  const lasting = new Map<string, Promise<void>>();
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    workload.burst(Math.ceil(random.between(0, burstSubmits)));
    await pause(random.between(0, 600));
    await raiseTheDead(stage).catch(() => {});
    const { name, ...fault } = drawFault(random, stage);
    if (fault.kind === 'kill') {
      await fault.play(turbulence);
      add(state.kills, name);
    } else if (!lasting.has(name)) {
      lasting.set(
        name,
        fault.play(turbulence).finally(() => lasting.delete(name)),
      );
      add(state.faults, name);
    }
  }
  await Promise.all(lasting.values());
}

function drawFault(random: Random, stage: Stage): SoakFault & { name: string } {
  const possible = Object.entries(soakFaults).filter(([, fault]) => fault.isPossible?.(stage) ?? true);
  return drawByWeight(
    random,
    possible.map(([name, fault]) => ({ name, ...fault })),
  );
}

/** Whom the kernel ended for want of memory is started again, as a supervisor would. */
async function raiseTheDead({ cast }: Stage): Promise<void> {
  if (!cast.apis[mortal]!.isAlive()) await cast.replaceApi(mortal);
  if (!cast.workers[mortal]!.isAlive()) await cast.replaceWorker(mortal);
}

async function comeToRest(stage: Stage): Promise<void> {
  await raiseTheDead(stage);
  for (const api of stage.cast.apis) {
    const isReady = async () => {
      const answer = await fetch(`${api.url}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer();
      return answer?.status === 200;
    };
    await eventually(isReady, { what: `${api.url} is ready`, seconds: readySeconds, everyMilliseconds: 100 });
  }
}

const everyone = ({ accounts }: Stage): FaultAccount[] => accounts.flatMap(({ live, sandbox }) => [live, sandbox]);

async function noteMoney(stage: Stage): Promise<void> {
  await noteBalances(stage.cast.apis[veteran]!.url, everyone(stage));
  for (const { live } of stage.accounts) if (live.isPoor === true) await grantCredit(stage.cast.env, live, poorUsd);
}

async function check({ turbulence, workload }: { turbulence: Turbulence; workload: Workload }): Promise<Verdict[]> {
  const { stage, random, orphans, hostile } = turbulence;
  const { cast, receiver, dataFolder } = stage;
  const generations = await readGenerations(cast.db, { ofRun: random.seed });
  const url = cast.apis[veteran]!.url;
  const audit = () => auditByCommand(cast.env);
  const evidence = { url, audit, journal: workload.journal, generations, events: receiver.events };
  const stray = await findStrayMedia(watchedOf(stage));
  const forgotten = findForgottenFiles(dataFolder);
  const veterans = [cast.apis[veteran]!, cast.workers[veteran]!];
  return [
    ...checkEvidence(evidence),
    ...(await checkService({ ...evidence, accounts: everyone(stage) })),
    judge('a hostile request is answered by no fault of ours', { cases: hostile.sent, breaches: hostile.breaches }),
    judge('every media file has its row, and every row its file', { cases: stray.looked, breaches: stray.breaches }),
    judge('no scratch file is forgotten', { cases: forgotten.looked, breaches: forgotten.breaches }),
    judge('whoever was killed takes its children with it', {
      cases: orphans.length,
      breaches: orphans.filter(isStillThere).map(({ name, pid }) => `${name} (${pid}) is still there.`),
    }),
    judge('whom nobody killed lives', {
      cases: veterans.length,
      breaches: veterans.filter((one) => !one.isAlive()).map(({ logFile }) => `The process of ${logFile} has ended.`),
    }),
  ];
}

const watchedOf = ({ cast, dataFolder }: Stage) => ({
  dataFolder,
  api: cast.apis[veteran]!.pid,
  worker: cast.workers[veteran]!.pid,
  db: cast.db,
});

function noteRequests(state: SoakState, { hostile }: Turbulence, { journal }: Workload): void {
  const { submissions, polls } = journal;
  add(
    state.requests,
    'submits sent',
    submissions.reduce((sum, { sends }) => sum + sends, 0),
  );
  add(state.requests, 'submits accepted', submissions.filter(({ acknowledged }) => acknowledged.size > 0).length);
  add(
    state.requests,
    'submits without an answer',
    submissions.reduce((sum, { unanswered }) => sum + unanswered, 0),
  );
  add(
    state.requests,
    'submits refused',
    submissions.reduce((sum, { refusals }) => sum + refusals.length, 0),
  );
  add(state.requests, 'polls answered', polls);
  add(state.requests, 'hostile requests', hostile.sent);
}

/** This process must not grow either. */
function forget({ receiver, engine }: Stage): void {
  receiver.events.length = 0;
  engine.calls.length = 0;
  engine.paid.length = 0;
  engine.jobs.clear();
}
