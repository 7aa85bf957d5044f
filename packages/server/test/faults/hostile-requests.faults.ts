/** Hostile requests sent to a running service: none is answered by a fault of ours, and every refusal is a sentence. */
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCast } from './support/cast.ts';
import { type HostileRequest, hostileRequest } from './support/hostile.ts';
import { createRandom } from './support/random.ts';
import { openTenant } from './support/tenants.ts';
import { judge, type Say, type Verdict } from './support/verdict.ts';

const senders = 16;
/** For a request whose head is in order. */
const patienceMilliseconds = 60_000;
/** For one whose head is not: the service may wait for what never comes, and for longer than we do. */
const briefMilliseconds = 250;
const saidEvery = 20_000;

type Answer = { status: number; head: string; body: string } | 'ended' | 'silent';

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
    const breaches = { faults: [] as string[], unclear: [] as string[], unanswered: [] as string[] };
    let left = run.requests;

    const send = async () => {
      while (left > 0) {
        left -= 1;
        if (left % saidEvery === 0) run.say(`  ${left} to go: ${JSON.stringify(statuses)}`);
        const asked = hostileRequest(random, keys);
        const answer = await answerTo(port, asked);
        const word = typeof answer === 'string' ? answer : String(answer.status);
        statuses[word] = (statuses[word] ?? 0) + 1;
        note(asked, answer);
      }
    };
    const note = (asked: HostileRequest, answer: Answer) => {
      const told = () =>
        `${JSON.stringify(asked.bytes.toString('latin1', 0, 300))}: ${JSON.stringify(answer).slice(0, 300)}`;
      if (typeof answer === 'string') {
        if (asked.framing === 'sound') breaches.unanswered.push(told());
      } else if (answer.status >= 500 && !isOurBusy(answer)) breaches.faults.push(told());
      else if (answer.status >= 400 && asked.method !== 'HEAD' && !isSentence(answer.body))
        breaches.unclear.push(told());
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
        breaches: breaches.faults,
      }),
      judge('every refusal says why in JSON', { cases, breaches: breaches.unclear }),
      judge('every request that can be read is answered', { cases, breaches: breaches.unanswered }),
      judge('the service is still ready', { cases: 1, breaches: alive }),
    ];
  });
}

function isOurBusy({ status, head, body }: Exclude<Answer, string>): boolean {
  return status === 503 && /\r\nretry-after: \d+/i.test(head) && /"code":"(BUSY|MAINTENANCE)"/.test(body);
}

function isSentence(body: string): boolean {
  try {
    const said = JSON.parse(body) as { detail?: unknown; message?: unknown };
    return said.detail !== undefined || typeof said.message === 'string';
  } catch {
    return false;
  }
}

/** A connection each: what one request breaks must not be blamed on the next. */
function answerTo(port: number, { bytes, method, framing }: HostileRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    let read = '';
    const end = (answer: Answer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, framing === 'sound' ? patienceMilliseconds : briefMilliseconds, 'silent');
    socket.on('data', (text) => {
      read += text;
      const answer = wholeAnswer(read, method);
      if (answer !== undefined) end(answer);
    });
    socket.on('error', () => end('ended'));
    socket.on('close', () => end('ended'));
  });
}

function wholeAnswer(read: string, method: string): Answer | undefined {
  const headEnd = read.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = read.slice(0, headEnd);
  const status = Number(head.slice(9, 12));
  if (status === 100) return wholeAnswer(read.slice(headEnd + 4), method);
  const body = read.slice(headEnd + 4);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isWhole =
    method === 'HEAD' ||
    status === 204 ||
    status === 304 ||
    (length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length));
  // Behind it may be the answer to what the service took for a second request.
  return isWhole ? { status, head, body: length === undefined ? body : body.slice(0, Number(length)) } : undefined;
}
