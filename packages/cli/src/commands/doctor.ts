/** `afterimage doctor`: looks at everything the service needs and says what is wrong, if anything. It changes nothing. */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { families } from '@afterimage/contract';
import { loadSettings, publicAddress, type Settings } from '@afterimage/server/config/config';
import type { Command } from 'commander';
import { withoutDatabase } from '../operation.ts';
import { bold, type Check, checkLines, type Output } from '../output.ts';

export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description('check settings, data folder, database, money and address; exit code 1 when something is wrong');
  withoutDatabase(command, ['doctor', 'doctor --json'], examine);
}

async function examine(): Promise<Output> {
  const checks: Check[] = [
    { name: 'Node', ok: true, detail: `${process.version} on ${process.platform}-${process.arch}` },
  ];
  const settings = await check(checks, 'settings', async () => {
    const loaded = loadSettings(families);
    return { value: loaded, detail: 'every value is good' };
  });
  if (settings !== undefined) await examineWith(settings, checks);
  const ok = checks.every((result) => result.ok);
  const text = [bold(ok ? 'All is well' : 'Something is wrong'), checkLines(checks)].join('\n');
  return ok ? { json: { ok, checks }, text } : { json: { ok, checks }, text, exitCode: 1 };
}

async function examineWith(settings: Settings, checks: Check[]): Promise<void> {
  // Loaded here and not with the program: no other command needs all of it.
  const { findKeyring } = await import('@afterimage/server/accounts/open-keyring');
  const { findSigner } = await import('@afterimage/server/engines/provenance');
  const { audit } = await import('@afterimage/server/ledger/audit');
  const { withDatabase } = await import('../database.ts');
  await check(checks, 'data folder', () => examineFolder(settings));
  const found = await check(checks, 'database', async () => {
    const terms = { whenMissing: 'refuse', schema: 'up to date' } as const;
    const value = await withDatabase(settings, terms, async (db) => {
      const [signer] = await Promise.allSettled([
        findKeyring(settings).then((keyring) => findSigner({ db, keyring }, settings)),
      ]);
      return { audit: await audit(db), signer };
    });
    const where = settings.databaseUrl === null ? 'embedded PostgreSQL' : 'PostgreSQL at DATABASE_URL';
    return { value, detail: `${where} answers, its schema is up to date` };
  });
  if (settings.media !== null) {
    const bucket = settings.media;
    await check(checks, 'media', async () => {
      const { lookAtBucket } = await import('@afterimage/server/media/open-media');
      await lookAtBucket(settings, bucket);
      return { value: bucket, detail: `${bucket} answers` };
    });
  }
  await check(checks, 'money', async () => {
    if (found === undefined) throw new Error('cannot be looked at without the database');
    const { ok, problems, accounts, generations } = found.audit;
    if (!ok) throw new Error(`${problems.length} problems; \`afterimage audit\` lists them`);
    return { value: ok, detail: `${accounts} accounts and ${generations} generations agree with the ledger` };
  });
  await examineEngines(settings, checks);
  await check(checks, 'provenance', async () => {
    if (found === undefined) throw new Error('cannot be looked at without the database');
    if (found.signer.status === 'rejected') throw found.signer.reason;
    if (found.signer.value === undefined) return { value: null, detail: 'the next start makes a certificate' };
    const { subject, validUntil } = found.signer.value;
    const whose = settings.provenance === null ? "the service's own certificate" : 'your certificate';
    return { value: subject, detail: `C2PA under ${whose} (${subject}), valid until ${dayOf(validUntil)}` };
  });
  await check(checks, 'address', async () => {
    const used = settings.port !== 0 && (await isListening(settings));
    const detail = used ? 'answers: the service is running, or another program uses the port' : 'is free';
    return { value: used, detail: `${publicAddress(settings)} ${detail}` };
  });
}

async function examineEngines(settings: Settings, checks: Check[]): Promise<void> {
  const { createEmbeddedEngines } = await import('@afterimage/server/engines/embedded-engines');
  const engines = createEmbeddedEngines(settings);
  try {
    for (const engine of engines.all) {
      await check(checks, `engine ${engine.name}`, async () => {
        const { ok, detail } = await engine.check(AbortSignal.timeout(10_000));
        if (!ok) throw new Error(detail);
        return { value: ok, detail };
      });
    }
  } finally {
    await engines.close();
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

async function check<Value>(
  checks: Check[],
  name: string,
  look: () => Promise<{ value: Value; detail: string }>,
): Promise<Value | undefined> {
  try {
    const { value, detail } = await look();
    checks.push({ name, ok: true, detail });
    return value;
  } catch (fault) {
    checks.push({ name, ok: false, detail: fault instanceof Error ? fault.message : String(fault) });
    return undefined;
  }
}

/** Below this, PostgreSQL is in danger: it stops outright when it cannot write. */
const freeGigabytesMin = 1;

async function examineFolder(settings: Settings) {
  const { dataFolder: folder } = settings;
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  await access(folder, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  const freeGigabytes = (bavail * bsize) / 2 ** 30;
  const detail = `${folder}, ${freeGigabytes.toFixed(1)} GB free`;
  if (freeGigabytes < freeGigabytesMin) throw new Error(`${detail}: too little`);
  return { value: folder, detail };
}

function isListening({ host, port }: Settings): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const end = (listening: boolean) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
