/** What one job costs from its submit to its end, the drawing apart, for docs/scaling.md: `node bench/whole-job.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { mgeKey, openMge } from '../packages/server/test/engines/vendors/mge.ts';
import { openDatabase } from './database.ts';
import { openLoadAccount, submitOne } from './load-account.ts';
import { cpuBetween } from './process-figures.ts';
import { makeDataFolder, startService } from './processes.ts';

const warmUps = 100;
const jobs = 1_000;
const submitsAtOnce = 20;

/** An engine elsewhere that is done at once: what is left is ours. */
const engine = await openMge();
engine.script = [{ at: 'succeeded' }];
const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#408060' } })
  .jpeg()
  .toBuffer();
engine.outputOf = () => picture;
const folder = makeDataFolder();
mkdirSync(folder.path);
writeFileSync(join(folder.path, 'engine-key'), mgeKey);
const box = { kind: 'http', url: engine.url, key: { file: 'engine-key' }, slots: 100 };
const file = { engines: { box }, routes: [{ match: {}, use: [{ engine: 'box' }] }] };
writeFileSync(join(folder.path, 'engines.yaml'), JSON.stringify(file));
const service = await startService({ dataFolder: folder.path });
const database = await openDatabase(service);
const account = await openLoadAccount(service);

async function complete(count: number): Promise<void> {
  const before = await completed();
  let left = count;
  const submitter = async () => {
    while (left > 0) {
      left -= 1;
      await submitOne(service, account);
    }
  };
  await Promise.all(Array.from({ length: submitsAtOnce }, submitter));
  while ((await completed()) < before + count) await pause(200);
}

async function completed(): Promise<number> {
  const text = `select count(*)::integer as count from generations where status = 'completed'`;
  const [row] = await database.db.query<{ count: number }>({ text });
  return row!.count;
}

const bytes = async (): Promise<number> => {
  const text = 'select pg_current_wal_lsn() - $1::text::pg_lsn as bytes';
  const [row] = await database.db.query<{ bytes: number }>({ text }, ['0/0']);
  return Number(row!.bytes);
};

try {
  await complete(warmUps);
  const before = service.cpu();
  const bytesBefore = await bytes();
  const startedAt = performance.now();
  await complete(jobs);
  const seconds = (performance.now() - startedAt) / 1000;
  const { node, postgres } = cpuBetween(before, service.cpu());
  const each = (value: number) => `${((value / jobs) * 1000).toFixed(2)} ms`;
  process.stdout.write(
    `CPU a job, our processes ${each(node)}, PostgreSQL ${each(postgres)}; ` +
      `${Math.round(((await bytes()) - bytesBefore) / jobs)} bytes of log a job; ${(jobs / seconds).toFixed(0)} jobs/s\n`,
  );
} finally {
  await database.close();
  await service.stop();
  await engine.close();
  await folder.remove();
}
