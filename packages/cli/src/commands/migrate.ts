/** `afterimage migrate`: brings the database up to date apart from a start, or tells whether it is. */
import { families } from '@afterimage/contract';
import { loadSettings } from '@afterimage/server/config/config';
import type { Command } from 'commander';
import { withoutDatabase } from '../operation.ts';
import type { Output } from '../output.ts';

export function addMigrateCommand(program: Command): void {
  const command = program
    .command('migrate')
    .description('bring the database up to date; safe beside a running service of the version before')
    .option('--check', 'change nothing; exit code 1 when something is pending');
  withoutDatabase(command, ['migrate', 'migrate --check --json'], run);
}

async function run({ check }: { check?: boolean }): Promise<Output> {
  const { withDatabase } = await import('../database.ts');
  const { lookAtSchema, migrate, migrationsFolder } = await import('@afterimage/server/db/migrate');
  const terms = { whenMissing: check ? 'refuse' : 'make', schema: 'as it is' } as const;
  return withDatabase(loadSettings(families), terms, async (db) => {
    const { from, to, pending } = await lookAtSchema(db, migrationsFolder);
    if (pending.length === 0) return { json: { from, to, pending }, text: `Up to date: ${to}.` };
    if (check) return { json: { from, to, pending }, text: `Pending:\n  ${pending.join('\n  ')}`, exitCode: 1 };
    const applied = await migrate(db, migrationsFolder);
    return { json: { from, to, pending: [], applied }, text: `Brought up to date: ${to}.\n  ${applied.join('\n  ')}` };
  });
}
