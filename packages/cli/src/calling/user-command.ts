/** The frame of every command that calls a running service: where it is, the key, the client, the answer in the form asked for. */
import { type AccountApi, Afterimage, createAccountApi, type FamilySlug } from '@afterimage/client';
import { callingOf, families, findFamily } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import type { Command } from 'commander';
import { exitCodes, Refusal } from '../endings.ts';
import { examplesText } from '../operation.ts';
import { type Output, printOutput } from '../output.ts';
import { type Caller, type CallerOptions, callerOf, defaultUrl, serviceAddress } from './caller.ts';

export interface Call<Options> {
  caller: Caller;
  client: Afterimage;
  account: AccountApi<typeof apiRoutes>;
  options: Options & { json?: boolean };
  /** What stands on the line besides options. */
  args: readonly string[];
}

/** @param work answers null when it has printed everything itself */
export function userCommand<Options>(
  command: Command,
  examples: readonly string[],
  work: (call: Call<Options>) => Promise<Output | null>,
): void {
  addCallerOptions(command);
  command.option('--json', 'print one line of JSON instead').addHelpText('after', examplesText(examples));
  command.action(async () => {
    const options = command.opts<Options & CallerOptions & { json?: boolean }>();
    const caller = await callerOf(options);
    const account = createAccountApi(apiRoutes, { ...caller, fetch });
    const output = await work({ caller, client: clientOf(caller), account, options, args: command.args });
    if (output !== null) printOutput(output, options);
  });
}

export function addCallerOptions(command: Command): Command {
  return command
    .option(
      '--url <address>',
      `where the service is (default: AFTERIMAGE_URL, else that of the last login, else ${defaultUrl})`,
      serviceAddress,
    )
    .option('--key-file <file>', 'a file that holds the API key (default: AFTERIMAGE_API_KEY, else the kept one)');
}

/** The contract may know families that the client's own table does not yet. */
export const clientOf = (caller: Caller, more: Partial<ConstructorParameters<typeof Afterimage>[0]> = {}): Afterimage =>
  new Afterimage({
    ...caller,
    families: Object.fromEntries(families.map((family) => [family.slug, callingOf(family)])),
    ...more,
  });

/** `status beta ID` and `status ID` are the same: whose family it is, the account knows. */
export async function namedIn({ args, account }: Pick<Call<unknown>, 'args' | 'account'>): Promise<{
  family: FamilySlug;
  id: string;
}> {
  const [first = '', second] = args;
  if (second === undefined)
    return { family: (await account.getGeneration({ id: first })).family as FamilySlug, id: first };
  const family = findFamily(first, families);
  if (family === undefined) {
    throw new Refusal(
      `There is no family ${first}; the families are ${families.map(({ slug }) => slug).join(', ')}.`,
      exitCodes.usage,
    );
  }
  return { family: family.slug as FamilySlug, id: second };
}

/** Adds what `namedIn` reads. */
export const naming = (command: Command): Command =>
  command.argument('<family or id>', 'the id, or its family first').argument('[id]', 'the id, after its family');
