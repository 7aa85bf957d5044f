/**
 * An engine of your own for Afterimage, with nothing but Node: replace `generate`, start it, name its address in engines.yaml.
 *
 *     ENGINE_TOKEN=secret PORT=8900 node engine.ts
 */
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';

const token = process.env['ENGINE_TOKEN'] ?? '';
const models = [{ id: 'demo', tasks: ['t2i', 'i2i'], limits: { max_images: 5, fields: ['seed'] } }];

/** A plain picture stands in for your pipeline. Throw an error with a `code` to name why it failed: content_policy, … */
async function generate(order: Order, progress: (part: number) => void, signal: AbortSignal): Promise<Made> {
  for (let step = 1; step <= 20; step += 1) {
    await sleep(50, undefined, { signal });
    progress(step / 20);
  }
  const { width = 64, height = 64, prompt } = order;
  const row = Buffer.concat([
    Buffer.alloc(1),
    ...Array(width).fill(createHash('md5').update(prompt).digest().subarray(0, 3)),
  ]);
  const chunk = (kind: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(kind), data]);
    return Buffer.concat([uint32(data.length), content, uint32(crc32(content))]);
  };
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.concat(Array(height).fill(row)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return { mime: 'image/png', bytes: Buffer.concat(parts) };
}

const uint32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);

interface Order {
  prompt: string;
  width?: number;
  height?: number;
}
interface Made {
  mime: string;
  bytes: Buffer;
}
interface Job {
  body: string;
  shown: { id: string; state: string; progress: number | null; outputs?: object[]; error?: object };
  made?: Made;
  stop: AbortController;
}

const jobs = new Map<string, Job>();
const queue: Job[] = [];
const news = new EventEmitter().setMaxListeners(0);
const isOver = (job: Job) => /^(succeeded|failed|canceled)$/.test(job.shown.state);
const change = (job: Job, what: object) => news.emit(Object.assign(job.shown, what).id);

async function work(): Promise<never> {
  for (;;) {
    const job = queue.shift();
    if (job === undefined) await once(news, 'queued');
    else if (!isOver(job)) await run(job);
  }
}

async function run(job: Job): Promise<void> {
  change(job, { state: 'running', progress: 0 });
  try {
    job.made = await generate(JSON.parse(job.body), (progress) => change(job, { progress }), job.stop.signal);
    const { mime, bytes } = job.made;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    change(job, { outputs: [{ mime, bytes: bytes.length, sha256 }], progress: 1, state: 'succeeded' });
  } catch (error) {
    const { code = 'internal', message } = error as Error & { code?: string };
    change(job, job.stop.signal.aborted ? { state: 'canceled' } : { state: 'failed', error: { code, message } });
  }
}

function take(id: string, body: string): [number, object] {
  const known = jobs.get(id);
  if (known !== undefined) return known.body === body ? [200, known.shown] : [409, { error: { code: 'id_conflict' } }];
  const job: Job = { body, shown: { id, state: 'queued', progress: null }, stop: new AbortController() };
  jobs.set(id, job);
  queue.push(job);
  news.emit('queued');
  return [201, job.shown];
}

const server = createServer(async (request, response) => {
  const say = (status: number, body: object, mime = 'application/json') => {
    const data = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    response.writeHead(status, { 'content-type': mime, 'content-length': data.length }).end(data);
  };
  const body = (await request.toArray()).join('');
  if (token !== '' && request.headers.authorization !== `Bearer ${token}`) return say(401, { error: { code: 'auth' } });
  const url = new URL(request.url ?? '/', 'http://engine');
  const [, , what, id = '', part] = url.pathname.split('/');
  const engine = { protocol: 'mge/1', name: 'example', version: '1', state: 'ready', slots: 1, queued: queue.length };
  if (what === 'engine') return say(200, { ...engine, models });
  if (request.method === 'PUT') return say(...take(id, body));
  const job = jobs.get(id);
  if (job === undefined || (part === 'outputs' && job.made === undefined))
    return say(404, { error: { code: 'not_found' } });
  if (part === 'outputs') return say(200, job.made!.bytes, job.made!.mime);
  if (request.method === 'DELETE' && !isOver(job)) {
    job.stop.abort();
    if (job.shown.state === 'queued') change(job, { state: 'canceled' });
  }
  const patience = AbortSignal.timeout(Math.min(30, Number(url.searchParams.get('wait') ?? 0)) * 1000);
  while (url.searchParams.has('wait') && !isOver(job) && !patience.aborted) {
    await once(news, id, { signal: patience }).catch(() => {});
  }
  const position = queue.filter((other) => !isOver(other)).indexOf(job);
  say(200, { ...job.shown, queue_position: position === -1 ? null : position });
});
void work();
server.listen(Number(process.env['PORT'] ?? 8900), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
