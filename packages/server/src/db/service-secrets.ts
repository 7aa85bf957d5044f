/** What every process of a service must agree on and no operator has to choose: drawn once, kept sealed in the database. */
import { isSealed, type Keyring } from './keyring.ts';
import type { Db } from './postgres.ts';

/** Whoever comes first draws it; should two come first, both get the one that was kept. */
export async function agreedSecret(
  { db, keyring }: { db: Db; keyring: Keyring },
  name: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const context = contextOf(name);
  const seal = (secret: Buffer) => Buffer.from(keyring.seal(secret.toString('base64'), context));
  if ((await findKept(db, name)) === undefined) {
    await db.query(
      { text: 'insert into service_secrets (name, value) values ($1, $2) on conflict (name) do nothing' },
      [name, seal(await draw())],
    );
  }
  const kept = (await findKept(db, name))!;
  const secret = opened(keyring, kept, context);
  // Of a version before this one, or of a key that is to go.
  if (!kept.toString('latin1').startsWith(keyring.newestMark)) {
    await db.query({ text: 'update service_secrets set value = $2 where name = $1 and value = $3' }, [
      name,
      seal(secret),
      kept,
    ]);
  }
  return secret;
}

/** Undefined where nobody has drawn it yet; nothing is changed. */
export async function keptSecret(
  { db, keyring }: { db: Db; keyring: Keyring },
  name: string,
): Promise<Buffer | undefined> {
  const kept = await findKept(db, name);
  return kept && opened(keyring, kept, contextOf(name));
}

const contextOf = (name: string): string => `service secret ${name}`;

const opened = (keyring: Keyring, kept: Buffer, context: string): Buffer =>
  isSealedValue(kept) ? Buffer.from(keyring.open(kept.toString(), context), 'base64') : kept;

const isSealedValue = (kept: Buffer): boolean => isSealed(kept.toString('latin1'));

async function findKept(db: Db, name: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ value: Buffer }>({ text: 'select value from service_secrets where name = $1' }, [
    name,
  ]);
  return row?.value;
}

/** Whether a key was in use here before, which only a process that has it may go on from. */
export async function anythingIsSealed(db: Db): Promise<boolean> {
  const rows = await db.query({
    text: `select from service_secrets where starts_with(encode(value, 'escape'), 'sealed:')
      union all select from webhook_secrets where starts_with(secret, 'sealed:') limit 1`,
  });
  return rows.length > 0;
}
