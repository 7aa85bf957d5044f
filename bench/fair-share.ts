/** A fair share under attack: what one account that does its worst makes of another's submits, polls, uploads and pages. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAccount } from '@afterimage/server/accounts/accounts';
import { createKey } from '@afterimage/server/accounts/api-keys';
import type { Db } from '@afterimage/server/db/postgres';
import sharp from 'sharp';
import type { AttackMessage, AttackName, AttackPlan } from './attack.ts';
import { openDatabase } from './database.ts';
import type { Figure, Rounds } from './figure.ts';
import { makeDataFolder, type Service, startService } from './processes.ts';

const attacks: Record<AttackName, string> = {
  nothing: 'two loops of lowest priority that ask it nothing',
  decoders: 'images of 49 megapixels in 34 bytes',
  fetches: 'reference videos that stall',
  uploads: 'large uploads that trickle',
  pages: '64 pages and 8 scrapes at once',
  'sign-in': '32 wrong passwords at once',
  redelivery: 'webhooks sent again',
};

/** Three times its idle p95 is what another account may notice. */
const allowed = 3;
/** Each phase is longer than a round's seconds: a p95 needs its samples. */
const phaseFactor = 2;
const warmMilliseconds = 1_500;
const pauseMilliseconds = 15;
const creditUnits = 10_000_000_000;

type Step = 'submit' | 'poll' | 'upload' | 'page';
type Samples = Record<Step, number[]>;

export async function measureFairShare(rounds: Rounds): Promise<Figure[]> {
  const folder = makeDataFolder();
  const environment = { AFTERIMAGE_EGRESS_ALLOW: '127.0.0.0/8' };
  const service = await startService({ dataFolder: folder.path, roles: 'api', environment });
  try {
    const { db, close } = await openDatabase(service);
    const [other, greedy, poor] = [
      await openPair(db, creditUnits),
      await openPair(db, creditUnits),
      await openPair(db, 0),
    ];
    await close();
    const plan = { port: service.port, liveKey: greedy.liveKey, sandboxKey: greedy.sandboxKey, poorKey: poor.liveKey };
    const neighbour = await openNeighbour(service, other.liveKey);
    const seconds = rounds.seconds * phaseFactor;
    await neighbour.sample(seconds);

    const names = Object.keys(attacks) as AttackName[];
    const worst = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<AttackName, number[]>;
    const idleMilliseconds: number[] = [];
    for (let round = 0; round < rounds.count; round += 1) {
      let before = await neighbour.sample(seconds);
      idleMilliseconds.push(p95(before.poll));
      for (const attack of names) {
        const attacked = await during({ ...plan, attack }, () => neighbour.sample(seconds));
        const after = await neighbour.sample(seconds);
        worst[attack].push(worstOf(attack, samplesOf(before, after), attacked));
        before = after;
      }
    }
    return [
      ...names.map((name): Figure => {
        const what = `Another account's p95 during ${attacks[name]}, of its idle one`;
        const promise = name === 'nothing' ? {} : { target: { atMost: allowed } };
        return { what, unit: 'ratio', ...promise, rounds: worst[name] };
      }),
      { what: "Another account's poll p95 when idle", unit: 'ms', rounds: idleMilliseconds },
    ];
  } finally {
    await service.stop();
    await folder.remove();
  }
}

/** Idle is what was measured just before an attack and just after it: a machine is not equally quick all the time. */
function samplesOf(one: Samples, other: Samples): Samples {
  const steps = Object.keys(one) as Step[];
  return Object.fromEntries(steps.map((step) => [step, [...one[step], ...other[step]]])) as Samples;
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

function worstOf(attack: AttackName, idle: Samples, attacked: Samples): number {
  const steps = Object.keys(idle) as Step[];
  const ratios = steps.map((step) => p95(attacked[step]) / p95(idle[step]));
  const told = steps.map((step, index) => {
    const [before, now] = [p95(idle[step]), p95(attacked[step])].map((time) => time.toFixed(1));
    return `${step} ${before} -> ${now} ms (${ratios[index]!.toFixed(2)}, ${attacked[step].length})`;
  });
  process.stderr.write(`${attack}: ${told.join(', ')}\n`);
  return Math.max(...ratios);
}

/** An account's live key and that of its sandbox twin. */
async function openPair(db: Db, credit: number): Promise<{ liveKey: string; sandboxKey: string }> {
  return db.transaction(async (tx) => {
    const creation = await createAccount(tx, { email: `${crypto.randomUUID()}@example.com`, credit });
    if (creation.outcome !== 'created') throw new Error('An account was not created.');
    const { id, sandboxId } = creation.account;
    const live = await createKey(tx, { accountId: id, mode: 'live', name: 'bench', expiresAt: null });
    const sandbox = await createKey(tx, { accountId: sandboxId, mode: 'sandbox', name: 'bench', expiresAt: null });
    return { liveKey: live.key, sandboxKey: sandbox.key };
  });
}

async function openNeighbour({ port }: Service, key: string): Promise<{ sample(seconds: number): Promise<Samples> }> {
  const agent = new Agent({ keepAlive: true });
  const ask = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${key}`,
      ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': bytes.length }),
    };
    const outgoing = request({ port, method, path, headers, agent });
    outgoing.end(bytes);
    const [answer] = await once(outgoing, 'response');
    const text = Buffer.concat(await answer.toArray()).toString();
    if (answer.statusCode !== 200) throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const size = { width: 1280, height: 960 };
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const picture = await sharp({ create: { ...size, channels: 3, background: '#808080', noise } })
    .jpeg()
    .toBuffer();
  const image = `data:image/jpeg;base64,${picture.toString('base64')}`;
  let id = '';
  const steps: Record<Step, () => Promise<unknown>> = {
    async submit() {
      id = String((await ask('POST', '/v1/epsilon-images/generate', { prompt: 'a fox' }))['task_uuid']);
    },
    poll: () => ask('GET', `/v1/epsilon-images/generations/${id}`),
    upload: () => ask('POST', '/v1/delta/generate', { prompt: 'a fox', images: [image] }),
    page: () => ask('GET', '/api/balance?days=30'),
  };
  return {
    async sample(seconds) {
      const samples: Samples = { submit: [], poll: [], upload: [], page: [] };
      const until = performance.now() + seconds * 1000;
      while (performance.now() < until) {
        for (const step of Object.keys(steps) as Step[]) {
          await pause(pauseMilliseconds);
          const begun = performance.now();
          await steps[step]();
          samples[step].push(performance.now() - begun);
        }
      }
      return samples;
    },
  };
}

/** Runs `work` while the attack goes on, and holds the attack to having happened. */
async function during<Result>(plan: AttackPlan, work: () => Promise<Result>): Promise<Result> {
  const program = fileURLToPath(new URL('./attack.ts', import.meta.url));
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    child.send(plan);
    await heard(child, 'begun');
    await pause(warmMilliseconds);
    const result = await work();
    child.send('stop');
    const { answers } = await heard(child, 'ended');
    process.stderr.write(`${plan.attack} was answered ${JSON.stringify(answers)}\n`);
    return result;
  } finally {
    child.kill('SIGKILL');
  }
}

async function heard<Event extends AttackMessage['event']>(
  child: ChildProcess,
  event: Event,
): Promise<Extract<AttackMessage, { event: Event }>> {
  const [message] = (await once(child, 'message', { signal: AbortSignal.timeout(60_000) })) as [AttackMessage];
  if (message.event !== event) throw new Error(`The attack said ${message.event} instead of ${event}.`);
  return message as Extract<AttackMessage, { event: Event }>;
}
