/** The frame of every operator command: settings, database, work, answer, in the form asked for. */
import { families } from '@afterimage/contract';
import { type Account, findAccount } from '@afterimage/server/accounts/accounts';
import { loadSettings, type Settings } from '@afterimage/server/config/config';
import type { ConnectionSettings } from '@afterimage/server/db/database-server';
import type { Db } from '@afterimage/server/db/postgres';
import type { Command } from 'commander';
import type { WhenMissing } from './database.ts';
import { Refusal } from './exit-codes.ts';
import { type Output, printOutput } from './output.ts';

export interface Given<Options> {
  db: Db;
  /** For a connection of one's own. */
  connection: ConnectionSettings;
  settings: Settings;
  options: Options;
}

/** @param examples shown under `--help`, without the leading `afterimage` */
export function operation<Options>(
  command: Command,
  examples: readonly string[],
  work: (given: Given<Options>) => Promise<Output>,
  whenMissing: WhenMissing = 'refuse',
): void {
  withoutDatabase<Options>(command, examples, async (options) => {
    const settings = loadSettings(families);
    // Not with the program: help, mistakes and `generate` do without a database.
    const { withDatabase } = await import('./database.ts');
    const terms = { whenMissing, schema: 'up to date' } as const;
    return withDatabase(settings, terms, (db, connection) => work({ db, connection, settings, options }));
  });
}

/** The same without a database. */
export function withoutDatabase<Options>(
  command: Command,
  examples: readonly string[],
  work: (options: Options) => Promise<Output>,
): void {
  command.option('--json', 'print one line of JSON instead');
  command.addHelpText('after', examplesText(examples));
  command.action(async () => {
    const options = command.opts<Options & { json?: boolean }>();
    printOutput(await work(options), options);
  });
}

export function examplesText(examples: readonly string[]): string {
  const title = examples.length === 1 ? 'Example' : 'Examples';
  return `\n${title}:\n${examples.map((example) => `  $ afterimage ${example}`).join('\n')}`;
}

export async function accountNamed(db: Db, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  if (account === undefined) {
    throw new Refusal(`There is no account ${email}; \`afterimage account list\` shows those there are.`);
  }
  return account;
}

/** The account itself, or its twin where `--sandbox` was given. */
export async function accountInMode(db: Db, { account, sandbox }: { account: string; sandbox?: boolean }) {
  const { id, sandboxId } = await accountNamed(db, account);
  return sandbox
    ? ({ id: sandboxId, liveId: id, mode: 'sandbox' } as const)
    : ({ id, liveId: id, mode: 'live' } as const);
}
