/** `afterimage credit …`: money for an account. */
import { balanceNumber, formatPrice } from '@afterimage/contract';
import { grant } from '@afterimage/server/ledger/deposit';
import type { Command } from 'commander';
import { grantReason, positiveAmount } from '../arguments.ts';
import { noteAct } from '../note-operator-change.ts';
import { accountInMode, type Given, operation } from '../operation.ts';

export function addCreditCommands(program: Command): void {
  const credit = program.command('credit').description('credit: what accounts may spend');
  operation(
    credit
      .command('grant')
      .description('add credit to an account')
      .requiredOption('--account <email>', 'whose')
      .requiredOption('--amount <usd>', 'how much, such as 5 or 0.25', positiveAmount)
      .option('--sandbox', 'play money for its sandbox twin')
      .option('--reason <text>', 'kept with the ledger entry', grantReason, 'granted by the operator'),
    [
      'credit grant --account ada@example.com --amount 5',
      'credit grant --account ada@example.com --amount 50 --sandbox',
    ],
    grantCredit,
  );
}

type GrantOptions = { account: string; amount: number; sandbox?: boolean; reason: string };

async function grantCredit({ db, options }: Given<GrantOptions>) {
  const { id: accountId, liveId, mode } = await accountInMode(db, options);
  const { amount, reason } = options;
  const balance = await db.transaction(async (tx) => {
    const detail = { amount: formatPrice(amount), reason, mode };
    await noteAct(tx, { action: 'grantCredit', subject: liveId, detail });
    return grant(tx, { accountId, amount, reason });
  });
  const whose = mode === 'sandbox' ? `The sandbox of ${options.account}` : options.account;
  return {
    json: { balance: balanceNumber(balance) },
    text: `${whose} got ${formatPrice(amount)} USD; the balance is ${formatPrice(balance)} USD.`,
  };
}
