/** `afterimage audit`: does the money agree? */
import { audit } from '@afterimage/server/ledger/audit';
import type { Command } from 'commander';
import { type Given, operation } from '../operation.ts';
import { bold, type Output } from '../output.ts';

export function addAuditCommand(program: Command): void {
  operation(
    program.command('audit').description('compare every balance, charge and refund; exit code 1 when they disagree'),
    ['audit', 'audit --json'],
    runAudit,
  );
}

async function runAudit({ db }: Given<object>): Promise<Output> {
  const found = await audit(db);
  const looked = `${found.accounts} accounts, ${found.generations} generations, ${found.entries} ledger entries`;
  if (found.ok) return { json: { ...found }, text: `The money agrees: ${looked}.` };
  return {
    json: { ...found },
    text: [
      bold(`The money does not agree (${looked}):`),
      ...found.problems.map(({ sentence }) => `  ${sentence}`),
    ].join('\n'),
    exitCode: 1,
  };
}
