/** `afterimage maintenance …`: families that take no new work for now. */
import type { Family } from '@afterimage/contract';
import { endMaintenance, listMaintenance, startMaintenance } from '@afterimage/server/maintenance/store';
import type { Command } from 'commander';
import { familyOption } from '../arguments.ts';
import { noteAct } from '../note-operator-change.ts';
import { type Given, operation } from '../operation.ts';
import { moment, table } from '../output.ts';

export function addMaintenanceCommands(program: Command): void {
  const maintenance = program
    .command('maintenance')
    .description('refuse new work for a family (503); what was accepted runs on');
  const ofFamily = (command: Command) => command.addOption(familyOption('which one').makeOptionMandatory());
  operation(
    ofFamily(maintenance.command('on').description('take no new work')),
    ['maintenance on --family beta'],
    turnOn,
  );
  operation(
    ofFamily(maintenance.command('off').description('take work again')),
    ['maintenance off --family beta'],
    turnOff,
  );
  operation(maintenance.command('list').description('the families under maintenance'), ['maintenance list'], list);
}

async function turnOn({ db, options }: Given<{ family: Family }>) {
  const { slug, title } = options.family;
  const { since } = await db.transaction(async (tx) => {
    await noteAct(tx, { action: 'setMaintenance', subject: slug, detail: { on: true } });
    return startMaintenance(tx, slug);
  });
  return {
    json: { family: slug, maintenance: true, since },
    text: `${title} is under maintenance since ${moment(since)}: new work gets 503, what was accepted runs on.`,
  };
}

async function turnOff({ db, options }: Given<{ family: Family }>) {
  const { slug, title } = options.family;
  await db.transaction(async (tx) => {
    await noteAct(tx, { action: 'setMaintenance', subject: slug, detail: { on: false } });
    return endMaintenance(tx, slug);
  });
  return { json: { family: slug, maintenance: false }, text: `${title} takes work.` };
}

async function list({ db }: Given<object>) {
  const families = await listMaintenance(db);
  const rows = families.map(({ family, since }) => [family, moment(since)]);
  return {
    json: { families },
    text: families.length === 0 ? 'No family is under maintenance.' : table(['FAMILY', 'SINCE'], rows),
  };
}
