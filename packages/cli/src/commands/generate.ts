/** `afterimage generate <family>`: one generation over HTTP, as any caller of the service would ask for it. */
import { createAccountApi } from '@afterimage/client';
import { type Family, families } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import { type Command, Option } from 'commander';
import { duration } from '../arguments.ts';
import { type CallerOptions, callerOf } from '../calling/caller.ts';
import { addCallerOptions } from '../calling/user-command.ts';
import { exitCodes } from '../exit-codes.ts';
import { bodyOf } from '../generate/body.ts';
import { type Flag, flagsOf } from '../generate/flags.ts';
import { createProgress } from '../generate/progress.ts';
import { checkWritable } from '../generate/save.ts';
import { listenForStop } from '../generate/stop-waiting.ts';
import { submitAndWait } from '../generate/submit-and-wait.ts';
import { usualSecondsFrom } from '../generate/usual-seconds.ts';
import { previewOption } from '../generate/wait-and-tell.ts';
import { examplesText } from '../operation.ts';

export function addGenerateCommands(program: Command): void {
  const generate = program
    .command('generate')
    .description('make a video or a picture with a running service, and wait for it')
    // The program's own `--version` is not meant here: alpha has a field of that name.
    .configureHelp({ showGlobalOptions: false })
    .on('command:*', ([name]) =>
      generate.error(
        `error: there is no family ${name}; the families are ${families.map(({ slug }) => slug).join(', ')}`,
      ),
    );
  for (const family of families) addFamilyCommand(generate, family);
}

export function addFamilyCommand(generate: Command, family: Family): void {
  const flags = flagsOf(family);
  const command = generate
    .command(family.slug)
    .aliases(otherNames(family))
    .description(family.summary)
    .argument('[prompt]', 'the same as --prompt; - is standard input, @file what a file holds');
  command.optionsGroup('Fields of the request:');
  for (const option of flags.flatMap(({ options }) => options)) command.addOption(option);
  addCallerOptions(command.optionsGroup('Options:'))
    .addOption(previewOption().conflicts('wait'))
    .addOption(
      new Option(
        '--output <file>',
        'save the finished media there, a file or a folder; - is standard output',
      ).conflicts('wait'),
    )
    .option('--timeout <time>', 'wait no longer than that, such as 90s or 10m', duration)
    .option('--no-wait', 'print the answer to the submit and leave')
    .option('--json', 'print the record of the service as one line of JSON')
    .addHelpText('after', examplesText(examplesOf(family)))
    .addHelpText('after', exitCodesText)
    .action((prompt: string | undefined, options: GenerateOptions) =>
      generateWith(family, flags, withPrompt(command, prompt, options)),
    );
}

const exitCodesText = `
The link to the finished media is printed, or with --json the record.
Exit codes: 0 done, 1 failure, ${exitCodes.usage} called wrongly, ${exitCodes.generationFailed} the generation failed, \
${exitCodes.notAuthenticated} no good API key, ${exitCodes.balanceTooLow} the balance is too low,
${exitCodes.timedOut} the time is up, ${exitCodes.interrupted} interrupted; after the last two the generation goes on.`;

/** As `findFamily` knows it elsewhere: `o3-video`, `alpha/o3-video`. */
function otherNames({ slug, path }: Family): string[] {
  const name = path.replace('/v1/', '');
  return [name.slice(name.lastIndexOf('/') + 1), name].filter((alias) => alias !== slug);
}

function examplesOf({ slug, output, schemas }: Family): string[] {
  const [example] = schemas.request['examples'] as [{ prompt: string }];
  const line = `generate ${slug} '${example.prompt}'`;
  const file = `result.${output === 'video' ? 'mp4' : 'jpg'}`;
  return [line, `${line} --output ${file}`, `generate ${slug} --prompt - --output - < words.txt > ${file}`];
}

/** The prompt may stand by itself, as what a command is mostly called with. */
function withPrompt(command: Command, prompt: string | undefined, options: GenerateOptions): GenerateOptions {
  const byFlag = options['prompt'];
  if (prompt !== undefined && byFlag !== undefined) command.error('error: the prompt is given twice');
  if (prompt === undefined && byFlag === undefined)
    command.error('error: missing the prompt: add it in quotes, or --prompt <text>');
  return { ...options, prompt: prompt ?? byFlag };
}

interface GenerateOptions extends CallerOptions, Readonly<Record<string, unknown>> {
  url?: string;
  keyFile?: string;
  preview?: boolean;
  output?: string;
  timeout?: number;
  wait: boolean;
  json?: boolean;
}

async function generateWith(family: Family, flags: readonly Flag[], options: GenerateOptions): Promise<void> {
  const { output, wait, json = false, timeout, preview = false } = options;
  const caller = await callerOf(options);
  const body = await bodyOf(family, flags, options);
  if (output !== undefined) await checkWritable(output);
  const account = createAccountApi({ listGenerations: apiRoutes.listGenerations }, { ...caller, fetch });
  const usualSeconds = wait ? usualSecondsFrom(account, family.slug) : () => undefined;
  const progress = createProgress({ stream: process.stderr, usualSeconds, now: Date.now });
  const stopping = listenForStop(timeout);
  await submitAndWait({ family, caller, body, wait, json, output, preview, progress, stopping });
}
