/** What the client of a bucket makes of answers that a good server seldom gives. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { type S3Credentials, WrongSettings } from '../../src/config/config.ts';
import { StoreUnavailable } from '../../src/media/media-store.ts';
import { createS3Client } from '../../src/media/s3-client.ts';
import { createS3Store } from '../../src/media/s3-store.ts';
import { createStoreWatch } from '../../src/media/store-watch.ts';
import type { StoreNet, StoreRequest } from '../../src/net/store-net.ts';

const aws: S3Credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'not-to-be-seen',
  sessionToken: null,
  region: 'eu-central-1',
  endpoint: null,
};

type Said = { status: number; body?: string | Readable; headers?: Record<string, string> } | Error;

/** Answers with these in turn, and notes what was asked. */
function scripted(...answers: Said[]) {
  const asked: StoreRequest[] = [];
  const net: StoreNet = {
    async send(order) {
      asked.push(order);
      // A file that nobody reads is opened when its folder may be gone.
      if (order.body instanceof Readable) await order.body.toArray();
      const said = answers.shift();
      if (said === undefined || said instanceof Error) throw said ?? new Error('nothing more was to be asked');
      const body = said.body instanceof Readable ? said.body : Readable.from([Buffer.from(said.body ?? '')]);
      return { status: said.status, body, header: (name) => said.headers?.[name] };
    },
    close: async () => {},
  };
  const storeAt = (name: string, credentials = aws) => createS3Store(name, createS3Client(name, { net, credentials }));
  return { asked, storeAt };
}

test('the bucket stands in the host at AWS, in the path where its name has dots, and in the path elsewhere', async () => {
  const { asked, storeAt } = scripted(...Array.from({ length: 4 }, () => ({ status: 200 })));
  await storeAt('s3://bucket/a/b').head('x');
  await storeAt('s3://buc.ket').head('x');
  await storeAt('s3://bucket', { ...aws, region: 'cn-north-1' }).head('x');
  await storeAt('s3://bucket', { ...aws, endpoint: 'http://127.0.0.1:9000' }).head('x');
  assert.deepEqual(
    asked.map(({ url }) => url),
    [
      'https://bucket.s3.eu-central-1.amazonaws.com/a/b/x',
      'https://s3.eu-central-1.amazonaws.com/buc.ket/x',
      'https://bucket.s3.cn-north-1.amazonaws.com.cn/x',
      'http://127.0.0.1:9000/bucket/x',
    ],
  );
  assert.match(
    asked[0]!.headers['authorization']!,
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\//,
  );
});

test('a temporary key sends its token', async () => {
  const { asked, storeAt } = scripted({ status: 200 });
  await storeAt('s3://bucket', { ...aws, sessionToken: 'token' }).head('x');
  assert.equal(asked[0]!.headers['x-amz-security-token'], 'token');
});

