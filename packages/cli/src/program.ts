/** Every command there is. */
import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addAccountCommands } from './commands/account.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConfigCommand } from './commands/config.ts';
import { addCreditCommands } from './commands/credit.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEnginesCommands } from './commands/engines.ts';
import { addGenerateCommands } from './commands/generate.ts';
import { addGenerationsCommands } from './commands/generations.ts';
import { addKeyCommands } from './commands/key.ts';
import { addLoginCommand } from './commands/login.ts';
import { addMaintenanceCommands } from './commands/maintenance.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addMediaCommands } from './commands/media.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addSandboxCommands } from './commands/sandbox.ts';
import { addStartCommand } from './commands/start.ts';
import { addTriggerCommand } from './commands/trigger.ts';
import { addWebhookSecretCommands } from './commands/webhook-secret.ts';
import { addWebhooksCommands } from './commands/webhooks.ts';
import { examplesText } from './operation.ts';

/** In the order in which `--help` shows them. A new one is a file that adds it, and a line here. */
const commands: readonly ((program: Command) => void)[] = [
  addStartCommand,
  addLoginCommand,
  addGenerateCommands,
  addGenerationsCommands,
  addWebhooksCommands,
  addTriggerCommand,
  addSandboxCommands,
  addMcpCommand,
  addCompletionCommand,
  addAccountCommands,
  addKeyCommands,
  addCreditCommands,
  addWebhookSecretCommands,
  addMaintenanceCommands,
  addEnginesCommands,
  addMediaCommands,
  addMigrateCommand,
  addBackupCommands,
  addAuditCommand,
  addConfigCommand,
  addDoctorCommand,
];

export function buildProgram(): Command {
  const program = new Command('afterimage')
    .description('Afterimage: a service for asynchronous media generation. Start it, operate it, generate with it.')
    .version(manifest.version)
    .showHelpAfterError('Add --help to see how it is meant.')
    .configureHelp({ showGlobalOptions: true })
    // Before the first command: those added later inherit it. The exit code is decided in one place, `endOf`.
    .exitOverride()
    // Options after a command are the command's: alpha has a field `version`.
    .enablePositionalOptions();
  for (const add of commands) add(program);
  program.addHelpText(
    'after',
    `${examplesText([
      'start',
      'account create --email ada@example.com --credit 100',
      'key create --account ada@example.com --name laptop',
      'login',
      "generate delta 'A cat asleep on a stack of books' --output cat.jpg",
      'audit --json',
    ])}

From \`login\` to \`mcp\` they call a running service with an API key; the others are the operator's, and work
while the service runs and while it does not. All but \`start\` take --json.
Settings are environment variables and a file; \`afterimage config\` shows those in force.`,
  );
  return program;
}
