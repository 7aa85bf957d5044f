/** 2,000 waits and 1,000 streams on one process: how soon they hear of an end, what each costs, and what a poll costs beside them. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { changesChannel } from '../packages/server/src/generations/store.ts';
import { alternate, cpuRatios } from './alternate.ts';
import { accountGenerations, addHistory, type Database, openDatabase } from './database.ts';
import type { Figure, Rounds } from './figure.ts';
import { type LoadAccount, openLoadAccount, pollRequest } from './load-account.ts';
import { makeDataFolder, type Service, startService } from './processes.ts';

const waitsOpen = 2_000;
const streamsOpen = 1_000;
/** The history has a thousand that wait. */
const waitersOfEach = waitsOpen / (accountGenerations / 2);
const settlesARound = 20;
const settleMillisecondsMax = 30_000;

interface Installation {
  service: Service;
  database: Database;
  account: LoadAccount;
  ids: string[];
  close(): Promise<void>;
}

export async function measureWaitsAndEvents(rounds: Rounds): Promise<Figure[]> {
  const [busy, idle] = [await openInstallation(), await openInstallation()];
  const crowd: Crowd = { sockets: [], hear: () => undefined, isOver: false };
  try {
    const requests = ({ account, ids }: Installation) => ids.map((id) => pollRequest(account, id));
    const sides = {
      ours: { target: busy.service, requests: requests(busy) },
      theirs: { target: idle.service, requests: requests(idle) },
    };
    // Node's heap has grown to what polls need before what is open is weighed.
    await alternate(sides, { count: 1, seconds: 1 });
    const before = busy.service.residentBytes();
    const waiting = await waitingIds(busy);
    await gather(crowd, busy, [...waiting]);
    const kilobytes = (busy.service.residentBytes() - before) / 1024 / (waitsOpen + streamsOpen);
    const heard: number[] = [];
    for (let round = 0; round < rounds.count; round += 1) heard.push(await settleRound(crowd, busy, waiting));
    const measured = await alternate(sides, rounds);
    const open = `beside ${waitsOpen} waits and ${streamsOpen} streams`;
    return [
      { what: `Settle to receipt, p99, ${open}`, unit: 'ms', target: { atMost: 100 }, rounds: heard },
      { what: 'Memory a wait or stream that is open', unit: 'kB', target: { atMost: 20 }, rounds: [kilobytes] },
      { what: `CPU a poll ${open}, of one alone`, unit: 'ratio', target: { atMost: 1.5 }, rounds: cpuRatios(measured) },
    ];
  } finally {
    crowd.isOver = true;
    for (const socket of crowd.sockets) socket.destroy();
    await busy.close();
    await idle.close();
  }
}

async function openInstallation(): Promise<Installation> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path, roles: 'api' });
  const database = await openDatabase(service);
  const account = await openLoadAccount(service);
  const ids = await addHistory(database, account, accountGenerations);
  return {
    service,
    database,
    account,
    ids,
    async close() {
      await database.close();
      await service.stop();
      await folder.remove();
    },
  };
}

async function waitingIds({ database, account }: Installation): Promise<string[]> {
  const rows = await database.db.query<{ id: string }>(
    { text: `select id from generations where account_id = $1 and status = 'pending'` },
    [account.accountId],
  );
  return rows.map(({ id }) => id);
}

/** Clients that do nothing but wait. `hear` is told of every answer and event. */
interface Crowd {
  sockets: Socket[];
  hear(what: 'wait' | 'stream'): void;
  isOver: boolean;
}

async function gather(
  crowd: Crowd,
  { service: { port }, account: { key } }: Installation,
  ids: string[],
): Promise<void> {
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`;
  const path = '/v1/epsilon-images/generations';
  for (let number = 0; number < waitsOpen; number += 1) {
    const socket = open(crowd, port);
    const wait = () => socket.write(head(`${path}/${ids[number % ids.length]}?wait=60`));
    // A client that was answered after a minute asks again; one that was answered with the end has what it wanted.
    socket.on('data', (bytes) => (bytes.includes('"pending"') ? wait() : crowd.hear('wait')));
    wait();
    if (number % 100 === 99) await pause(20);
  }
  for (let number = 0; number < streamsOpen; number += 1) {
    const socket = open(crowd, port);
    socket.on('data', (bytes) => {
      if (bytes.includes('event: generation')) crowd.hear('stream');
    });
    socket.write(head('/v1/events'));
    if (number % 100 === 99) await pause(20);
  }
  // Whoever came later than an end would not hear of it, and be waited for.
  while (!(await isGathered(port))) await pause(200);
  await pause(1_000);
}

async function isGathered(port: number): Promise<boolean> {
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const open = (kind: string) =>
    Number(new RegExp(`^afterimage_open_connections\\{[^}]*"${kind}"[^}]*\\} (\\d+)`, 'm').exec(figures)?.[1] ?? 0);
  return open('waits') >= waitsOpen && open('streams') >= streamsOpen;
}

function open(crowd: Crowd, port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  crowd.sockets.push(socket);
  socket.on('error', (fault) => {
    if (!crowd.isOver) throw fault;
  });
  return socket;
}

/** One end after the other; each is heard by all streams and by those who wait for it. Returns the p99 of all receipts. */
async function settleRound(crowd: Crowd, { database: { db } }: Installation, ids: string[]): Promise<number> {
  const times: number[] = [];
  for (let settle = 0; settle < settlesARound; settle += 1) {
    const id = ids.shift()!;
    const startedAt = performance.now();
    const heard = Promise.withResolvers<void>();
    const late = setTimeout(() => heard.reject(new Error('Not everybody heard of an end.')), settleMillisecondsMax);
    let left = streamsOpen + waitersOfEach;
    crowd.hear = () => {
      times.push(performance.now() - startedAt);
      left -= 1;
      if (left === 0) heard.resolve();
    };
    await db.query(
      {
        text: `update generations set status = 'failed', failure_code = 'API_ERROR', failure_reason = 'Measured.',
          finished_at = now(), turn = null where id = $1`,
      },
      [id],
    );
    // As who ends one does (docs/decisions/0023).
    db.tell(changesChannel, '');
    await heard.promise;
    clearTimeout(late);
  }
  crowd.hear = () => undefined;
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!;
}
