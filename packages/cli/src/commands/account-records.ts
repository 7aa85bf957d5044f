/** `afterimage account export` and `afterimage account delete`: all that an account has, for its owner; and its end. */
import { formatPrice } from '@afterimage/contract';
import type { Tx } from '@afterimage/server/db/postgres';
import { balanceOf } from '@afterimage/server/ledger/balance';
import type { Command } from 'commander';
import { Refusal } from '../exit-codes.ts';
import { newFile } from '../files.ts';
import { noteAct } from '../note-operator-change.ts';
import { accountNamed, type Given, operation } from '../operation.ts';
import { bold, facts, type Output } from '../output.ts';

export function addAccountRecordCommands(account: Command): void {
  operation(
    account
      .command('export')
      .description('write all that an account and its sandbox twin have into one file (tar)')
      .requiredOption('--account <email>', 'whose')
      .requiredOption('--output <file>', 'a file that does not exist yet'),
    ['account export --account ada@example.com --output ada.tar'],
    exportAll,
  );
  operation(
    account
      .command('delete')
      .description('erase an account: prompts, media, webhooks, keys and people; the books keep the amounts')
      .requiredOption('--account <email>', 'whose')
      .option('--yes', 'really: nothing brings it back'),
    ['account delete --account ada@example.com --yes'],
    erase,
  );
}

async function exportAll({ db, settings, options }: Given<{ account: string; output: string }>): Promise<Output> {
  const account = await accountNamed(db, options.account);
  const output = await newFile(options.output, 'an export');
  const { storesOf } = await import('@afterimage/server/media/open-media');
  const { exportAccount } = await import('@afterimage/server/records/export-account');
  const stores = await storesOf(settings);
  const { rows, media, missing } = await exportAccount({ db, stores }, account, output).finally(stores.close);
  return {
    json: { output, account_id: account.id, rows, media, missing },
    text: [
      `${output} holds all of ${account.email}:`,
      facts([
        ...Object.entries(rows).map(([name, count]): [string, string] => [name, String(count)]),
        ['files', String(media)],
      ]),
      ...(missing.length === 0 ? [] : [`Not in the store: ${missing.join(', ')}`]),
    ].join('\n'),
  };
}

async function erase({ db, settings, options }: Given<{ account: string; yes?: boolean }>): Promise<Output> {
  const account = await accountNamed(db, options.account);
  if (options.yes !== true) {
    throw new Refusal(
      `--yes is missing: this would erase ${account.email} for ever. \`afterimage account export\` keeps a copy.`,
    );
  }
  const { storesOf } = await import('@afterimage/server/media/open-media');
  const { eraseAccount } = await import('@afterimage/server/records/erase-account');
  const stores = await storesOf(settings);
  const note = (tx: Tx) => noteAct(tx, { action: 'deleteAccount', subject: account.id, detail: {} });
  const services = { db, stores, refunds: settings.refunds, note };
  const erased = await eraseAccount(services, account).finally(stores.close);
  const left = formatPrice(await balanceOf(db, account.id));
  return {
    json: { account_id: account.id, ...erased, balance: Number(left) },
    text: [
      bold(`${account.email} is erased`),
      facts([
        ['generations', `${erased.generations}, of them ${erased.cancelled} cancelled just now`],
        ['media files', String(erased.media)],
        ['people', String(erased.people)],
        ['credit that was left', `${left} USD`],
      ]),
      // The operator's rights are bound to that address, and without an account there is nowhere to sign in.
      ...(account.email.toLowerCase() === settings.ownerEmail.toLowerCase()
        ? [
            `It was the operator's own: \`afterimage account create --email ${account.email}\`, then \`login-link\`, is the way back.`,
          ]
        : []),
    ].join('\n'),
  };
}
