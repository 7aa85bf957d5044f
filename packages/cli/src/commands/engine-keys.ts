/** `afterimage engines key …`: the keys of workers that fetch their work. */
import { type EnginesText, loadEnginesText } from '@afterimage/server/config/config';
import { createEngineKey, listEngineKeys, revokeEngineKey } from '@afterimage/server/pull/keys';
import { type Command, InvalidArgumentError } from 'commander';
import { Refusal } from '../exit-codes.ts';
import { noteAct } from '../note-operator-change.ts';
import { type Given, operation } from '../operation.ts';
import { bold, dim, facts, moment, table } from '../output.ts';

export function addEngineKeyCommands(engines: Command): void {
  const key = engines.command('key').description('keys of pull workers: make, list, revoke');
  operation(
    key
      .command('create')
      .description('make a key for one worker of an engine of kind pull; it is shown once, here')
      .requiredOption('--engine <name>', "the engine's name in engines.yaml", engineName),
    ['engines key create --engine farm', 'engines key create --engine farm --json'],
    create,
  );
  operation(
    key.command('list').description('the keys there are').option('--engine <name>', 'of this engine only', engineName),
    ['engines key list', 'engines key list --engine farm'],
    list,
  );
  operation(
    key
      .command('revoke')
      .description('end a key: its worker is refused at once, and what it was working on goes to another')
      .requiredOption('--id <id>', 'which; `engines key list` shows it'),
    ['engines key revoke --id 0199a4a0-5d2e-7c1b-9a55-3f0e8a7d6c21'],
    revoke,
  );
}

function engineName(text: string): string {
  if (/^[A-Za-z][\w-]{0,39}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a letter, then at most 39 letters, digits, - or _.');
}

async function create({ db, settings, options }: Given<{ engine: string }>) {
  const isNamed = await findEngine(options.engine, loadEnginesText(settings));
  const { key, id } = await db.transaction(async (tx) => {
    const made = await createEngineKey(tx, options.engine);
    await noteAct(tx, { action: 'createEngineKey', subject: options.engine, detail: { id: made.id } });
    return made;
  });
  return {
    json: { key, id },
    text: [
      bold(`Key for a worker of ${options.engine} created`),
      facts([
        ['key', key],
        ['id', id],
      ]),
      dim('Copy it now: it is not shown again. Give every worker a key of its own.'),
      ...(isNamed ? [] : [`There is no work for it until engines.yaml names ${options.engine}, of kind pull.`]),
    ].join('\n'),
  };
}

/**
 * A worker with a key for none would wait for work that never comes. False without a file that can be read: it may be
 * written after the key, and nobody can tell which engines there will be, but that none has the name of an embedded one.
 */
async function findEngine(engine: string, text: EnginesText | null): Promise<boolean> {
  const { namedEngines } = await import('@afterimage/server/engines/engines-file');
  const named = text === null ? null : namedEngines(text.text);
  if (text === null || named === null) {
    const { embeddedTable } = await import('@afterimage/server/engines/embedded-table');
    if (embeddedTable.every(({ name }) => name !== engine)) return false;
    throw new Refusal(`${engine} is an embedded engine: it has no workers elsewhere.`);
  }
  if (named.get(engine) === 'pull') return true;
  const pulls = [...named].flatMap(([name, kind]) => (kind === 'pull' ? [name] : []));
  const there = pulls.length === 0 ? 'none of its engines is' : `those it names are ${pulls.join(', ')}`;
  throw new Refusal(`${text.file} names no engine ${engine} of kind pull; ${there}.`);
}

async function list({ db, options }: Given<{ engine?: string }>) {
  const keys = (await listEngineKeys(db, options.engine ?? null)).map((key) => ({
    ...key,
    state: key.revoked_at === null ? 'active' : 'revoked',
  }));
  const rows = keys.map((key) => [key.engine, `…${key.last4}`, key.state, moment(key.last_used_at), key.id]);
  return {
    json: {
      keys: keys.map(({ id, engine, last4, state, created_at, revoked_at, last_used_at }) => ({
        id,
        engine,
        last4,
        state,
        created_at,
        revoked_at,
        last_used_at,
      })),
    },
    text: keys.length === 0 ? 'There are no keys yet.' : table(['ENGINE', 'KEY', 'STATE', 'LAST USED', 'ID'], rows),
  };
}

async function revoke({ db, options }: Given<{ id: string }>) {
  const revokedAt = await db.transaction(async (tx) => {
    const at = await revokeEngineKey(tx, options.id);
    if (at !== undefined) await noteAct(tx, { action: 'revokeEngineKey', subject: options.id, detail: {} });
    return at;
  });
  if (revokedAt === undefined) {
    throw new Refusal(`There is no key ${options.id}; \`afterimage engines key list\` shows those there are.`);
  }
  return {
    json: { id: options.id, revoked_at: revokedAt },
    text: `The key ${options.id} is revoked since ${moment(revokedAt)}; what its worker was working on goes to another.`,
  };
}
