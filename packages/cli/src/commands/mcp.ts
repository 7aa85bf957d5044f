/** `afterimage mcp`: the model context protocol over the standard streams, for assistants that start a program. */
import { families } from '@afterimage/contract';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { callingOver } from '../calling/ask-service.ts';
import { type CallerOptions, callerOf } from '../calling/caller.ts';
import { addCallerOptions } from '../calling/user-command.ts';
import { examplesText } from '../operation.ts';

export function addMcpCommand(program: Command): void {
  const command = program
    .command('mcp')
    .description(
      'speak the model context protocol over standard input and output, for assistants that start a program',
    );
  addCallerOptions(command)
    .option('--json', 'no difference: the protocol is JSON')
    .addHelpText('after', examplesText(['mcp', 'mcp --url https://media.example.com --key-file key.txt']))
    .action(async () => {
      const caller = await callerOf(command.opts<CallerOptions>());
      // Not with the program: no other command needs it.
      const [{ serveStdio }, { createToolServer, createTools }] = await Promise.all([
        import('@modelcontextprotocol/server/stdio'),
        import('@afterimage/server/mcp/server'),
      ]);
      const tell = (sentence: string) => process.stderr.write(`${sentence}\n`);
      const tools = createTools(families);
      serveStdio(
        () => createToolServer({ tools, families, version: manifest.version, ask: callingOver(caller), onLeft: tell }),
        { onerror: (fault) => tell(fault.message) },
      );
    });
}
