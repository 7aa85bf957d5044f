/** Eight uploads of 80 MB at once: what they do to everybody else's polls, and what they take of memory. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { figuresOf, type LoadFigures, openLoad } from './apply-load.ts';
import { accountGenerations, addHistory, openDatabase } from './database.ts';
import { type Figure, median, type Rounds } from './figure.ts';
import { type LoadAccount, openLoadAccount, pollRequest } from './load-account.ts';
import { makeDataFolder, type Service, startService } from './processes.ts';

const uploadsAtOnce = 8;
/** Below this a p99 says more about the machine's scheduler than about the service. */
const allowedMilliseconds = 15;
const pollPauseMilliseconds = 5;
const warmSeconds = 0.5;
/** Each look reads every process of the machine: at 50 ms it took enough of it to be seen in the polls. */
const memoryLookMilliseconds = 200;
const megabyte = 1_048_576;

export async function measureUploads(rounds: Rounds): Promise<Figure[]> {
  const folder = makeDataFolder();
  const service = await startService({ dataFolder: folder.path, roles: 'api' });
  try {
    const account = await openLoadAccount(service);
    const database = await openDatabase(service);
    const ids = await addHistory(database, account, accountGenerations);
    await database.close();
    const polls = ids.map((id) => pollRequest(account, id));
    const body = await makeBody();

    const idle: number[] = [];
    const busy: number[] = [];
    const seconds: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < rounds.count; round += 1) {
      const quiet = await pollDuring({ service, polls }, () => pause(rounds.seconds * 1000));
      idle.push(quiet.p99Milliseconds);
      const watch = watchMemory(service);
      const polled = await pollDuring({ service, polls }, () => uploadAll({ service, account, body }));
      busy.push(polled.p99Milliseconds);
      seconds.push(polled.seconds);
      memory.push(watch.stop() / megabyte);
    }
    const allowed = Math.max(allowedMilliseconds, 3 * median(idle));
    return [
      { what: 'Poll p99 during 8 uploads of 80 MB at once', unit: 'ms', target: { atMost: allowed }, rounds: busy },
      { what: 'Memory during them, all our processes', unit: 'MB', target: { atMost: 512 }, rounds: memory },
      { what: 'Poll p99 when idle', unit: 'ms', rounds: idle },
      { what: 'The 8 uploads, first byte to last answer', unit: 's', rounds: seconds },
    ];
  } finally {
    await service.stop();
    await folder.remove();
  }
}

/** One client that looks every few milliseconds while `work` goes on. */
async function pollDuring(
  { service, polls }: { service: Service; polls: string[] },
  work: () => Promise<void>,
): Promise<LoadFigures> {
  const load = await openLoad(service, { requests: polls, connections: 1, pauseMilliseconds: pollPauseMilliseconds });
  try {
    await load.run(warmSeconds);
    return figuresOf([await load.runDuring(work)]);
  } finally {
    load.close();
  }
}

function watchMemory(service: Service): { stop(): number } {
  let bytesMax = 0;
  const look = () => {
    bytesMax = Math.max(bytesMax, service.residentBytes());
  };
  const timer = setInterval(look, memoryLookMilliseconds);
  return {
    stop() {
      clearInterval(timer);
      return bytesMax;
    },
  };
}

async function uploadAll(upload: { service: Service; account: LoadAccount; body: Buffer }): Promise<void> {
  await Promise.all(Array.from({ length: uploadsAtOnce }, () => uploadOne(upload)));
}

function uploadOne({
  service,
  account,
  body,
}: {
  service: Service;
  account: LoadAccount;
  body: Buffer;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${account.key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const upload = request({ port: service.port, method: 'POST', path: '/v1/gamma/generate', headers, agent: false });
    upload.once('error', reject);
    upload.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        if (answer.statusCode === 200) return resolve();
        reject(new Error(`An upload was answered ${answer.statusCode}: ${Buffer.concat(chunks)}`));
      });
    });
    upload.end(body);
  });
}

/** Three real images just under gamma's 20 MB each. Noise, because anything else compresses to less. */
async function makeBody(): Promise<Buffer> {
  const noise = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    });
  const jpeg = await noise(2800, 2600).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  const png = await noise(2600, 2650).png({ compressionLevel: 0 }).toBuffer();
  const images = [
    `data:image/jpeg;base64,${jpeg.toString('base64')}`,
    `data:image/png;base64,${png.toString('base64')}`,
    `data:image/jpeg;base64,${jpeg.toString('base64')}`,
  ];
  return Buffer.from(JSON.stringify({ prompt: 'Three fields of noise become one', reference_images: images }));
}
