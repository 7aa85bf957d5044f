/** `afterimage webhook-secret …`: the secret with which receivers check that a webhook is ours. */
import { webhookSecretOverlapHours } from '@afterimage/contract';
import { openKeyring } from '@afterimage/server/accounts/open-keyring';
import { createWebhookSecrets } from '@afterimage/server/accounts/webhook-secrets';
import type { Command } from 'commander';
import { noteAct } from '../note-operator-change.ts';
import { accountInMode, type Given, operation } from '../operation.ts';
import { dim } from '../output.ts';

export function addWebhookSecretCommands(program: Command): void {
  const secret = program.command('webhook-secret').description('the secret that signs webhooks (Standard Webhooks)');
  const ofMode = (command: Command) =>
    command.requiredOption('--account <email>', 'whose').option('--sandbox', 'that of its sandbox twin');
  operation(
    ofMode(secret.command('show').description('print the secret in force')),
    ['webhook-secret show --account ada@example.com'],
    show,
  );
  operation(
    ofMode(
      secret
        .command('rotate')
        .description(`make a new secret; for ${webhookSecretOverlapHours} hours webhooks carry both signatures`),
    ),
    ['webhook-secret rotate --account ada@example.com --sandbox'],
    rotate,
  );
}

type ModeOptions = { account: string; sandbox?: boolean };

async function show({ db, settings, options }: Given<ModeOptions>) {
  const { id } = await accountInMode(db, options);
  const [secret] = await (await secretsOf({ db, settings })).active(id);
  return { json: { secret }, text: secret };
}

async function rotate({ db, settings, options }: Given<ModeOptions>) {
  const { id, liveId, mode } = await accountInMode(db, options);
  const secrets = await secretsOf({ db, settings });
  const secret = await secrets.rotate(id, (tx) =>
    noteAct(tx, { action: 'rotateWebhookSecret', subject: liveId, detail: { mode } }),
  );
  return {
    json: { secret },
    text: `${secret}\n${dim(`The secret before it is valid for ${webhookSecretOverlapHours} hours more.`)}`,
  };
}

async function secretsOf({ db, settings }: Pick<Given<ModeOptions>, 'db' | 'settings'>) {
  return createWebhookSecrets({ db, reads: db, keyring: await openKeyring(db, settings) });
}