test('trouble of the store is waited out a little; what it refuses is asked once', async () => {
  const { asked, storeAt } = scripted(
    { status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
    new Error('connect ECONNREFUSED'),
    { status: 200, headers: { 'content-length': '3' } },
    { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
  );
  const store = storeAt('s3://bucket');
  assert.deepEqual(await store.head('x'), { bytes: 3 });
  await assert.rejects(store.head('x'), /403 AccessDenied; the key must be allowed/);
  assert.equal(asked.length, 4);
});

test('what a refusal tells of keys and signatures is told to nobody', async () => {
  const body = '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>AKIDEXAMPLE</AWSAccessKeyId></Error>';
  const { storeAt } = scripted({ status: 403, body });
  await assert.rejects(storeAt('s3://bucket').open('x'), (fault: Error) => {
    assert.ok(fault instanceof StoreUnavailable);
    assert.doesNotMatch(JSON.stringify({ ...fault, text: fault.stack }), /AKIDEXAMPLE|not-to-be-seen/);
    return true;
  });
});

test('a bucket that is gone is no missing file', async () => {
  const { storeAt } = scripted({ status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' });
  await assert.rejects(storeAt('s3://bucket').open('x'), StoreUnavailable);
});

test('whether the object or its bucket is gone is asked for where HEAD does not tell', async () => {
  const missing = (code: string) => ({ status: 404, body: `<Error><Code>${code}</Code></Error>` });
  const { asked, storeAt } = scripted({ status: 404 }, missing('NoSuchKey'), { status: 404 }, missing('NoSuchBucket'));
  assert.equal(await storeAt('s3://bucket').head('x'), 'missing');
  await assert.rejects(storeAt('s3://bucket').head('x'), /404 NoSuchBucket; make the bucket first/);
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['HEAD', 'GET', 'HEAD', 'GET'],
  );
});

test('an object that ends before the range is told by its size, and the store is not called unusable', async () => {
  const short = { status: 416, body: '<Error><Code>InvalidRange</Code></Error>' };
  const { storeAt } = scripted(short, { status: 200, headers: { 'content-length': '100' } });
  const opened = await storeAt('s3://bucket').open('x', { start: 200, end: 299 });
  assert.ok(opened !== 'missing');
  assert.deepEqual([opened.bytes, await opened.stream.toArray()], [100, []]);
});

test('a refused look is told with its reason; a key that may list its prefix only is good', async () => {
  const denied = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
  const { asked, storeAt } = scripted({ status: 403 }, denied, { status: 403 }, { status: 200 });
  const store = storeAt('s3://bucket/p');
  await assert.rejects(store.look(), /403 AccessDenied; the key must be allowed to list the bucket/);
  await store.look();
  assert.deepEqual(
    asked.map(({ method, url }) => [method, new URL(url).searchParams.get('prefix')]),
    [
      ['HEAD', null],
      ['GET', 'p/'],
      ['HEAD', null],
      ['GET', 'p/'],
    ],
  );
});

test('a key that may read and write but not list stops the start, with what it lacks', async (t) => {
  const scratchFolder = await mkdtemp(join(tmpdir(), 's3-client-'));
  t.after(() => rm(scratchFolder, { recursive: true }));
  const denied = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
  const found = { status: 200, headers: { 'content-length': '5' } };
  const { storeAt } = scripted({ status: 200 }, found, { status: 204 }, { status: 403 }, denied);
  const stores = { keeper: storeAt('s3://bucket/p'), scratchFolder: () => scratchFolder };
  await assert.rejects(createStoreWatch(stores, { everyMilliseconds: 60_000 }), (fault: Error) => {
    assert.ok(fault instanceof WrongSettings);
    assert.match(fault.message, /must be allowed to list the bucket/);
    return true;
  });
});

test('a copy that breaks off is fetched again, and one whose bytes are others is no copy', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 's3-client-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'copy');
  async function* cutOff() {
    yield Buffer.from('hel');
    throw new Error('socket hang up');
  }
  // The digest of "hello".
  const digest = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  const headers = { 'x-amz-meta-sha256': digest };
  const { storeAt } = scripted(
    { status: 200, body: Readable.from(cutOff()), headers },
    { status: 200, body: 'hello', headers },
    { status: 200, body: 'hallo', headers },
  );
  assert.equal(await storeAt('s3://bucket').copyToFile('x', file), 'copied');
  assert.equal(await readFile(file, 'utf8'), 'hello');
  await assert.rejects(storeAt('s3://bucket').copyToFile('x', file), /other bytes/);
  await assert.rejects(readFile(file));
});

test('a listing is read page by page, without the prefix, and with every character of its names', async () => {
  const entry = (key: string, size: number) =>
    `<Contents><Key>${key}</Key><LastModified>2026-11-17T10:00:00.000Z</LastModified><Size>${size}</Size></Contents>`;
  const { asked, storeAt } = scripted(
    {
      status: 200,
      body: `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a/b+c=</NextContinuationToken>${entry('p/one', 1)}</ListBucketResult>`,
    },
    {
      status: 200,
      body: `<ListBucketResult><IsTruncated>false</IsTruncated>${entry('p/', 0)}${entry('p/t&amp;w&#39;o', 2)}</ListBucketResult>`,
    },
  );
  const listed = await Array.fromAsync(storeAt('s3://bucket/p').list());
  const modifiedAt = new Date('2026-11-17T10:00:00.000Z');
  assert.deepEqual(listed, [
    { key: 'one', bytes: 1, modifiedAt },
    { key: "t&w'o", bytes: 2, modifiedAt },
  ]);
  assert.equal(new URL(asked[1]!.url).searchParams.get('continuation-token'), 'a/b+c=');
});
