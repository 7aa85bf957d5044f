/** The frame of every command that calls a running service: where it is, the key, the client, the answer in the form asked for. */
import {
  type AccountApi,
  Afterimage,
  createAccountApi,
  type FamilySlug,
  Refusal as ServiceRefusal,
} from '@afterimage/client';
import { callingOf, families, findFamily } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import type { Command } from 'commander';
import { exitCodes, Refusal } from '../exit-codes.ts';
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
    const call = { caller, client: clientOf(caller), account, options, args: command.args };
    const output = await reaching(caller.baseUrl, () => work(call));
    if (output !== null) printOutput(output, options);
  });
}

/** Whoever is told that nothing answers needs to know where. */
export async function reaching<Result>(baseUrl: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof ServiceRefusal) || fault.status !== 0) throw fault;
    throw new Refusal(`The service at ${baseUrl} cannot be reached; --url names another.`);
  }
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
