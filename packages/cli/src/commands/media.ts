/** `afterimage media`: carries media from one store to another, and compares the stores with what the database says. */
import type { Command } from 'commander';
import { mediaLocation } from '../arguments.ts';
import { type Given, operation } from '../operation.ts';
import { bold, type Output } from '../output.ts';
import { demandS3 } from '../s3.ts';

export function addMediaCommands(program: Command): void {
  const media = program
    .command('media')
    .description('move media to another store, compare the stores with the database');
  operation(
    media
      .command('move')
      .description('carry all media to a store, while the service runs and while it does not; may be repeated')
      .requiredOption('--to <store>', 's3://bucket/prefix, or folder', mediaLocation),
    ['media move --to s3://bucket/prefix', 'media move --to folder --json'],
    move,
  );
  operation(
    media
      .command('check')
      .description('find files that are missing or damaged, and files that nothing names; exit code 1 then')
      .option(
        '--digests',
        'read every file and compare its digest, not only its size; takes as long as reading them all',
      ),
    ['media check', 'media check --digests', 'media check --json'],
    check,
  );
}

async function move({ db, settings, options }: Given<{ to: string }>): Promise<Output> {
  const { to } = options;
  if (to.startsWith('s3://')) demandS3(to, settings);
  const { storesOf } = await import('@afterimage/server/media/open-media');
  const { moveMedia } = await import('@afterimage/server/media/move');
  const stores = await storesOf(settings);
  try {
    const target = stores.at(to);
    await target.look();
    const { moved, left, faults } = await moveMedia({ db, stores }, target);
    const said = [`${moved} files were moved to ${to}; ${left} lie elsewhere.`, ...faults.map((fault) => `  ${fault}`)];
    if (stores.keeper.name !== to) {
      said.push(
        `New media goes to ${stores.keeper.name}, by the settings of this command; AFTERIMAGE_MEDIA says where.`,
      );
    }
    const output = { json: { moved, left, faults }, text: said.join('\n') };
    return faults.length === 0 ? output : { ...output, exitCode: 1 };
  } finally {
    await stores.close();
  }
}

const shownMax = 100;

async function check({ db, settings, options }: Given<{ digests?: boolean }>): Promise<Output> {
  const { storesOf } = await import('@afterimage/server/media/open-media');
  const { checkMedia } = await import('@afterimage/server/media/check');
  const stores = await storesOf(settings);
  try {
    const found = await checkMedia({ db, stores }, options.digests ? 'digests' : 'sizes');
    const { ok, missing, damaged, orphaned, files } = found;
    const compared = options.digests ? ', each by its digest' : '';
    if (ok) return { json: { ...found }, text: `All is there, and nothing else: ${files} files${compared}.` };
    const lines = [
      ...missing.map(({ id, store, why }) => `  missing   ${id} in ${store}: ${why}`),
      ...damaged.map(({ id, store, why }) => `  damaged   ${id} in ${store}: ${why}`),
      ...orphaned.map(({ key, store, bytes }) => `  orphaned  ${key} in ${store}, ${bytes} bytes`),
    ];
    const more = lines.length > shownMax ? [`  and ${lines.length - shownMax} more; --json names them all`] : [];
    const counts = `${missing.length} missing, ${damaged.length} damaged, ${orphaned.length} orphaned`;
    const title = bold(`${counts}, of ${files} files${compared}:`);
    return { json: { ...found }, text: [title, ...lines.slice(0, shownMax), ...more].join('\n'), exitCode: 1 };
  } finally {
    await stores.close();
  }
}
