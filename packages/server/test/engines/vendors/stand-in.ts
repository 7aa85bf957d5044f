/** A vendor on this machine: speaks its dialect from a script, breaks when told to, and counts what would have cost money. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** What may happen to a request. The numbers are answers in the vendor's own form, and take no work. */
export type Mishap = 'drop' | 'drop-mid-answer' | 'stall' | 'html' | 429 | 500 | 503 | 504;

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json: Record<string, unknown>;
  /** When it came, in milliseconds. */
  at: number;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Buffer;
  type?: string;
}

/** Where a job stands, in nobody's dialect. */
export type Step =
  | { at: 'queued'; position?: number }
  | { at: 'running'; progress?: number }
  | { at: 'succeeded' }
  | { at: 'empty' }
  /** `cost`: what it says that this cost all the same. */
  | { at: 'failed'; code: string; message?: string; cost?: number }
  | { at: 'canceled'; cost?: number }
  /** A state that the vendor invented yesterday. */
  | { at: 'odd' };

export interface Job {
  id: string;
  call: Call;
  steps: Step[];
}

export interface Dialect {
  isPaid(call: Call): boolean;
  answer(call: Call, standIn: StandIn): Reply | Promise<Reply>;
  /** The vendor's own body for these. */
  refusal(status: 429 | 500 | 503 | 504): unknown;
  upgrade?(request: IncomingMessage, socket: Duplex, standIn: StandIn): void;
}

export interface StandIn {
  url: string;
  calls: Call[];
  /** Requests that would have cost money, however they ended. */
  paid: Call[];
  jobs: Map<string, Job>;
  /** What the next jobs go through; each look takes a step, the last one stays. */
  script: Step[];
  /** For the next paid requests, one each. */
  mishaps: Mishap[];
  /** For the next requests that are free. */
  freeMishaps: Mishap[];
  /** Answers the next paid request in the vendor's place. */
  replies: Reply[];
  /** Lets an answer wait: before it begins, or when half of its bytes have left. */
  hold(call: Call, at: 'begin' | 'halfway'): Promise<void>;
  /** What jobs come to. */
  outputOf(id: string): Buffer;
  addJob(id: string, call: Call): Job;
  /** The step a look shows. */
  look(id: string): Step | undefined;
  close(): Promise<void>;
}

export const finished: Step[] = [{ at: 'queued', position: 2 }, { at: 'running', progress: 0.5 }, { at: 'succeeded' }];
export const outputBytes = (id: string): Buffer => Buffer.from(`what ${id} came to`);

export async function openStandIn(dialect: Dialect): Promise<StandIn> {
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.statusCode = 599;
      response.end(String(error));
    });
  });
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket) => dialect.upgrade?.(request, socket, standIn));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    standIn.calls.push(call);
    const isPaid = dialect.isPaid(call);
    if (isPaid) standIn.paid.push(call);
    const mishap = (isPaid ? standIn.mishaps : standIn.freeMishaps).shift();
    if (typeof mishap === 'number') {
      const headers: Record<string, string> = mishap === 429 ? { 'retry-after': '7' } : {};
      return say(response, { status: mishap, headers, json: dialect.refusal(mishap) });
    }
    const scripted = isPaid ? standIn.replies.shift() : undefined;
    // Whatever happens to the answer, the work has been taken.
    const reply = scripted ?? (await dialect.answer(call, standIn));
    if (mishap === 'stall') return;
    if (mishap === 'drop') return void response.destroy();
    if (mishap === 'html') return say(response, { bytes: Buffer.from('<html>Bad gateway</html>'), type: 'text/html' });
    if (mishap === 'drop-mid-answer') {
      const whole = Buffer.from(JSON.stringify(reply.json ?? {}));
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', 'content-length': whole.length });
      response.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => response.destroy());
      return;
    }
    await standIn.hold(call, 'begin');
    if (reply.bytes === undefined) return say(response, reply);
    const { bytes, type = 'application/octet-stream' } = reply;
    response.writeHead(reply.status ?? 200, { 'content-type': type, 'content-length': bytes.length, ...reply.headers });
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
    await standIn.hold(call, 'halfway');
    response.end(bytes.subarray(Math.floor(bytes.length / 2)));
  }

  const standIn: StandIn = {
    url: '',
    calls: [],
    paid: [],
    jobs: new Map(),
    script: finished,
    mishaps: [],
    freeMishaps: [],
    replies: [],
    outputOf: outputBytes,
    hold: async () => {},
    addJob(id, call) {
      const job = { id, call, steps: [...standIn.script] };
      standIn.jobs.set(id, job);
      return job;
    },
    look(id) {
      const job = standIn.jobs.get(id);
      if (job === undefined) return undefined;
      return job.steps.length > 1 ? job.steps.shift() : job.steps[0];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const isJson = /json/.test(request.headers['content-type'] ?? '');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
    at: performance.now(),
    json: isJson && body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {},
  };
}

function say(response: ServerResponse, reply: Reply): void {
  const body = reply.bytes ?? Buffer.from(JSON.stringify(reply.json ?? {}));
  const type = reply.type ?? (reply.bytes === undefined ? 'application/json' : 'application/octet-stream');
  response.writeHead(reply.status ?? 200, { 'content-type': type, 'content-length': body.length, ...reply.headers });
  response.end(body);
}

/** The fields of a multipart form: text as it is, files as their bytes. */
export async function readForm(call: Call): Promise<FormData> {
  const headers = { 'content-type': call.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(call.body), { headers }).formData();
}
