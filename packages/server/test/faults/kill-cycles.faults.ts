/** Kill cycles: a moment of load, one kill -9 of somebody, all that was begun brought to its end, and every invariant checked; then the next. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../src/ledger/audit.ts';
import { eventually } from '../support/eventually.ts';
import { noteBalances } from './support/balances.ts';
import { checkEvidence } from './support/checks.ts';
import { countProcessing, readGenerations } from './support/facts.ts';
import { type KillStage, openKillStage, stillSeconds } from './support/kills/stage.ts';
import { drawVictim, type Killed } from './support/kills/victims.ts';
import { findPostmaster } from './support/postgres-process.ts';
import { isStillThere } from './support/process-tree.ts';
import { type Random, randomOfCycle } from './support/random.ts';
import { scenarios } from './support/scenarios.ts';
import { checkService } from './support/service-checks.ts';
import { waitUntilSettled } from './support/settle.ts';
import { findForgottenFiles, findStrayMedia } from './support/soak/leaks.ts';
import { listed, sum } from './support/soak/report.ts';
import {
  add,
  mergeStates,
  noteVerdicts,
  readState,
  type SoakState,
  verdictsOf,
  writeState,
} from './support/soak/state.ts';
import { judge, type Say, type Verdict, verdictLines } from './support/verdict.ts';
import { startWorkload, type Workload } from './support/workload.ts';

export interface KillCycleOptions {
  /** In all sittings of the folder together. */
  cycles: number;
  /** Side by side: most of a cycle is the wait for the leases of the dead to run out. */
  stages: number;
  /** No new cycle begins after so long. */
  hours: number;
  /** Undefined: that of the folder, or any. */
  seed: number | undefined;
  folder: string;
  say: Say;
}

/** Drawing costs most of the time there is: here it is seldomer still, so that cycles are short. */
const lightScenarios = scenarios.map((scenario) =>
  scenario.ends.some(({ status }) => status === 'completed') ? { ...scenario, weight: scenario.weight / 3 } : scenario,
);
/** Little at once: what is interrupted counts here, and not how much of it. */
const submitters = 2;
const pollers = 1;
const pollMilliseconds = 300;
const burstSubmits = 6;
/** A moment with nothing to interrupt is waited past; one that never comes is no moment for this cycle. */
const momentSeconds = 60;
/** PostgreSQL's death must be survived, and a start after a kill takes up an orphan: both within this, on a busy machine, too. */
const backSeconds = 120;

export async function runKillCycles(options: KillCycleOptions): Promise<{ report: string[]; verdicts: Verdict[] }> {
  const { folder, say } = options;
  const folders = Array.from({ length: options.stages }, (_, index) => join(folder, `stage-${index + 1}`));
  const first = readState(folders[0]!, options.seed);
  const states = folders.map((path, index) => (index === 0 ? first : readState(path, first.seed + index)));
  let left = options.cycles - states.reduce((whole, { cycles }) => whole + cycles, 0);
  say(`seed ${first.seed}, state in ${folder}, ${left} cycles to go`);
  const until = performance.now() + options.hours * 3_600_000;
  const takeOne = () => {
    if (left <= 0 || performance.now() > until) return false;
    left -= 1;
    return true;
  };
  if (left > 0) await playStages({ states, folders, takeOne, say });
  const whole = mergeStates(states);
  return { report: reportLines(whole, options), verdicts: verdictsOf(whole) };
}

async function playStages(run: {
  states: SoakState[];
  folders: string[];
  takeOne(): boolean;
  say: Say;
}): Promise<void> {
  const { folders, takeOne } = run;
  let opening: Promise<unknown> = Promise.resolve();
  await Promise.all(
    run.states.map(async (state, index) => {
      state.sittings += 1;
      const folder = folders[index]!;
      // One after the other: a dozen clusters made at once would starve each other.
      const opened = opening.then(() => openKillStage(folder, state));
      opening = opened.catch(() => {});
      const say = (line: string) => run.say(`stage ${index + 1}: ${line}`);
      await playStage({ stage: await opened, folder, takeOne, say });
    }),
  );
}

async function playStage(run: { stage: KillStage; folder: string; takeOne(): boolean; say: Say }): Promise<void> {
  const { stage, folder, say } = run;
  const { state } = stage;
  try {
    while (run.takeOne()) {
      const beganAt = performance.now();
      state.begun += 1;
      writeState(folder, state);
      const line = await playCycle(stage).catch((fault: Error) => fault);
      const breaches = line instanceof Error ? [line.message] : [];
      noteVerdicts(state, state.begun, [judge('every cycle comes to its end', { cases: 1, breaches })]);
      const seconds = (performance.now() - beganAt) / 1_000;
      state.seconds += seconds;
      writeState(folder, state);
      say(
        `cycle ${state.begun} ${line instanceof Error ? `BROKE OFF: ${line.message}` : line}, ${Math.round(seconds)} s`,
      );
      // What it left behind would be blamed on the next.
      if (line instanceof Error) break;
    }
  } finally {
    await stage.close();
  }
}

