/** `afterimage trigger`: has a generation of the sandbox end as asked, with all that follows from it. */
import type { FamilySlug } from '@afterimage/client';
import type { Family } from '@afterimage/contract';
import type { Command } from 'commander';
import { family, familyArgument } from '../arguments.ts';
import { type Call, userCommand } from '../calling/user-command.ts';
import { exitCodes, Refusal } from '../exit-codes.ts';
import { facts } from '../output.ts';

const sandboxKey = /^ai_test_/;
/** Beside the failure codes. */
const good = 'completed';

export function addTriggerCommand(program: Command): void {
  const command = program
    .command('trigger')
    .description('play an end in the sandbox: a failure code of the family, or completed; with its refund and webhook')
    .addArgument(familyArgument('whose end it is'))
    .argument('<code>', 'such as TIMEOUT')
    .option('--callback-url <address>', 'where its webhook goes');
  userCommand(
    command,
    ['trigger beta TIMEOUT', 'trigger delta completed --callback-url https://example.com/hook'],
    trigger,
  );
}

async function trigger({ client, caller, args, options }: Call<{ callbackUrl?: string }>) {
  const [name = '', code = ''] = args;
  const named = family(name);
  if (![...named.failureCodes, good].includes(code)) {
    throw new Refusal(`${named.slug} ends with ${[good, ...named.failureCodes].join(', ')}.`, exitCodes.usage);
  }
  // With any other key the words would be part of the prompt, and cost real money.
  if (!sandboxKey.test(caller.apiKey)) {
    throw new Refusal(
      'This plays in the sandbox only, and the key is no sandbox key; `afterimage key create --sandbox` makes one.',
      exitCodes.notAuthenticated,
    );
  }
  const slug = named.slug as FamilySlug;
  const { id } = await client.submit(slug, bodyOf(named, code, options) as never);
  const record = await client.wait(slug, id);
  return {
    json: { ...record },
    text: facts([
      ['id', id],
      ['status', record.status],
      ['code', record.failure_code ?? '-'],
    ]),
  };
}

function bodyOf({ schemas }: Family, code: string, { callbackUrl }: { callbackUrl?: string }): object {
  const [example] = schemas.request['examples'] as [{ prompt: string }];
  const prompt = code === good ? example.prompt : `${example.prompt} [[fail ${code}]]`;
  return { ...example, prompt, ...(callbackUrl !== undefined && { callback_url: callbackUrl }) };
}
