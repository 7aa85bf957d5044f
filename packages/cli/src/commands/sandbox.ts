/** `afterimage sandbox clock …`: lets time pass in the sandbox, for tests that cannot wait for it. */
import type { Command } from 'commander';
import { type Call, userCommand } from '../calling/user-command.ts';

export function addSandboxCommands(program: Command): void {
  const sandbox = program.command('sandbox').description('the sandbox of a sandbox key');
  const clock = sandbox
    .command('clock')
    .description(
      'its clock: time limits, waits in the queue, repeats of webhooks and the end of files and of Idempotency-Keys come ' +
        'nearer; links, keys and rates go by real time',
    );
  userCommand(
    clock
      .command('advance')
      .description('let time pass; advances add up')
      .argument('<time>', 'such as 90s, 15m or 24h'),
    ['sandbox clock advance 15m'],
    async ({ client, args: [time = ''] }: Call<object>) => told(await client.advanceClock(time)),
  );
  userCommand(
    clock.command('show').description('what time it is there'),
    ['sandbox clock show'],
    async ({ client }: Call<object>) => told(await client.clock()),
  );
  userCommand(
    clock.command('reset').description('back to real time'),
    ['sandbox clock reset'],
    async ({ client }: Call<object>) => {
      await client.resetClock();
      return told(await client.clock());
    },
  );
}

const told = ({ now }: { now: string }) => ({ json: { now }, text: `In the sandbox it is ${now}.` });
