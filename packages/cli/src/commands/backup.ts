/** `afterimage backup` and `afterimage restore`: a whole service in one file or bucket prefix, and a service from such a one. */
import { families } from '@afterimage/contract';
import { loadSettings } from '@afterimage/server/config/config';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { backupLocation } from '../arguments.ts';
import { createBackupAt, demandBackupAt, openBackupAt } from '../backup-location.ts';
import { Refusal } from '../exit-codes.ts';
import { type Given, operation, withoutDatabase } from '../operation.ts';
import { facts, type Output } from '../output.ts';

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('write database and media into one file or bucket, also while the service runs')
    .requiredOption('--output <place>', 'a file that does not exist yet, or s3://bucket/prefix', backupLocation)
    .option('--without-key', 'leave out secret.key, which opens the secrets in the database');
  operation(
    backup,
    [
      'backup --output afterimage.tar',
      'backup --output s3://bucket/backups/2026-11-17',
      'backup --output afterimage.tar --without-key --json',
    ],
    runBackup,
  );
  const restore = program
    .command('restore')
    .description('make a service of a backup; only into an empty one')
    .requiredOption('--input <place>', 'what `afterimage backup` wrote: a file, or s3://bucket/prefix', backupLocation);
  withoutDatabase(
    restore,
    ['restore --input afterimage.tar', 'restore --input s3://bucket/backups/2026-11-17'],
    runRestore,
  );
}

async function runBackup({
  connection,
  settings,
  options,
}: Given<{ output: string; withoutKey?: boolean }>): Promise<Output> {
  const { makeBackup } = await import('@afterimage/server/backup/make-backup');
  const { readSecretKeyText } = await import('@afterimage/server/config/secret-key-file');
  const key = settings.secretKeys === null && !options.withoutKey ? await readSecretKeyText(settings) : null;
  const { storesOf } = await import('@afterimage/server/media/open-media');
  const stores = await storesOf(settings);
  const scratchFolder = stores.scratchFolder();
  const { output, made } = await createBackupAt(options.output, { settings, scratchFolder })
    .then(async ({ name, archive, close }) => {
      const source = { connection, stores, version: manifest.version, key };
      return { output: name, made: await makeBackup(source, archive).finally(close) };
    })
    .finally(stores.close);
  const rows = Object.values(made.rows).reduce((sum, count) => sum + count, 0);
  const withKey = key !== null;
  const isWhole = made.missing.length + made.damaged.length === 0;
  return {
    json: {
      output,
      bytes: made.bytes,
      rows,
      media: made.media,
      missing: made.missing,
      damaged: made.damaged,
      key: withKey,
    },
    text: [
      `${output} holds ${isWhole ? 'the whole service' : 'the service, but not all of its media whole'}:`,
      facts([
        ['rows', String(rows)],
        ['media', `${made.media} files, ${made.media_bytes} bytes`],
        ['not in the store', listed(made.missing)],
        ['damaged', listed(made.damaged)],
        ['secret.key', withKey ? 'inside: keep it as safe as the service' : 'apart: nothing opens without it'],
      ]),
    ].join('\n'),
  };
}

const listed = (keys: readonly string[]): string => (keys.length === 0 ? 'none' : keys.join(', '));

async function runRestore({ input }: { input: string }): Promise<Output> {
  const settings = loadSettings(families);
  await demandBackupAt(input, settings);
  const { withDatabase } = await import('../database.ts');
  const { restoreBackup } = await import('@afterimage/server/backup/restore-backup');
  const { keepSecretKeyText } = await import('@afterimage/server/config/secret-key-file');
  const { prepareDataFolder } = await import('@afterimage/server/config/data-folder');
  const { audit } = await import('@afterimage/server/ledger/audit');
  return withDatabase(settings, { whenMissing: 'make', schema: 'as it is' }, async (db, connection) => {
    await prepareDataFolder(settings);
    // A key that the environment gives is the operator's, and stays where it is.
    const takeKey = async (text: string | null) =>
      text === null || settings.secretKeys !== null ? null : keepSecretKeyText(settings, text);
    const { storesOf } = await import('@afterimage/server/media/open-media');
    const stores = await storesOf(settings);
    const target = { db, connection, stores, version: manifest.version, takeKey };
    const restored = await openBackupAt(input, { settings, scratchFolder: stores.scratchFolder() })
      .then((backup) => restoreBackup(target, backup).finally(backup.close))
      .finally(stores.close);
    if (restored.outcome === 'refused') throw new Refusal(restored.sentence);
    const { manifest: about, end, damaged } = restored;
    const money = await audit(db);
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
    return {
      json: { made_at: about.made_at, version: about.version, rows, media: end.media, damaged, audit: money.ok },
      text: [
        `The service is as it was at ${about.made_at}${damaged.length === 0 ? '' : ', but not all of its media is whole'}:`,
        facts([
          ['rows', String(rows)],
          ['media', `${end.media} files, ${end.media_bytes} bytes`],
          ['damaged', listed(damaged)],
          ['the money', money.ok ? 'agrees' : 'does not agree: `afterimage audit` says where'],
        ]),
      ].join('\n'),
      ...((!money.ok || damaged.length > 0) && { exitCode: 1 as const }),
    };
  });
}
