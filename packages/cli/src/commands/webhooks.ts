/** `afterimage webhooks …`: events on this machine without a public address, and deliveries sent again. */
import { createHmac } from 'node:crypto';
import { type FamilySlug, forwardWebhook, type GenerationEvent, Refusal as ServiceRefusal } from '@afterimage/client';
import { families, isId, webhookSecretPrefix } from '@afterimage/contract';
import type { Command } from 'commander';
import { familyOption } from '../arguments.ts';
import { serviceAddress } from '../calling/caller.ts';
import { type Call, userCommand } from '../calling/user-command.ts';
import { exitCodes, Refusal } from '../exit-codes.ts';
import { listenForStop } from '../generate/stop-waiting.ts';
import { bold, dim, jsonLine } from '../output.ts';

export function addWebhooksCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('events on this machine; deliveries sent again');
  userCommand(
    webhooks
      .command('listen')
      .description('post the end of every generation to an address that only you can reach, signed; Ctrl-C ends it')
      .requiredOption('--forward-to <address>', 'such as http://localhost:3000/hook', serviceAddress)
      .addOption(familyOption('only of this one'))
      .option('--after <cursor>', 'begin with what came after this; each line tells its cursor with --json'),
    [
      'webhooks listen --forward-to http://localhost:3000/hook',
      'webhooks listen --forward-to http://localhost:3000/hook --family beta --json',
    ],
    listen,
  );
  userCommand(
    webhooks
      .command('redeliver')
      .description('send a webhook once more, with the same id and bytes')
      .argument('<id>', 'of a delivery, or of a generation, whose deliveries are all sent'),
    ['webhooks redeliver 0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37'],
    redeliver,
  );
}

/** Of one key always the same, so that a receiver is told once; nobody without the key can work it out. */
const secretOf = (apiKey: string): string =>
  `${webhookSecretPrefix}${createHmac('sha256', apiKey).update('afterimage webhooks listen').digest('base64')}`;

type ListenOptions = { forwardTo: string; family?: { slug: string }; after?: string };

async function listen({ client, caller, options }: Call<ListenOptions>): Promise<null> {
  const { forwardTo, after, json = false } = options;
  const secret = secretOf(caller.apiKey);
  const say = (fields: object, text: string) => process.stdout.write(`${json ? jsonLine(fields) : text}\n`);
  say(
    { secret, forward_to: forwardTo },
    `${bold(`Listening at ${caller.baseUrl}`)}, forwarding to ${forwardTo}\nsigned with ${secret}`,
  );
  const { signal, stoppedBy } = listenForStop(undefined);
  const slug = options.family?.slug as FamilySlug | undefined;
  const following = { signal, ...(slug !== undefined && { family: slug }), ...(after !== undefined && { after }) };
  try {
    for await (const event of client.events(following)) {
      if (event.status !== 'completed' && event.status !== 'failed') continue;
      const { status, milliseconds, error } = await forward(event, { forwardTo, secret });
      const { family: of, id, cursor } = event;
      const answer = error ?? `${status} in ${milliseconds} ms`;
      say(
        { family: of, id, status: event.status, cursor, answer_status: status, milliseconds, error },
        `${dim(new Date().toTimeString().slice(0, 8))}  ${event.status.padEnd(9)}  ${of}  ${id}  -> ${answer}`,
      );
    }
  } catch (fault) {
    // Ctrl-C is how it is meant to end.
    if (stoppedBy() === undefined) throw unknownEvents(fault, caller.baseUrl);
  }
  return null;
}

function unknownEvents(fault: unknown, baseUrl: string): unknown {
  if (!(fault instanceof ServiceRefusal) || fault.status !== 404) return fault;
  return new Refusal(`The service at ${baseUrl} is too old to listen to: it has no /v1/events.`);
}

async function forward(event: GenerationEvent, { forwardTo, secret }: { forwardTo: string; secret: string }) {
  const begun = performance.now();
  const body = JSON.stringify(webhookBody(event));
  try {
    const status = await forwardWebhook(forwardTo, { id: `listen_${event.id}`, body, secret });
    return { status, milliseconds: Math.round(performance.now() - begun), error: null };
  } catch {
    return { status: null, milliseconds: null, error: `nothing answers at ${forwardTo}` };
  }
}

/** What the family's webhook carries of its record. */
function webhookBody({ family: slug, record }: GenerationEvent): object {
  const known = families.find((each) => each.slug === slug);
  if (known === undefined) return record;
  const { properties } = known.schemas.webhook as { properties: Record<string, unknown> };
  const values = record as unknown as Record<string, unknown>;
  return Object.fromEntries(Object.keys(properties).map((name) => [name, values[name]]));
}

async function redeliver({ account, args: [id = ''] }: Call<object>) {
  const ids = await deliveriesNamed(account, id);
  for (const each of ids) await account.redeliver({ id: each });
  return {
    json: { redelivered: ids },
    text:
      ids.length === 1 ? `The delivery ${ids[0]} is sent once more.` : `${ids.length} deliveries are sent once more.`,
  };
}

async function deliveriesNamed(account: Call<object>['account'], id: string): Promise<string[]> {
  if (!isId(id)) {
    throw new Refusal(
      `"${id}" is no id of a delivery or a generation; \`afterimage list\` shows ids.`,
      exitCodes.usage,
    );
  }
  try {
    return [(await account.getDelivery({ id })).id];
  } catch (fault) {
    if (!(fault instanceof ServiceRefusal) || fault.status !== 404) throw fault;
  }
  const { items } = await account.listDeliveries({ query: { generation: id } });
  if (items.length === 0) throw new Refusal(`There is no delivery ${id}, and no generation of that id that has one.`);
  return items.map((delivery) => delivery.id);
}
