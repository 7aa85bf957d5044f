/** Hostile requests sent to a running service: none is answered by a fault of ours, and every refusal is a sentence. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCast } from './support/cast.ts';
import { type HostileRequest, hostileRequest } from './support/hostile.ts';
import { type Answer, answerTo, breachOf } from './support/hostile-client.ts';
import { createRandom } from './support/random.ts';
import { openTenant } from './support/tenants.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const senders = 16;
const saidEvery = 20_000;

export async function runHostileRequests(run: { requests: number; seed: number; say: Say }): Promise<Verdict[]> {
  const settings = join(tmpdir(), `afterimage-hostile-${process.pid}.yaml`);
  // Limits would answer most of them before anything else looks at them.
  await writeFile(settings, 'rate_limits: {api: off, o3_status: 100000}\n');
  return withCast({ database: 'embedded', apis: 1, workers: 0, env: { AFTERIMAGE_CONFIG: settings } }, async (cast) => {
    const tenant = await openTenant(cast.env, { email: 'hostile@example.com', creditUsd: '5', keys: 1 });
    const service = cast.apis[0]!;
    const port = Number(new URL(service.url).port);
    const random = createRandom(run.seed);
    const keys = [tenant.live.keys[0]!, tenant.sandbox.keys[0]!];
    const statuses: Record<string, number> = {};
    const breaches = { fault: [] as string[], unclear: [] as string[], unanswered: [] as string[] };
    let left = run.requests;

    const send = async () => {
      while (left > 0) {
        left -= 1;
        if (left % saidEvery === 0) run.say(`  ${left} to go: ${JSON.stringify(statuses)}`);
        const hostile = hostileRequest(random, keys);
        const answer = await answerTo(port, hostile);
        const word = typeof answer === 'string' ? answer : String(answer.status);
        statuses[word] = (statuses[word] ?? 0) + 1;
        note(hostile, answer);
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
