/** `afterimage engines reload`: has every process read the operator's file anew, and says what each reported. */
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '@afterimage/server/db/listener';
import {
  announceReload,
  countListeners,
  type ReloadReport,
  reportsChannel,
} from '@afterimage/server/engines/engines-store';
import { createSilentLog } from '@afterimage/server/log/log';
import type { Command } from 'commander';
import { type Given, operation } from '../operation.ts';
import { bold, checkLines, type Output } from '../output.ts';

/** A process that has not answered by then is told of as one that did not. */
const firstReportMilliseconds = 10_000;
/** Processes answer within milliseconds of one another. */
const furtherReportsMilliseconds = 1_000;
const lookMilliseconds = 50;

export function addReloadCommand(engines: Command): void {
  operation(
    engines
      .command('reload')
      .description(
        'have every process read engines.yaml anew; what runs stays with its engine, and a wrong file changes nothing',
      ),
    ['engines reload', 'engines reload --json'],
    reload,
  );
}

async function reload({ db, connection }: Given<object>): Promise<Output> {
  if ((await countListeners(db)) === 0) {
    const text = 'No process of the service runs: the file is read at the next start.';
    return { json: { ok: true, processes: [] }, text };
  }
  const reports: ReloadReport[] = [];
  const listener = await listen({
    settings: connection,
    channels: [reportsChannel],
    on: (_, payload) => reports.push(JSON.parse(payload) as ReloadReport),
    onReconnect() {},
    log: createSilentLog(),
  });
  try {
    await announceReload(db);
    await untilQuiet(reports);
  } finally {
    await listener.stop();
  }
  const ok = reports.length > 0 && reports.every((report) => report.ok);
  const title = reports.length === 0 ? 'No process answered' : ok ? 'The file was read anew' : 'Nothing has changed';
  const lines = checkLines(reports.map(({ process: name, ...told }) => ({ name, ...told })));
  const text = [bold(title), lines].filter((part) => part !== '').join('\n');
  return { json: { ok, processes: reports }, text, ...(!ok && { exitCode: 1 }) };
}

/** Until no further report has come for a while. */
async function untilQuiet(reports: readonly unknown[]): Promise<void> {
  let seen = 0;
  let until = performance.now() + firstReportMilliseconds;
  while (performance.now() < until) {
    if (reports.length > seen) {
      seen = reports.length;
      until = performance.now() + furtherReportsMilliseconds;
    }
    await pause(lookMilliseconds);
  }
}
