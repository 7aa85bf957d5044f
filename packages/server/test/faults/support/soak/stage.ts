/** The stage of a soak: two processes of each role on a small disk, and everybody they have to do with. */
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { mgeKey, openMge } from '../../../engines/vendors/mge.ts';
import { finished, type StandIn } from '../../../engines/vendors/stand-in.ts';
import { type Cast, openCast } from '../cast.ts';
import { type FaultAccount, grantCredit, openFaultAccount } from '../fault-accounts.ts';
import type { Random } from '../random.ts';
import { type ReceiverAnswer, startReceiver, type WebhookReceiver } from '../receiver.ts';
import type { Scenario } from '../scenarios.ts';
import { mountSmallDisk, type SmallDisk } from './disk.ts';
import { startImageServer } from './image-server.ts';
import { type MemoryLimit, openMemoryLimit } from './memory-limit.ts';
import { familyElsewhere, soakScenarios } from './scenarios.ts';
import type { SoakState } from './state.ts';

/** Of the two of each role, the first lives through the whole sitting: what it gathers in that time would be a leak. */
export const veteran = 0;
export const mortal = 1;

export interface Stage {
  cast: Cast;
  dataFolder: string;
  disk: SmallDisk;
  memory: MemoryLimit;
  receiver: WebhookReceiver;
  engine: StandIn;
  scenarios: Scenario[];
  accounts: Record<'live' | 'sandbox', FaultAccount>[];
  pauper: FaultAccount;
  /** While it is rough, whoever stands around behaves badly. */
  weather: 'rough' | 'calm';
  /** By how much the wall clocks of all processes are off. */
  setClock(offMilliseconds: number): void;
  close(): Promise<void>;
}

const accountsOpened = 3;
/** Spent in a moment, and granted again every cycle. */
const poorUsd = '1';
/** Killed every other second for minutes, a drawing may not get done in its five minutes; that limit is not the test. */
const limitSeconds = 3_600;
const limited = [
  ...['alpha', 'alpha-o1-video', 'alpha-o3-video', 'alpha-o1-photo', 'alpha-o3-photo'],
  ...['beta', 'gamma', 'delta', 'epsilon-images'],
];
/** Half an hour, so that what expires is seen to go, and a long soak does not fill its disk by itself. */
const mediaDays = 0.02;
const pollPace = { first: '0.2s', every: '0.5s', max: '2s' };

export async function openStage(folder: string, state: SoakState, random: Random): Promise<Stage> {
  const disk = await mountSmallDisk(folder);
  // A sitting that ended before its first cycle left accounts whose keys nobody wrote down.
  if (state.accounts.length === 0) await rm(join(disk.folder, 'data'), { recursive: true, force: true });
  const memory = openMemoryLimit();
  const engine = await openMge();
  const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#a04060' } })
    .jpeg()
    .toBuffer();
  const images = await startImageServer(picture);
  const secrets = new Map<string, string>();
  let weather: Stage['weather'] = 'calm';
  engine.outputOf = (id) => outputOf(id, picture);
  const receiver = await startReceiver({
    caFile: join(folder, 'ca.pem'),
    secretOf: (account) => secrets.get(account) ?? '',
    answer: ({ webhookId, arrivedBefore }) =>
      weather === 'calm' ? { status: 200, afterMilliseconds: 0 } : roughAnswer({ webhookId, arrivedBefore, random }),
  });
  const clockFile = join(folder, 'clock');
  const setClock = (offMilliseconds: number) => writeFileSync(clockFile, String(offMilliseconds));
  setClock(0);
  const around = () => {
    images.close();
    receiver.close();
  };
  const cast = await openCast({
    database: 'embedded',
    apis: 2,
    workers: 2,
    folder: disk.folder,
    env: writeSettings(folder, { engine: engine.url, clockFile }),
  });
  try {
    if (state.accounts.length === 0) state.accounts = await openFaultAccounts(cast.env);
    state.pauper ??= (
      await openFaultAccount(cast.env, { email: 'hostile@example.com', creditUsd: '0.001', keys: 1 })
    ).live;
    for (const account of state.accounts.flatMap(({ live, sandbox }) => [live, sandbox]))
      secrets.set(account.name, account.secret);
    return {
      cast,
      dataFolder: join(disk.folder, 'data'),
      disk,
      memory,
      receiver,
      engine,
      scenarios: await soakScenarios(images),
      accounts: state.accounts,
      pauper: state.pauper,
      get weather() {
        return weather;
      },
      set weather(next) {
        weather = next;
        if (next === 'calm') calmDown(engine);
      },
      setClock,
      async close() {
        around();
        await cast.close();
        await engine.close();
        memory.close();
        await disk.unmount();
      },
    };
  } catch (fault) {
    around();
    await cast.close();
    throw fault;
  }
}

