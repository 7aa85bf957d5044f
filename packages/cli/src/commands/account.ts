/** `afterimage account …` and `afterimage login-link`: who may use the service, and their way in. */
import { balanceNumber, formatPrice, signInHours } from '@afterimage/contract';
import { createAccount, listAccounts } from '@afterimage/server/accounts/accounts';
import { createSignInToken, signInUrl } from '@afterimage/server/accounts/sign-in-links';
import { markSuspended } from '@afterimage/server/accounts/suspension-store';
import { publicAddress } from '@afterimage/server/config/config';
import type { Db } from '@afterimage/server/db/postgres';
import { balancesOf } from '@afterimage/server/ledger/balance';
import type { Command } from 'commander';
import { amount, email } from '../arguments.ts';
import { Refusal } from '../exit-codes.ts';
import { noteAct } from '../note-operator-change.ts';
import { accountNamed, type Given, operation } from '../operation.ts';
import { bold, dim, facts, moment, table } from '../output.ts';
import { addAccountRecordCommands } from './account-records.ts';

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts: who generations belong to and who pays for them');
  operation(
    account
      .command('create')
      .description(
        'make an account, with a sandbox twin that holds 1,000 USD of play money; where no service has been started ' +
          'yet, its database is made first',
      )
      .requiredOption('--email <address>', 'the address that names it', email)
      .option('--credit <usd>', 'credit to begin with', amount, 0),
    ['account create --email ada@example.com --credit 100', 'account create --email ada@example.com --json'],
    create,
    // Whoever sets a service up may do so before its first start.
    'make',
  );
  operation(account.command('list').description('every account, with its balance'), ['account list'], list);
  const ofAccount = (command: Command) => command.requiredOption('--account <email>', 'whose');
  operation(
    ofAccount(account.command('suspend').description('refuse its requests (403); what was accepted runs on')),
    ['account suspend --account ada@example.com'],
    suspend,
  );
  operation(
    ofAccount(account.command('resume').description('take its requests again')),
    ['account resume --account ada@example.com'],
    resume,
  );
  addAccountRecordCommands(account);
  operation(
    program
      .command('login-link')
      .description(`make a link that signs an account in: it works once, within ${signInHours} hours`)
      .requiredOption('--account <email>', 'whose'),
    ['login-link --account ada@example.com'],
    loginLink,
  );
}

async function create({ db, options }: Given<{ email: string; credit: number }>) {
  const creation = await db.transaction(async (tx) => {
    const made = await createAccount(tx, options);
    const detail = { credit: formatPrice(options.credit) };
    if (made.outcome === 'created') await noteAct(tx, { action: 'createAccount', subject: made.account.id, detail });
    return made;
  });
  if (creation.outcome === 'email_taken') throw new Refusal(`There is an account ${options.email} already.`);
  if (creation.outcome === 'email_not_valid') throw new Refusal(`${options.email} is not an email address.`);
  const { id, email } = creation.account;
  return {
    json: { account_id: id, email },
    text: [
      bold('Account created'),
      facts([
        ['email', email],
        ['account id', id],
        ['credit', `${formatPrice(options.credit)} USD`],
      ]),
      dim(`Next: afterimage key create --account ${email} --name laptop`),
    ].join('\n'),
  };
}

async function list({ db }: Given<object>) {
  const accounts = await listAccounts(db);
  const balances = await balancesOf(
    db,
    accounts.flatMap(({ id, sandboxId }) => [id, sandboxId]),
  );
  const balanceOf = (id: string) => balances.get(id) ?? 0;
  const rows = accounts.map(({ id, email, sandboxId, createdAt }) => [
    email,
    formatPrice(balanceOf(id)),
    formatPrice(balanceOf(sandboxId)),
    moment(createdAt),
    id,
  ]);
  return {
    json: {
      accounts: accounts.map(({ id, email, sandboxId, createdAt }) => ({
        account_id: id,
        email,
        balance: balanceNumber(balanceOf(id)),
        sandbox_account_id: sandboxId,
        sandbox_balance: balanceNumber(balanceOf(sandboxId)),
        created_at: createdAt,
      })),
    },
    text:
      accounts.length === 0
        ? 'No accounts yet. `afterimage account create` makes one, and so does the first start.'
        : table(['EMAIL', 'BALANCE', 'SANDBOX', 'CREATED', 'ACCOUNT ID'], rows),
  };
}

async function suspend({ db, options }: Given<{ account: string }>) {
  const email = await setSuspended(db, options.account, true);
  return {
    json: { email, suspended: true },
    text: `${email} is suspended: within a second its requests get 403, live and sandbox. What was accepted runs on.`,
  };
}

async function resume({ db, options }: Given<{ account: string }>) {
  const email = await setSuspended(db, options.account, false);
  return { json: { email, suspended: false }, text: `${email} works again: its requests are taken within a second.` };
}

async function setSuspended(db: Db, name: string, on: boolean): Promise<string> {
  const { id, email } = await accountNamed(db, name);
  await db.transaction(async (tx) => {
    await markSuspended(tx, id, on ? 'suspended' : 'working');
    await noteAct(tx, { action: 'suspendAccount', subject: id, detail: { on } });
  });
  return email;
}

async function loginLink({ db, settings, options }: Given<{ account: string }>) {
  if (settings.publicUrl === null && settings.port === 0) {
    throw new Refusal('PORT is 0, so only the running service knows its address: set AFTERIMAGE_PUBLIC_URL as well.');
  }
  const { id, email } = await accountNamed(db, options.account);
  const token = await db.transaction(async (tx) => {
    await noteAct(tx, { action: 'makeSignInLink', subject: id, detail: {} });
    return createSignInToken(tx, id);
  });
  const url = signInUrl(publicAddress(settings), token);
  return { json: { url }, text: `${url}\n${dim(`Works once, within ${signInHours} hours, as ${email}.`)}` };
}
