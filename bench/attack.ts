/** One account's attack on a service, a process of its own: as many requests at once and as fast as it gets them out. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface AttackPlan {
  attack: AttackName;
  port: number;
  /** Of one account and its sandbox twin, both with money. */
  liveKey: string;
  sandboxKey: string;
  /** Of an account without a cent. */
  poorKey: string;
}

export type AttackMessage = { event: 'begun' } | { event: 'ended'; answers: Record<string, number> };

/** 7000 x 7000 black pixels in 34 bytes. */
const bomb = 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA4AAAAvV9vVBgcQEf0PRET/Aw==';
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
const megabyte = 1_048_576;
const spinning = 2;

interface Attacker {
  plan: AttackPlan;
  /** Returns the status. */
  ask(method: string, path: string, sent?: { key?: string; body?: unknown }): Promise<number>;
  /** So many loops of `step`, each as fast as it is answered. */
  loops(count: number, step: (number: number) => Promise<unknown>): void;
}

const photo = '/v1/alpha/o3-photo/generate';

const attacks = {
  /** The control: what a machine that has something else to do costs by itself. */
  async nothing() {
    for (let loop = 0; loop < spinning; loop += 1) new Worker('for (;;);', { eval: true });
  },
  /** Images that are cheap to send and dear to decode, with money and without. */
  async decoders({ plan, ask, loops }) {
    loops(8, () => ask('POST', photo, { key: plan.poorKey, body: images(10) }));
    loops(8, (number) => ask('POST', photo, { key: eitherKey(plan, number), body: images(5) }));
  },
  /** Videos by URL that stall after 40 MB. */
  async fetches({ plan, ask, loops }) {
    const url = await stallingServer();
    const body = { prompt: 'a fox', reference_image_base64: pixel, reference_video_url: url };
    loops(15, (number) => ask('POST', '/v1/alpha/generate', { key: eitherKey(plan, number), body }));
  },
  /** Twelve large bodies that trickle. */
  async uploads({ plan, loops }) {
    loops(12, (number) => trickle(plan.port, eitherKey(plan, number)));
  },
  /** Pages and metrics. */
  async pages({ plan, ask, loops }) {
    loops(64, (number) => ask('GET', '/api/balance?days=90', { key: eitherKey(plan, number) }));
    loops(8, () => ask('GET', '/metrics'));
  },
  /** Passwords that are wrong, for an address that is not there. */
  async 'sign-in'({ ask, loops }) {
    const body = { email: 'nobody@example.com', password: 'not the password' };
    loops(32, () => ask('POST', '/api/session', { body }));
  },
  /** One webhook again and again, and all that failed. */
  async redelivery({ plan, ask, loops }) {
    const id = await sentTest(plan);
    loops(16, () => ask('POST', `/api/deliveries/${id}/redeliver`, { key: plan.liveKey }));
    loops(4, () => ask('POST', '/api/deliveries/redeliver-failed', { key: plan.liveKey }));
  },
} as const satisfies Record<string, (attacker: Attacker) => Promise<void>>;

export type AttackName = keyof typeof attacks;

const eitherKey = ({ liveKey, sandboxKey }: AttackPlan, number: number): string =>
  number % 2 === 0 ? liveKey : sandboxKey;

const images = (count: number) => ({ prompt: 'a fox', images_base64: Array(count).fill(bomb) });

async function stallingServer(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    for (let piece = 0; piece < 40; piece += 1) response.write(Buffer.alloc(megabyte));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/stalls.mp4`;
}

/** Fast enough not to be taken for one that has stopped. */
function trickle(port: number, key: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': 60 * megabyte,
    };
    const upload = request({ port, method: 'POST', path: '/v1/gamma/generate', headers, agent: false });
    const drip = setInterval(() => upload.write(' '.repeat(10_000)), 100);
    const end = (status: number) => {
      clearInterval(drip);
      upload.destroy();
      resolve(status);
    };
    upload.once('response', ({ statusCode = 0 }) => end(statusCode));
    upload.once('error', () => end(0));
    upload.flushHeaders();
  });
}

async function sentTest({ port, liveKey }: AttackPlan): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/deliveries/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://127.0.0.1:9/nobody' }),
  });
  return ((await answer.json()) as { id: string }).id;
}

async function begin(plan: AttackPlan): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const answers: Record<string, number> = {};
  let going = true;

  const ask: Attacker['ask'] = (method, path, { key, body } = {}) =>
    new Promise((resolve) => {
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const headers = {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': bytes.length }),
      };
      const outgoing = request({ port: plan.port, method, path, headers, agent });
      outgoing.once('response', (answer) => answer.resume().once('close', () => resolve(answer.statusCode ?? 0)));
      outgoing.once('error', () => resolve(0));
      outgoing.end(bytes);
    });
  const loops: Attacker['loops'] = (count, step) => {
    for (let number = 0; number < count; number += 1) void loop(() => step(number));
  };
  async function loop(step: () => Promise<unknown>): Promise<void> {
    while (going) {
      const status = String(await step());
      answers[status] = (answers[status] ?? 0) + 1;
      // Refused connections must not become a loop without end.
      if (status === '0') await pause(10);
    }
  }
  process.once('message', () => {
    going = false;
    process.send?.({ event: 'ended', answers } satisfies AttackMessage, undefined, undefined, () => process.exit());
  });
  await attacks[plan.attack]({ plan, ask, loops });
  process.send?.({ event: 'begun' } satisfies AttackMessage);
}

// An attacker has a machine of their own: here theirs must not take the service's.
setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit());
process.once('message', (plan) => void begin(plan as AttackPlan));
