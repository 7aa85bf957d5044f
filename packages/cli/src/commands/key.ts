/** `afterimage key …`: API keys. */
import { counted, keysMax } from '@afterimage/contract';
import {
  listKeys,
  overlapSecondsDefault,
  requestKey,
  revokeKey,
  rotateKey,
} from '@afterimage/server/accounts/api-keys';
import { type Command, Option } from 'commander';
import { duration, keyName, lifetime } from '../arguments.ts';
import { Refusal } from '../exit-codes.ts';
import { noteAct } from '../note-operator-change.ts';
import { accountInMode, accountNamed, type Given, operation } from '../operation.ts';
import { bold, dim, facts, moment, table } from '../output.ts';

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys: make, list, rotate, revoke');
  operation(
    key
      .command('create')
      .description('make a key; it is shown once, here')
      .requiredOption('--account <email>', 'whose')
      .requiredOption('--name <text>', 'what you will know it by', keyName)
      .option('--sandbox', 'a key for the sandbox: play money, scenarios in prompts')
      .option('--expires <time>', 'how long it works, such as 90d (default: until revoked)', lifetime),
    [
      'key create --account ada@example.com --name laptop',
      'key create --account ada@example.com --name tests --sandbox --json',
    ],
    create,
  );
  operation(
    key.command('list').description("an account's keys, of both modes").requiredOption('--account <email>', 'whose'),
    ['key list --account ada@example.com'],
    list,
  );
  operation(
    key
      .command('rotate')
      .description('make a successor; the old key works on for the overlap')
      .requiredOption('--id <id>', 'which; `key list` shows it')
      .addOption(
        new Option('--overlap <time>', 'such as 24h, 30m, 7d or 0')
          .default(overlapSecondsDefault, '24h')
          .argParser(duration),
      ),
    ['key rotate --id 0199a4a0-5d2e-7c1b-9a55-3f0e8a7d6c21', 'key rotate --id 0199a4a0-… --overlap 7d'],
    rotate,
  );
  operation(
    key
      .command('revoke')
      .description('end a key: every process refuses it within a second')
      .requiredOption('--id <id>', 'which; `key list` shows it'),
    ['key revoke --id 0199a4a0-5d2e-7c1b-9a55-3f0e8a7d6c21'],
    revoke,
  );
}

type CreateOptions = { account: string; name: string; sandbox?: boolean; expires?: number };

async function create({ db, options }: Given<CreateOptions>) {
  const { id: accountId, liveId, mode } = await accountInMode(db, options);
  const expiresAt = options.expires === undefined ? null : new Date(Date.now() + options.expires * 1000);
  const made = await db.transaction(async (tx) => {
    const creation = await requestKey(tx, { accountId, mode, name: options.name, expiresAt });
    if (creation.outcome === 'created') {
      await noteAct(tx, { action: 'createKey', subject: liveId, detail: { id: creation.id, mode } });
    }
    return creation;
  });
  if (made.outcome === 'too_many') throw tooMany();
  const { key, id } = made;
  return {
    json: { key, id },
    text: [
      bold(mode === 'sandbox' ? 'Sandbox key created' : 'Key created'),
      facts([
        ['key', key],
        ['id', id],
        ['works until', expiresAt === null ? 'revoked' : moment(expiresAt)],
      ]),
      dim('Copy it now: it is not shown again.'),
    ].join('\n'),
  };
}

async function list({ db, options }: Given<{ account: string }>) {
  const { id, sandboxId } = await accountNamed(db, options.account);
  const keys = await listKeys(db, [id, sandboxId], new Date());
  const rows = keys.map((key) => [
    key.name,
    `…${key.last4}`,
    key.mode,
    key.state,
    moment(key.expiresAt),
    moment(key.lastUsedAt),
    key.id,
  ]);
  return {
    json: {
      keys: keys.map((key) => ({
        id: key.id,
        name: key.name,
        last4: key.last4,
        mode: key.mode,
        state: key.state,
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
        last_used_at: key.lastUsedAt,
      })),
    },
    text:
      keys.length === 0
        ? `${options.account} has no keys yet.`
        : table(['NAME', 'KEY', 'MODE', 'STATE', 'EXPIRES', 'LAST USED', 'ID'], rows),
  };
}

async function rotate({ db, options }: Given<{ id: string; overlap: number }>) {
  const order = { id: options.id, overlapSeconds: options.overlap, now: new Date() };
  const rotation = await db.transaction(async (tx) => {
    const made = await rotateKey(tx, order);
    if (made.outcome === 'rotated') {
      await noteAct(tx, { action: 'rotateKey', subject: options.id, detail: { id: made.id } });
    }
    return made;
  });
  if (rotation.outcome === 'not_found') throw noSuchKey(options.id);
  if (rotation.outcome === 'dashboards_own') {
    throw new Refusal(`The key ${options.id} is the dashboard's own, and nobody holds it: there is nothing to rotate.`);
  }
  if (rotation.outcome === 'too_many') throw tooMany();
  if (rotation.outcome === 'not_active') {
    throw new Refusal(`The key ${options.id} has ended, so there is nothing to rotate; make one with \`key create\`.`);
  }
  const { key, id, oldExpiresAt } = rotation;
  return {
    json: { key, id },
    text: [
      bold('Key rotated'),
      facts([
        ['new key', key],
        ['id', id],
        ['old key works until', moment(oldExpiresAt)],
      ]),
      dim('Copy it now: it is not shown again.'),
    ].join('\n'),
  };
}

async function revoke({ db, options }: Given<{ id: string }>) {
  const revokedAt = await db.transaction(async (tx) => {
    const at = await revokeKey(tx, options.id);
    if (at !== undefined) await noteAct(tx, { action: 'revokeKey', subject: options.id, detail: {} });
    return at;
  });
  if (revokedAt === undefined) throw noSuchKey(options.id);
  return {
    json: { id: options.id, revoked_at: revokedAt },
    text: `The key ${options.id} is revoked since ${moment(revokedAt)}; generations already accepted run on.`,
  };
}

const noSuchKey = (id: string) =>
  new Refusal(`There is no key ${id}; \`afterimage key list\` shows an account's keys.`);

const tooMany = () =>
  new Refusal(`An account has at most ${counted(keysMax)} working keys; end one with \`afterimage key revoke\` first.`);
