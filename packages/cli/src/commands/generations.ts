/** `afterimage status`, `wait`, `list`, `cancel`, `download`, `balance`: what was submitted, from the shell. */
import type { AnyRecord, FamilySlug, Status } from '@afterimage/client';
import { listAll, statuses } from '@afterimage/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { duration, familyOption } from '../arguments.ts';
import { type Call, clientOf, namedIn, naming, userCommand } from '../calling/user-command.ts';
import { Refusal } from '../exit-codes.ts';
import { previewOf } from '../generate/preview.ts';
import { createProgress } from '../generate/progress.ts';
import { checkWritable, save } from '../generate/save.ts';
import { listenForStop } from '../generate/stop-waiting.ts';
import { usualSecondsFrom } from '../generate/usual-seconds.ts';
import { previewOption, waitAndTell } from '../generate/wait-and-tell.ts';
import { facts, type Output, table } from '../output.ts';

export function addGenerationsCommands(program: Command): void {
  const outputOption = () =>
    new Option('--output <file>', 'save the media there, a file or a folder; - is standard output');
  userCommand(
    naming(program.command('status').description('a generation as it stands')),
    ['status 0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37', 'status beta 0199a3c4-… --json'],
    async (call: Call<object>) => shown(await lookedAt(call)),
  );
  userCommand(
    naming(program.command('wait').description('wait until a generation has ended'))
      .addOption(outputOption())
      .addOption(previewOption())
      .option('--timeout <time>', 'wait no longer than that, such as 90s or 10m', duration),
    ['wait 0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37', 'wait beta 0199a3c4-… --output fox.mp4 --timeout 10m'],
    wait,
  );
  userCommand(
    program
      .command('list')
      .description('generations of every family, newest first')
      .addOption(familyOption('only of this one'))
      .addOption(new Option('--status <status>', 'only those').choices(statuses))
      .option(
        '--limit <count>',
        `how many, ${listAll.limitMin} to ${listAll.limitMax}`,
        wholeNumber,
        listAll.limitDefault,
      )
      .option('--cursor <cursor>', 'go on where a page ended'),
    ['list', 'list --family beta --status failed --limit 5', 'list --json'],
    list,
  );
  userCommand(
    naming(
      program
        .command('cancel')
        .description('end a generation that has not ended; its price comes back unless a paid engine may have it'),
    ),
    ['cancel 0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37', 'cancel beta 0199a3c4-…'],
    cancel,
  );
  userCommand(
    naming(program.command('download').description('save the media of a completed generation'))
      .addOption(outputOption())
      .addOption(previewOption()),
    ['download 0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37', 'download beta 0199a3c4-… --output - > fox.mp4'],
    download,
  );
  userCommand(program.command('balance').description("the account's balance"), ['balance', 'balance --json'], balance);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

async function lookedAt(call: Call<object>): Promise<AnyRecord> {
  const { family: slug, id } = await namedIn(call);
  return call.client.status(slug, id);
}

function shown(record: AnyRecord): Output {
  const { family: slug, id, status, media_url, failure_code } = record;
  const lines: [string, string][] = [
    ['id', id],
    ['family', slug],
    ['status', status],
    ...(failure_code === null ? [] : ([['failed with', failure_code]] as [string, string][])),
    ...(media_url === null ? [] : ([['media', media_url]] as [string, string][])),
  ];
  return { json: { ...record }, text: facts(lines) };
}

async function wait(call: Call<{ output?: string; timeout?: number; preview?: boolean }>): Promise<null> {
  const { caller, account, options } = call;
  if (options.output !== undefined) await checkWritable(options.output);
  const { family: slug, id } = await namedIn(call);
  const progress = createProgress({
    stream: process.stderr,
    usualSeconds: usualSecondsFrom(account, slug),
    now: Date.now,
  });
  const stopping = listenForStop(options.timeout);
  const client = clientOf(caller, { onTrouble: progress.trouble });
  const { json = false, output, preview = false } = options;
  await waitAndTell({ client, caller, family: slug, id, json, output, preview, progress, stopping });
  return null;
}

async function list(call: Call<{ family?: { slug: string }; status?: Status; limit: number; cursor?: string }>) {
  const { client, options } = call;
  const { items, next } = await client.list({
    limit: options.limit,
    ...(options.family !== undefined && { family: options.family.slug as FamilySlug }),
    ...(options.status !== undefined && { status: options.status }),
    ...(options.cursor !== undefined && { cursor: options.cursor }),
  });
  const rows = items.map(({ id, family: slug, status, failure_code, prompt }) => [
    id,
    slug,
    failure_code ?? status,
    firstWords(prompt),
  ]);
  const more = next === null ? '' : `\nMore: afterimage list --cursor ${next}`;
  return {
    json: { items, next },
    text: items.length === 0 ? 'There are none.' : `${table(['ID', 'FAMILY', 'STATUS', 'PROMPT'], rows)}${more}`,
  };
}

const firstWords = (prompt: string): string => {
  const line = prompt.replace(/\s+/g, ' ');
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
};

async function cancel(call: Call<object>): Promise<Output> {
  const { family: slug, id } = await namedIn(call);
  const record = await call.client.cancel(slug, id);
  const isCancelled = record.failure_code === 'CANCELLED';
  const text = isCancelled ? `The generation ${id} is cancelled.` : `The generation ${id} had ended: ${record.status}.`;
  return { json: { ...record }, text };
}

async function download(call: Call<{ output?: string; preview?: boolean }>): Promise<Output | null> {
  const { client, options } = call;
  const { output = '.', preview = false } = options;
  await checkWritable(output);
  const record = await lookedAt(call);
  if (record.media_url === null) throw new Refusal(`There is nothing to download: the generation is ${record.status}.`);
  const progress = createProgress({ stream: process.stderr, usualSeconds: () => undefined, now: Date.now });
  if (preview) await previewOf(record, call);
  const file = await save({ client, record, output, progress, stopping: listenForStop(undefined) });
  return file === null ? null : { json: { ...record, file }, text: file };
}

async function balance({ client }: Call<object>): Promise<Output> {
  const { balance: amount, currency } = await client.balance();
  return { json: { balance: amount, currency }, text: `${amount} ${currency}` };
}
