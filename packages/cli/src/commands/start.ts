/** `afterimage start`: the service itself. */
import { families } from '@afterimage/contract';
import { loadSettings, npmScriptPid } from '@afterimage/server/config/config';
import type { Command } from 'commander';
import { buildMissingDashboard } from '../dashboard-build.ts';
import { examplesText } from '../operation.ts';

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('start the service: HTTP and the work, or what AFTERIMAGE_ROLES says')
    .addHelpText('after', examplesText(['start']))
    .addHelpText(
      'after',
      '\nThe first start prints an API key and a curl line to try. Ctrl-C stops the service in order.',
    )
    .action(async () => {
      // First of all: who is orphaned while the dashboard is built has another parent afterwards.
      const parentPid = npmScriptPid();
      const settings = loadSettings(families);
      // Under an older Node (see bin/afterimage.js) there is a channel to the process that started this one. The service
      // listens for its end, and would by that keep this process alive after it has stopped.
      process.channel?.unref();
      if (settings.roles.api) await buildMissingDashboard();
      const { runService } = await import('@afterimage/server/main');
      await runService(settings, { parentPid });
    });
}
