/** Media links: whoever holds one may read one file until it expires, in whole or in part, and nothing else. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openKeyring } from '../../src/accounts/open-keyring.ts';
import { linkSecret } from '../../src/media/link-secret-store.ts';
import { signLink } from '../../src/media/links.ts';
import type { Answer } from '../support/ask.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Made {
  service: TestService;
  url: URL;
  whole: Answer;
  record(): Promise<Record<string, unknown>>;
}

test('media links', async (t) => {
  const made = await makePicture(t);
  await t.test('a link needs no key and serves the file with its type, size and name', () => wholeFile(made));
  await t.test('a range is served as a range', (t) => ranges(t, made));
  await t.test('a reader who has the file already is told so', (t) => conditions(t, made));
  await t.test('a reader who wants the file that it knows gets no other', (t) => preconditions(t, made));
  await t.test('a range of another file than the reader has is answered with the whole one', (t) => ifRange(t, made));
  await t.test('a script of any page may ask for a range and on conditions', (t) => preflights(t, made));
  await t.test('the same link is shown within the hour', () => sameLink(made));
  await t.test('a link that was changed in any part is forged', (t) => forgeries(t, made));
  await t.test('a link that has expired, and a link to a file that was removed, are gone', () => expiries(made));
});

async function makePicture(t: TestContext): Promise<Made> {
  const service = await startTestService(t);
  const { live } = await service.account();
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'R\u00e9d fox, "snow" / night; \u72d0' });
  const id = String(body['task_uuid']);
  assert.equal(await service.ended(id), 'completed');
  const record = async () => (await live.get(`/v1/delta/generations/${id}`)).body;
  const url = new URL(String((await record())['result_image_url']));
  return { service, url, record, whole: await service.ask('GET', url.href) };
}

async function wholeFile({ service, url, whole }: Made) {
  assert.equal(whole.status, 200);
  const { headers } = whole;
  assert.equal(headers['content-type'], 'image/jpeg');
  assert.equal(Number(headers['content-length']), whole.bytes.length);
  assert.match(String(headers['content-disposition']), /^inline; filename="red-fox-snow-night-[0-9a-f]{8}\.jpg"$/);
  assert.equal(headers['accept-ranges'], 'bytes');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  assert.match(String(headers['cache-control']), /private/);
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.match(String(headers['access-control-expose-headers']), /Content-Range/);
  const forged = await service.ask('GET', `${url.href}x`);
  assert.deepEqual([forged.status, forged.headers['access-control-allow-origin']], [403, '*']);

  // Ranges are for GET.
  const head = await service.ask('HEAD', url.href, { headers: { range: 'bytes=0-9' } });
  assert.deepEqual([head.status, head.bytes.length], [200, 0]);
  assert.equal(head.headers['content-length'], headers['content-length']);
  assert.equal((await service.ask('POST', url.href, { body: {} })).status, 405);
}

async function ranges(t: TestContext, { service, url, whole }: Made) {
  const bytes = whole.bytes.length;
  const last = bytes - 1;
  const served: [string, number, number][] = [
    ['bytes=0-99', 0, 99],
    ['BYTES=100-', 100, last],
    ['bytes=-50', bytes - 50, last],
    ['bytes=0-0', 0, 0],
    [`bytes=10-${bytes * 2}`, 10, last],
    [`bytes=-${bytes * 2}`, 0, last],
  ];
  for (const [range, start, end] of served) {
    await t.test(range.replaceAll(/\d{4,}/g, 'N'), async () => {
      const part = await service.ask('GET', url.href, { headers: { range } });
      assert.equal(part.status, 206);
      assert.equal(part.headers['content-range'], `bytes ${start}-${end}/${bytes}`);
      assert.ok(part.bytes.equals(whole.bytes.subarray(start, end + 1)));
    });
  }
  for (const range of [`bytes=${bytes}-`, 'bytes=-0']) {
    await t.test(`${range.replace(String(bytes), 'N')} is outside the file`, async () => {
      const outside = await service.ask('GET', url.href, { headers: { range } });
      assert.equal(outside.status, 416);
      assert.equal(outside.headers['content-range'], `bytes */${bytes}`);
    });
  }
  for (const range of ['bytes=0-1,4-5', 'bytes=9-3', 'bytes=-', 'lines=1-2', 'nonsense']) {
    await t.test(`${range} is answered with the whole file`, async () => {
      const answer = await service.ask('GET', url.href, { headers: { range } });
      assert.equal(answer.status, 200);
      assert.equal(answer.bytes.length, bytes);
    });
  }
}

async function conditions(t: TestContext, { service, url, whole }: Made) {
  const etag = String(whole.headers.etag);
  const modified = String(whole.headers['last-modified']);
  const later = new Date(Date.parse(modified) + 1_000).toUTCString();
  const earlier = new Date(Date.parse(modified) - 1_000).toUTCString();
  const cases: [string, Record<string, string>, number][] = [
    ['its tag', { 'if-none-match': etag }, 304],
    ['its tag as a weak one', { 'if-none-match': `W/${etag}` }, 304],
    ['its tag among others', { 'if-none-match': `"one, two", W/"three",${etag}` }, 304],
    ['any tag', { 'if-none-match': '*' }, 304],
    ['its tag and a range', { 'if-none-match': etag, range: 'bytes=0-9' }, 304],
    ['the time of its making', { 'if-modified-since': modified }, 304],
    ['a later time', { 'if-modified-since': later }, 304],
    ['another tag', { 'if-none-match': '"other"' }, 200],
    ['a tag without its quotes', { 'if-none-match': etag.slice(1, -1) }, 200],
    ['another tag and a later time', { 'if-none-match': '"other"', 'if-modified-since': later }, 200],
    ['an earlier time', { 'if-modified-since': earlier }, 200],
    ['a time that is none', { 'if-modified-since': 'yesterday' }, 200],
  ];
  for (const [name, headers, status] of cases) {
    await t.test(`${name}: ${status}`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await service.ask(method, url.href, { headers });
        assert.deepEqual([answer.status, answer.headers.etag], [status, etag]);
        assert.equal(answer.headers['cache-control'], whole.headers['cache-control']);
        assert.equal(answer.bytes.length, status === 200 && method === 'GET' ? whole.bytes.length : 0);
      }
    });
  }
}

async function preconditions(t: TestContext, { service, url, whole }: Made) {
  const etag = String(whole.headers.etag);
  const modified = String(whole.headers['last-modified']);
  const later = new Date(Date.parse(modified) + 1_000).toUTCString();
  const earlier = new Date(Date.parse(modified) - 1_000).toUTCString();
  const cases: [string, Record<string, string>, number][] = [
    ['its tag', { 'if-match': etag }, 200],
    ['its tag among others', { 'if-match': `"one, two", ${etag}` }, 200],
    ['any tag', { 'if-match': '*' }, 200],
    ['its tag and a range', { 'if-match': etag, range: 'bytes=0-9' }, 206],
    ['another tag', { 'if-match': '"other"' }, 412],
    ['another tag and a range', { 'if-match': '"other"', range: 'bytes=0-9' }, 412],
    ['its tag as a weak one', { 'if-match': `W/${etag}` }, 412],
    ['another tag, of a reader who has it already', { 'if-match': '"other"', 'if-none-match': etag }, 412],
    ['its tag, of a reader who has it already', { 'if-match': etag, 'if-none-match': etag }, 304],
    ['the time of its making', { 'if-unmodified-since': modified }, 200],
    ['a later time', { 'if-unmodified-since': later }, 200],
    ['an earlier time', { 'if-unmodified-since': earlier }, 412],
    ['its tag and an earlier time', { 'if-match': etag, 'if-unmodified-since': earlier }, 200],
    ['a time that is none', { 'if-unmodified-since': 'yesterday' }, 200],
  ];
  for (const [name, headers, status] of cases) {
    await t.test(`${name}: ${status}`, async () => {
      const answer = await service.ask('GET', url.href, { headers });
      assert.deepEqual([answer.status, answer.headers.etag], [status, etag]);
      if (status === 412) assert.deepEqual(Object.keys(answer.body), ['detail']);
    });
  }
}

async function ifRange(t: TestContext, { service, url, whole }: Made) {
  const etag = String(whole.headers.etag);
  const modified = String(whole.headers['last-modified']);
  const cases: [string, string, number][] = [
    ['its tag', etag, 206],
    ['the time of its making', modified, 206],
    ['its tag as a weak one', `W/${etag}`, 200],
    ['another tag', '"other"', 200],
    ['another time', new Date(Date.parse(modified) + 1_000).toUTCString(), 200],
  ];
  for (const [name, condition, status] of cases) {
    await t.test(`${name}: ${status}`, async () => {
      const answer = await service.ask('GET', url.href, { headers: { range: 'bytes=0-9', 'if-range': condition } });
      assert.deepEqual([answer.status, answer.bytes.length], [status, status === 206 ? 10 : whole.bytes.length]);
    });
  }
  const outside = { range: `bytes=${whole.bytes.length}-`, 'if-range': '"other"' };
  assert.equal((await service.ask('GET', url.href, { headers: outside })).status, 200);
}

async function preflights(t: TestContext, { service, url }: Made) {
  const conditions = ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];
  for (const method of ['GET', 'HEAD']) {
    await t.test(method, async () => {
      const asked = await service.ask('OPTIONS', url.href, {
        headers: {
          origin: 'https://page.example',
          'access-control-request-method': method,
          'access-control-request-headers': conditions.join(','),
        },
      });
      assert.deepEqual([asked.status, asked.bytes.length], [204, 0]);
      const said = (name: string) => String(asked.headers[`access-control-${name}`]).toLowerCase().split(', ');
      assert.deepEqual([said('allow-origin'), said('allow-methods')], [['*'], ['get', 'head']]);
      assert.deepEqual(said('allow-headers').sort(), conditions.toSorted());
      assert.ok(Number(said('max-age')[0]) > 0);
    });
  }
  const put = await service.ask('PUT', url.href, { body: {} });
  assert.deepEqual([put.status, put.headers.allow], [405, 'GET, HEAD, OPTIONS']);
  assert.equal((await service.ask('OPTIONS', new URL('/v1/delta/generations', url).href)).status, 405);
}

async function sameLink({ record, url }: Made) {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const [hourBefore, seen, hourAfter] = [hour(), (await record())['result_image_url'], hour()];
  const expires = Number(new URL(String(seen)).searchParams.get('expires')) * 1_000 - Date.now();
  assert.ok(expires >= 24 * 3_600_000 && expires <= 25 * 3_600_000);
  const again = (await record())['result_image_url'];
  if (hourBefore === hourAfter && hour() === hourBefore) assert.equal(again, seen);
  assert.equal(new URL(String(again)).pathname, url.pathname);
}

async function forgeries(t: TestContext, { service, url }: Made) {
  const changed = (change: (forged: URL) => void) => {
    const forged = new URL(url);
    change(forged);
    return forged.href;
  };
  const signature = url.searchParams.get('signature')!;
  const other = signature.startsWith('A') ? 'B' : 'A';
  const [, , objectId = '', fileName] = url.pathname.split('/');
  const flipped = objectId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  const forged: Record<string, string> = {
    'another signature': changed((u) => u.searchParams.set('signature', other + signature.slice(1))),
    'a signature with something after it': changed((u) => u.searchParams.set('signature', `${signature}A`)),
    'no signature': changed((u) => u.searchParams.delete('signature')),
    'a later expiry': changed((u) => u.searchParams.set('expires', '99999999999')),
    'no expiry': changed((u) => u.searchParams.delete('expires')),
    'another file name': changed((u) => {
      u.pathname = `/media/${objectId}/x.html`;
    }),
    'another file': changed((u) => {
      u.pathname = `/media/${flipped}/${fileName}`;
    }),
  };
  for (const [name, href] of Object.entries(forged)) {
    await t.test(name, async () => {
      const answer = await service.ask('GET', href);
      assert.equal(answer.status, 403);
      assert.deepEqual(answer.body, { detail: 'This link was not made by the service', code: 'LINK_INVALID' });
    });
  }
}

async function expiries({ service, url, record }: Made) {
  const gone = {
    detail: 'This link has expired or its file was removed; the status record gives a fresh link',
    code: 'LINK_EXPIRED',
  };
  const [, , objectId = '', fileName = ''] = url.pathname.split('/');
  const secret = await linkSecret({ db: service.db, keyring: await openKeyring(service.db, service.settings) });
  const old = signLink({ publicUrl: service.url, secret, objectId, fileName, expiresAt: new Date(Date.now() - 1_000) });
  const expired = await service.ask('GET', old);
  assert.deepEqual([expired.status, expired.body], [410, gone]);

  await service.db.query({ text: `update media_objects set expires_at = now() - interval '1 second' where id = $1` }, [
    objectId,
  ]);
  const removed = await service.ask('GET', url.href);
  assert.deepEqual([removed.status, removed.body], [410, gone]);
  assert.equal((await record())['status'], 'completed');
}
