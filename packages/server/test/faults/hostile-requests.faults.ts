/** Hostile requests sent to a running service: none is answered by a fault of ours, and every refusal is a sentence. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cast, withCast } from './support/cast.ts';
import { openFaultAccount } from './support/fault-accounts.ts';
import { type HostileRequest, hostileRequest } from './support/hostile.ts';
import { type Answer, answerTo, breachOf } from './support/hostile-client.ts';
import type { HostileWorld } from './support/hostile-targets.ts';
import { createRandom } from './support/random.ts';
import { operate } from './support/service-process.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const senders = 16;
const saidEvery = 20_000;

export async function runHostileRequests(run: { requests: number; seed: number; say: Say }): Promise<Verdict[]> {
  const settings = join(tmpdir(), `afterimage-hostile-${process.pid}.yaml`);
  const engines = join(tmpdir(), `afterimage-hostile-${process.pid}-engines.yaml`);
  // Limits would answer most of them before anything else looks at them.
  await writeFile(settings, 'rate_limits: {api: off, o3_status: 100000}\n');
  // What is accepted waits for pull workers, which are hostile, too: nothing is drawn.
  await writeFile(engines, 'engines: {farm: {kind: pull, slots: 50}}\nroutes: [{match: {}, use: [{engine: farm}]}]\n');
  const env = { AFTERIMAGE_CONFIG: settings, AFTERIMAGE_ENGINES: engines };
  return withCast({ database: 'embedded', apis: 1, workers: 1, env }, async (cast) => {
    const world = await openWorld(cast);
    const service = cast.apis[0]!;
    const port = Number(new URL(service.url).port);
    const random = createRandom(run.seed);
    const statuses: Record<string, number> = {};
    const breaches = { fault: [] as string[], unclear: [] as string[], unanswered: [] as string[] };
    let left = run.requests;

    const send = async () => {
      while (left > 0) {
        left -= 1;
        if (left % saidEvery === 0) run.say(`  ${left} to go: ${JSON.stringify(statuses)}`);
        const hostile = hostileRequest(random, world);
        const answer = await answerTo(port, hostile);
        const word = typeof answer === 'string' ? answer : String(answer.status);
        statuses[word] = (statuses[word] ?? 0) + 1;
        note(hostile, answer);
        learnIds(world, answer);
      }
    };
    const note = (hostile: HostileRequest, answer: Answer) => {
      const told = () =>
        `${JSON.stringify(hostile.bytes.toString('latin1', 0, 300))}: ${JSON.stringify(answer).slice(0, 300)}`;
      const breach = breachOf(hostile, answer);
      if (breach !== null) breaches[breach].push(told());
    };
    await Promise.all(Array.from({ length: senders }, send));
    run.say(`  ${run.requests} requests: ${JSON.stringify(statuses)}`);
    const alive = await fetch(`${service.url}/readyz`).then(
      ({ status }) => (status === 200 ? [] : [`/readyz answered ${status}.`]),
      (fault: Error) => [fault.message],
    );
    const cases = run.requests;
    return [
      judge('no answer is a 5xx but a sentence of ours that says when to come back', {
        cases,
        breaches: breaches.fault,
      }),
      judge('every refusal says why in JSON', { cases, breaches: breaches.unclear }),
      judge('every request that can be read is answered', { cases, breaches: breaches.unanswered }),
      judge('the service is still ready', { cases: 1, breaches: alive }),
    ];
  });
}

const idsKept = 200;

/** What was accepted, listed or handed to a worker is named by later requests. */
function learnIds({ ids }: { ids: string[] }, answer: Answer): void {
  if (typeof answer === 'string' || answer.status !== 200) return;
  for (const [, id] of answer.body.matchAll(/"(?:generation_id|task_uuid|id)":"([0-9a-f-]{36})"/g)) ids.push(id!);
  ids.splice(0, ids.length - idsKept);
}

async function openWorld({ env, db }: Cast): Promise<HostileWorld & { ids: string[] }> {
  const rich = await openFaultAccount(env, { email: 'hostile@example.com', creditUsd: '500', keys: 1 });
  const poor = await openFaultAccount(env, { email: 'poor@example.com', creditUsd: '0.001', keys: 1 });
  const operator = await openFaultAccount(env, { email: 'operator@example.com', creditUsd: '0.001', keys: 1 });
  await db.query({
    text: `update people p set operator = true from memberships m
      where m.person_id = p.id and p.email = 'operator@example.com'`,
  });
  const { answer } = await operate<{ key: string }>(env, ['engines', 'key', 'create', '--engine', 'farm']);
  return {
    keys: [rich.live.keys[0]!, rich.sandbox.keys[0]!],
    poorKey: poor.live.keys[0]!,
    operatorKey: operator.live.keys[0]!,
    engineKey: answer.key,
    ids: [],
  };
}
