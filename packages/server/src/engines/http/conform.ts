/** Whether somebody's engine speaks `mge/1`: named checks against a running one, each with what was seen. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '../../net/engine-net.ts';
import { messageOf, type Reply, readReply } from '../one-request.ts';
import { jobStates, type MgeEngine, type MgeJob, type MgeOrder, readEngine, readJob, tasks } from './mge.ts';

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

export interface Conformance {
  ok: boolean;
  checks: Check[];
}

export interface ConformOptions {
  url: string;
  key: string | null;
  send: Send;
  /** How long one small job may take. */
  jobSeconds: number;
}

const isOver = (job: MgeJob) => job.state === 'succeeded' || job.state === 'failed' || job.state === 'canceled';

/** Checks go on after one has failed, as far as they still mean something. */
export async function conform(options: ConformOptions): Promise<Conformance> {
  const checks: Check[] = [];
  const check = async (name: string, look: () => Promise<string>): Promise<boolean> => {
    try {
      checks.push({ name, ok: true, detail: await look() });
      return true;
    } catch (error) {
      checks.push({ name, ok: false, detail: messageOf(error) });
      return false;
    }
  };

  const send = async (method: string, path: string, more: { body?: object; key?: string | null } = {}) => {
    const key = more.key === undefined ? options.key : more.key;
    const body = more.body === undefined ? undefined : JSON.stringify(more.body);
    const headers = {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    } as Record<string, string>;
    const signal = AbortSignal.timeout(60_000);
    return options.send(options.url + path, { method, headers, signal, ...(body !== undefined && { body }) });
  };
  const ask = async (...call: Parameters<typeof send>): Promise<Reply> => readReply(await send(...call));
  const look = async (id: string, query = '') =>
    jobOf(await ask('GET', `/v1/jobs/${id}${query}`), { id, statuses: [200] });

  let engine: MgeEngine | null = null;
  await check('describes itself', async () => {
    engine = describedBy(await ask('GET', '/v1/engine'));
    return `${engine.name ?? 'without a name'}: ${engine.models.map(({ id }) => id).join(', ')}`;
  });
  if (engine === null) return { ok: false, checks };
  const order = smallOrder(engine);

  if (options.key !== null) {
    await check('refuses a wrong key', async () => {
      const { status } = await ask('GET', '/v1/engine', { key: 'wrong' });
      must(status === 401 || status === 403, `answered ${status}, not 401`);
      return String(status);
    });
  }
  await check('does not know what it was never given', async () => {
    const { status } = await ask('GET', `/v1/jobs/${randomUUID()}`);
    must(status === 404, `answered ${status}, not 404`);
    return '404';
  });

  const id = randomUUID();
  const taken = await check('takes a job under the id that the client chose', async () => {
    const job = jobOf(await ask('PUT', `/v1/jobs/${id}`, { body: order }), { id, statuses: [201] });
    must(job.id === id, `calls it ${job.id}`);
    return job.state;
  });
  if (taken) {
    await check('knows a repeat for what it is', async () => {
      const job = jobOf(await ask('PUT', `/v1/jobs/${id}`, { body: order }), { id, statuses: [200] });
      return `200, ${job.state}`;
    });
    await check('refuses other work under the same id', async () => {
      const { status } = await ask('PUT', `/v1/jobs/${id}`, { body: { ...order, prompt: 'something else' } });
      must(status === 409, `answered ${status}, not 409`);
      return '409';
    });
    let end: MgeJob | null = null;
    await check('works, tells how far it is, and ends', async () => {
      const seen = await followed(() => look(id, '?wait=2'), options.jobSeconds);
      end = seen.at(-1)!;
      must(end.state === 'succeeded', `ended ${end.state}: ${end.error?.message ?? 'no reason given'}`);
      const progress = seen.flatMap(({ progress: part }) => (typeof part === 'number' ? [part] : []));
      must(
        progress.every((part) => part >= 0 && part <= 1),
        `progress is ${progress.join(', ')}, not 0 to 1`,
      );
      return seen.map(({ state }) => state).join(', ');
    });
    await check('hands over what it made', async () => {
      const output = end?.outputs?.[0];
      must(output !== undefined, 'no output');
      const address = output!.url ?? `/v1/jobs/${id}/outputs/0`;
      must(
        address.startsWith('/') || address.startsWith(options.url),
        `${address} is somewhere else, and not looked at`,
      );
      const response = await send('GET', address.replace(options.url, ''));
      const bytes = Buffer.from(await response.arrayBuffer());
      must(response.status === 200, `answered ${response.status}`);
      must(bytes.length > 0 && (output!.bytes ?? bytes.length) === bytes.length, `is ${bytes.length} bytes`);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      must(String(output!.sha256 ?? sha256).toLowerCase() === sha256, 'is not what its checksum says');
      return `${output!.mime}, ${bytes.length} bytes`;
    });
    await check('keeps a finished job', async () => (await look(id)).state);
  }

  await check('stops what is cancelled', async () => {
    const other = randomUUID();
    jobOf(await ask('PUT', `/v1/jobs/${other}`, { body: { ...order, prompt: 'to be cancelled' } }), {
      id: other,
      statuses: [201],
    });
    for (let time = 0; time < 2; time += 1) {
      const { status } = await ask('DELETE', `/v1/jobs/${other}`);
      must(status === 200 || status === 202 || (time === 1 && status === 404), `DELETE answered ${status}`);
    }
    const gone = async () => {
      const reply = await ask('GET', `/v1/jobs/${other}`);
      return reply.status === 404
        ? ({ id: other, state: 'canceled' } as MgeJob)
        : jobOf(reply, { id: other, statuses: [200] });
    };
    const end = (await followed(gone, options.jobSeconds)).at(-1)!;
    must(end.state !== 'failed', 'ended failed');
    return end.state;
  });
  return { ok: checks.every(({ ok }) => ok), checks };
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function describedBy(reply: Reply): MgeEngine {
  must(reply.status === 200, `GET /v1/engine answered ${reply.status}, not 200`);
  const engine = readEngine(reply.json);
  if (engine === null) throw new Error('its reply does not say protocol "mge/1" with a list of models');
  must(/^(starting|ready|draining|failed)$/.test(engine.state), `its state is ${engine.state}`);
  must(engine.models.length > 0, 'it has no models');
  for (const model of engine.models) {
    const known = model.tasks.filter((task) => (tasks as readonly string[]).includes(task));
    must(known.length > 0, `${model.id} has none of the tasks ${tasks.join(', ')}`);
  }
  return engine;
}

function jobOf(reply: Reply, { id, statuses }: { id: string; statuses: readonly number[] }): MgeJob {
  must(statuses.includes(reply.status), `answered ${reply.status}, not ${statuses.join(' or ')}`);
  const job = readJob(reply.json, id);
  if (job === null) throw new Error('its reply is no job of that id with a state');
  must((jobStates as readonly string[]).includes(job.state), `its state is ${job.state}`);
  return job;
}

/** Every job seen on the way to its end. */
async function followed(look: () => Promise<MgeJob>, seconds: number): Promise<MgeJob[]> {
  const until = Date.now() + seconds * 1000;
  const seen: MgeJob[] = [];
  while (Date.now() < until) {
    const job = await look();
    seen.push(job);
    if (isOver(job)) return seen;
    await sleep(100);
  }
  throw new Error(`is still ${seen.at(-1)?.state} after ${seconds} s`);
}

/** The least that the first model makes; a field that no engine knows, because unknown fields are to be ignored. */
function smallOrder(engine: MgeEngine): MgeOrder & { field_of_tomorrow: string } {
  const model = engine.models[0]!;
  const wanted = ['t2i', 't2v', 'i2i', 'i2v'] as const;
  const task = wanted.find((name) => model.tasks.includes(name)) ?? 't2v';
  const isImage = task === 't2i' || task === 'i2i';
  const steps = model.limits?.seconds;
  const seconds = steps === undefined ? 1 : 'min' in steps ? steps.min : Math.min(...steps);
  const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const bytes = Buffer.from(onePixel, 'base64');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const input = { mime: 'image/png', bytes: bytes.length, sha256, data: onePixel } as const;
  return {
    task,
    model: model.id,
    prompt: 'a red rose at night',
    width: 64,
    height: 64,
    ...(!isImage && { seconds, fps: 24 }),
    inputs: task.startsWith('t2') ? [] : [{ role: task === 'i2v' ? 'first_frame' : 'reference', ...input }],
    output: isImage ? { kind: 'image', mime: ['image/png', 'image/jpeg'] } : { kind: 'video', mime: ['video/mp4'] },
    deadline: new Date(Date.now() + 600_000).toISOString(),
    attempt: randomUUID(),
    options: {},
    field_of_tomorrow: 'ignored',
  };
}
