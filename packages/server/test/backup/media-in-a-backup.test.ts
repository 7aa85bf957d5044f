/** What a backup says of media that is not as its row says, and how an archive of many files is read. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createArchive, openArchive } from '../../src/backup/archive.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { listMediaLocations } from '../../src/backup/tables-store.ts';
import { type CopySession, openCopySession } from '../../src/db/copy-session.ts';
import { keepFile } from '../../src/media/keep-files.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { announceObjects } from '../../src/media/objects-store.ts';
import { openMoney } from '../invariants/support/money.ts';
import { testDatabase } from '../support/database.ts';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const keyOf = (id: string) => `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;

test('a backup lists what is damaged and what is gone, and nothing that was never written or has expired', async (t) => {
  const { db, settings: connection } = await testDatabase(t);
  const { accountId } = await openMoney(db, 1_000);
  const folder = await temporaryFolder(t);
  const stores = await openMediaStores({ folder });
  const kept = { accountId, purpose: 'input', type: 'image/png', fileName: 'a.png' } as const;
  async function keep(text: string): Promise<string> {
    const path = join(stores.scratchFolder(), randomUUID());
    await writeFile(path, text);
    return keyOf(await keepFile({ db, stores, mediaDays: 7 }, path, kept));
  }
  const pathOf = (key: string) => join(folder, 'objects', key);
  const [whole, longer, other, gone, expired] = [
    await keep('whole'),
    await keep('longer'),
    await keep('other'),
    await keep('gone'),
    await keep('expired'),
  ];
  await appendFile(pathOf(longer), 'and more');
  await writeFile(pathOf(other), 'OTHER');
  await rm(pathOf(gone));
  await rm(pathOf(expired));
  const past = `update media_objects set expires_at = now() - interval '1 minute' where store_key = $1`;
  await db.query({ text: past }, [expired]);
  const id = randomUUID();
  const unwritten = { ...kept, id, store: stores.keeper.name, storeKey: keyOf(id), bytes: 5, keptDays: 7 };
  await announceObjects(db, [unwritten]);

  const file = join(await temporaryFolder(t), 'afterimage.tar');
  const made = await makeBackup({ connection, stores, version: '1.2.3', key: null }, await createArchive(file));
  assert.deepEqual(made.missing, [gone]);
  assert.deepEqual(made.damaged.toSorted(), [longer, other].toSorted());
  assert.equal(made.media, 3);
  const archive = (await openArchive(file))!;
  t.after(() => archive.close());
  const names = archive.entries.map(({ name }) => name);
  assert.ok([whole, longer, other].every((key) => names.includes(`media/${key}`)));
});

test('an archive gives many files, an empty and a large one among them, without a warning', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'many.tar');
  const contents = [
    Buffer.alloc(0),
    Buffer.alloc(700_001, 'large'),
    ...Array.from({ length: 20 }, (_, n) => Buffer.from(`file ${n}`)),
  ];
  const writer = await createArchive(file);
  for (const [index, content] of contents.entries()) await writer.add(`media/${index}`, content.length, [content]);
  await writer.finish();
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  const archive = (await openArchive(file))!;
  const copy = join(folder, 'copy');
  for (const [index, entry] of archive.entries.entries()) {
    await archive.copyToFile(entry, copy);
    assert.ok((await readFile(copy)).equals(contents[index]!), entry.name);
  }
  await archive.close();
  assert.deepEqual(
    warnings.map(({ message }) => message),
    [],
  );
});

interface Plan {
  Plans?: Plan[];
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
}

test('a list of all media reads each of its rows once, however many pages it has', async (t) => {
  const { db, settings } = await testDatabase(t);
  const { accountId } = await openMoney(db, 1_000);
  const count = 3_500;
  const text = `insert into media_objects (id, account_id, purpose, store_key, content_type, bytes, file_name, kept_for,
      expires_at, sha256)
    select gen_random_uuid(), $1, 'output', md5(n::text), 'image/png', 5, 'a.png', '7 days', now() + interval '7 days', 'x'
    from generate_series(1, $2::integer) n`;
  await db.query({ text }, [accountId, count]);
  await db.query({ text: 'vacuum analyze media_objects' });
  const session = await openCopySession(settings);
  t.after(() => session.close());
  // As where there are so many that a page is cheaper by an index.
  await session.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
  let read = 0;
  const readBy = ({ Plans: parts, ...plan }: Plan): number =>
    parts?.reduce((sum, part) => sum + readBy(part), 0) ?? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  const counting: CopySession = {
    ...session,
    async query<Row>(text: string, values?: unknown[]) {
      type Explained = { 'QUERY PLAN': { Plan: Plan }[] };
      const [explained] = await session.query<Explained>(`explain (analyze, format json) ${text}`, values);
      read += readBy(explained!['QUERY PLAN'][0]!.Plan);
      return session.query<Row>(text, values);
    },
  };
  const keys = (await Array.fromAsync(listMediaLocations(counting))).map(({ store_key: key }) => key);
  assert.equal(new Set(keys).size, count);
  assert.ok(read <= count + 10, `${read} rows were read for ${count}`);
});