async function playCycle(stage: KillStage): Promise<string> {
  const { cast, receiver, state } = stage;
  const random = randomOfCycle(state.seed, state.begun);
  await noteBalances(cast.apis[0]!.url, stage.everyone);
  const workload = startWorkload({
    urls: cast.apis.map(({ url }) => url),
    scenarios: lightScenarios,
    accounts: state.accounts,
    hookOf: receiver.hookOf,
    random,
    submitters,
    pollers,
    pollMilliseconds,
    leavingPercent: 0,
  });
  let kill: Interruption;
  try {
    kill = await killInTheMiddle(stage, workload, random);
    await comeBack(stage, kill.killed);
    await workload.stopSubmitting();
    // What never settles is found by the checks, one by one.
    await waitUntilSettled(cast.db, stillSeconds);
  } finally {
    await workload.stop();
  }
  const broken = noteVerdicts(state, state.begun, await check({ stage, workload, random, killed: kill.killed }));
  state.cycles += 1;
  add(state.kills, kill.victim);
  const { submissions, polls } = workload.journal;
  add(state.requests, 'submits accepted', submissions.filter(({ acknowledged }) => acknowledged.size > 0).length);
  add(state.requests, 'sends cut off by a kill', submissions.filter(({ unanswered }) => unanswered > 0).length);
  add(state.requests, 'polls answered', polls);
  receiver.events.length = 0;
  return (
    `killed ${kill.victim}: ${kill.inFlight} submits in flight, ${kill.processing} processing; ` +
    `${submissions.length} submits, ${broken === 0 ? 'all holds' : `BROKEN ${broken} times`}`
  );
}

interface Interruption {
  victim: string;
  killed: Killed;
  inFlight: number;
  processing: number;
}

async function killInTheMiddle(stage: KillStage, workload: Workload, random: Random): Promise<Interruption> {
  await pause(random.between(0, 800));
  const moment = async () => {
    workload.burst(burstSubmits);
    const processing = await countProcessing(stage.cast.db).catch(() => 0);
    await pause(random.between(0, 25));
    const inFlight = workload.inFlight();
    return inFlight > 0 && processing > 0 && { inFlight, processing };
  };
  const what = 'submits are in flight and generations are processing';
  const interrupted = await eventually(moment, { what, seconds: momentSeconds, everyMilliseconds: 100 });
  const victim = drawVictim(random, stage);
  return { victim: victim.name, killed: await victim.kill(stage, random), ...interrupted };
}

/** Ready, and served by a PostgreSQL that is not the one killed: a kill takes a moment, and so does noticing it. */
async function comeBack({ cast, dataFolder }: KillStage, killed: Killed): Promise<void> {
  await killed.restart();
  const isBack = async () => {
    if (![...cast.apis, ...cast.workers].every((one) => one.isAlive()))
      throw new Error('A process died that nobody killed.');
    const postmaster = findPostmaster(dataFolder);
    if (postmaster === undefined || postmaster === killed.postmaster) return false;
    const answer = await fetch(`${cast.apis[0]!.url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  };
  await eventually(isBack, { what: 'the service is ready again', seconds: backSeconds, everyMilliseconds: 50 });
}

async function check(found: {
  stage: KillStage;
  workload: Workload;
  random: Random;
  killed: Killed;
}): Promise<Verdict[]> {
  const { stage, workload, random, killed } = found;
  const { cast, receiver, dataFolder } = stage;
  const evidence = {
    url: cast.apis[0]!.url,
    audit: () => audit(cast.db),
    journal: workload.journal,
    generations: await readGenerations(cast.db, { ofRun: random.seed }),
    events: receiver.events,
    accounts: stage.everyone,
  };
  const watched = { dataFolder, api: cast.apis[0]!.pid, worker: cast.workers[0]!.pid, db: cast.db };
  const stray = await findStrayMedia(watched);
  const forgotten = findForgottenFiles(dataFolder);
  return [
    ...checkEvidence(evidence),
    ...(await checkService(evidence)),
    judge('every media file has its row, and every row its file', { cases: stray.looked, breaches: stray.breaches }),
    judge('no scratch file is forgotten', { cases: forgotten.looked, breaches: forgotten.breaches }),
    judge('whoever was killed takes its children with it', {
      cases: killed.orphans.length,
      breaches: killed.orphans.filter(isStillThere).map(({ name, pid }) => `${name} (${pid}) is still there.`),
    }),
  ];
}

function reportLines(state: SoakState, { cycles, stages }: KillCycleOptions): string[] {
  const hours = (state.seconds / 3_600).toFixed(2);
  return [
    `Kill cycles of seed ${state.seed}: ${state.cycles} of ${cycles}, ${hours} hours in all on ${stages} stages, ${state.sittings} sittings`,
    '',
    `${sum(state.kills)} cycles, each with a kill (kill -9) of`,
    ...listed(state.kills),
    'requests and what came of them',
    ...listed(state.requests),
    '',
    'invariants, checked after each cycle, and on how many cases',
    ...verdictLines(verdictsOf(state)),
  ];
}