function writeSettings(folder: string, { engine, clockFile }: { engine: string; clockFile: string }) {
  const settings = join(folder, 'afterimage.yaml');
  const engines = join(folder, 'engines.yaml');
  const time_limits = Object.fromEntries(limited.map((family) => [family, limitSeconds]));
  writeFileSync(
    settings,
    JSON.stringify({ time_limits, media_days: mediaDays, rate_limits: { api: 'off', o3_status: 100_000 } }),
  );
  writeFileSync(join(folder, 'key'), mgeKey, { mode: 0o600 });
  const box = { kind: 'http', url: engine, key: { file: 'key' }, slots: 8, poll: pollPace };
  const routes = [{ match: { family: familyElsewhere }, use: [{ engine: 'box' }] }];
  writeFileSync(engines, JSON.stringify({ engines: { box }, routes }));
  return {
    AFTERIMAGE_CONFIG: settings,
    AFTERIMAGE_ENGINES: engines,
    AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '1',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('./stepped-clock.ts', import.meta.url))}`,
    SOAK_CLOCK_FILE: clockFile,
  };
}

async function openFaultAccounts(env: Record<string, string>): Promise<Stage['accounts']> {
  const accounts: Stage['accounts'] = [];
  for (let number = 1; number <= accountsOpened; number += 1) {
    const isPoor = number === accountsOpened;
    const email = `client${number}@example.com`;
    const account = await openFaultAccount(env, { email, creditUsd: isPoor ? poorUsd : '50000', keys: 2 });
    if (isPoor) account.live.isPoor = true;
    else await grantCredit(env, account.sandbox, '50000');
    // Play money runs out, too, in a soak of days.
    account.sandbox.isPoor = isPoor;
    accounts.push(account);
  }
  return accounts;
}

/** Settled by the id, so that an answer does not change between two looks at it. */
function outputOf(id: string, picture: Buffer): Buffer {
  const kind = Number.parseInt(id.replaceAll('-', '').slice(-1), 16);
  if (kind === 0) return Buffer.from('<html>Bad gateway</html>');
  if (kind === 1) return picture.subarray(0, Math.floor(picture.length / 2));
  return kind === 2 ? Buffer.alloc(0) : picture;
}

/** Work in a state that it invented would otherwise end at its limit only, and mishaps that nobody met would last for minutes. */
function calmDown(engine: StandIn): void {
  engine.script = finished;
  engine.mishaps.length = 0;
  engine.freeMishaps.length = 0;
  engine.hold = async () => {};
  for (const job of engine.jobs.values()) if (job.steps.at(-1)?.at === 'odd') job.steps = [...finished];
}

const misdeeds = ['hangs', 'resets', 'babbles', 'redirects', 'never ends'] as const;

/** Five attempts are made, and some die with their sender: the first two may go wrong here. */
function roughAnswer(event: { webhookId: string; arrivedBefore: number; random: Random }): ReceiverAnswer {
  const { random, arrivedBefore } = event;
  const whole = { status: 200, afterMilliseconds: random.between(0, 150) };
  if (arrivedBefore >= 2) return whole;
  if (random.happens(0.1)) return { status: 503, afterMilliseconds: 0 };
  return random.happens(0.15) ? random.oneOf(misdeeds) : whole;
}
