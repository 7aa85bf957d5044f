/** A stage for kills: one process of each role on a PostgreSQL of their own, and whoever they have to do with. */
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cast, openCast } from '../cast.ts';
import { type FaultAccount, grantCredit, openFaultAccount } from '../fault-accounts.ts';
import { createRandom } from '../random.ts';
import { startReceiver, type WebhookReceiver } from '../receiver.ts';
import { waitUntilSettled } from '../settle.ts';
import type { SoakState } from '../soak/state.ts';

export interface KillStage {
  cast: Cast;
  dataFolder: string;
  receiver: WebhookReceiver;
  /** Of both modes. */
  everyone: FaultAccount[];
  state: SoakState;
  close(): Promise<void>;
}

/** The lease of a webhook in a dead sender's hands is 45 s, and what is drawn again after a kill takes its time on a busy machine. */
export const stillSeconds = 180;
const accountsOpened = 2;
const creditUsd = '50000';
/** Killed again and again, a drawing may not get done in its five minutes; that limit is not the test. */
const timeLimits = { alpha: 3_600, delta: 3_600, 'epsilon-images': 3_600, 'alpha-o1-photo': 3_600 };
/** Half an hour, so that what expires is seen to go. */
const mediaDays = 0.02;

export async function openKillStage(folder: string, state: SoakState): Promise<KillStage> {
  // A sitting that ended before its first cycle left accounts whose keys nobody wrote down.
  if (state.accounts.length === 0) await rm(join(folder, 'data'), { recursive: true, force: true });
  const random = createRandom(state.seed);
  const secrets = new Map<string, string>();
  const receiver = await startReceiver({
    caFile: join(folder, 'ca.pem'),
    secretOf: (account) => secrets.get(account) ?? '',
    // Slow enough to be caught in the middle; one in eight refuses the first attempt, so that repeats are killed too.
    answer: ({ webhookId, arrivedBefore }) => ({
      status: arrivedBefore === 0 && Number.parseInt(webhookId.slice(-1), 16) % 8 === 0 ? 503 : 200,
      afterMilliseconds: random.between(0, 150),
    }),
  });
  const settings = join(folder, 'afterimage.yaml');
  writeFileSync(
    settings,
    JSON.stringify({ time_limits: timeLimits, media_days: mediaDays, rate_limits: { api: 'off' } }),
  );
  const env = {
    AFTERIMAGE_CONFIG: settings,
    AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '1',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  };
  const cast = await openCast({ database: 'embedded', apis: 1, workers: 1, folder, env });
  const close = async () => {
    receiver.close();
    await cast.close();
  };
  try {
    if (state.accounts.length === 0) state.accounts = await openFaultAccounts(cast.env);
    const everyone = state.accounts.flatMap(({ live, sandbox }) => [live, sandbox]);
    for (const { name, secret } of everyone) secrets.set(name, secret);
    // A sitting that was killed left work behind: whose money comes back would be nobody's in this one.
    await waitUntilSettled(cast.db, stillSeconds);
    return { cast, dataFolder: join(folder, 'data'), receiver, everyone, state, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

async function openFaultAccounts(env: Record<string, string>): Promise<SoakState['accounts']> {
  const accounts: SoakState['accounts'] = [];
  for (let number = 1; number <= accountsOpened; number += 1) {
    const account = await openFaultAccount(env, { email: `client${number}@example.com`, creditUsd, keys: 1 });
    await grantCredit(env, account.sandbox, creditUsd);
    accounts.push(account);
  }
  return accounts;
}
