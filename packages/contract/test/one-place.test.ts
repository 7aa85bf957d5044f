/** A limit stands in the contract and nowhere else: reads every other package for values and patterns that say one again. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as events from '../src/events.ts';
import * as ids from '../src/ids.ts';
import * as limits from '../src/limits.ts';
import { statuses } from '../src/states.ts';
import { inWords } from '../src/words.ts';
import { type Known, known, measuresOf, numbersOf, restatedAmong } from './support/restated-limits.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.startsWith('packages/contract/'),
);
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const numbers = new Map([...sources].map(([file, text]) => [file, numbersOf(file, text)]));

/** What looks like a limit and is none, by its file, the names beside it and how it is written; each with the reason. */
const others: Record<string, string> = {
  'studio/provenance/earlier.ts: bytes subarray 24': 'where the kind of a box ends in a file',
  'studio/provenance/signer.ts: RSA_BITS_MIN 2048': 'bits of a key',
  'studio/media/invalid-media.ts: IMAGE_PIXELS_MAX 50_000_000':
    'the studio stands alone and guards itself; below it is held to the limit',
  'studio/encoders/node-av-reference.ts: matrix length 36': 'what FFmpeg tells of a turned picture',
  'server/media/media-store.ts: keyLengthMax 200': 'the longest name of a file in a store',
  'server/media/inspect/child.ts: memoryBytesMax 1_000_000_000': 'bytes of memory, and the limit counts pixels',
  'server/media/inspect/inspector.ts: decodeMilliseconds 10_000': 'how long looking at an image may take',
  'server/media/inspect/inspector.ts: denseMilliseconds 3 * decodeMilliseconds': 'the same of a dense one',
  'server/http/body/form-intake.ts: fieldNameSize 200': 'the longest name of a field in a form',
  'server/engines/media/make-ours.ts: restsMilliseconds 3_000': 'between tries to fetch what was paid for',
  'server/engines/fal/fal-hook.ts: keysKeptMilliseconds 86_400_000':
    'how long the keys that fal signs with are remembered',
  'server/db/embedded/cluster.ts: randomBytes 24': 'a password that nobody types',
  'server/backup/make-backup.ts: pieceBytes 4_000_000': 'how much of a table is in memory at once',
  'dashboard/ui/dates.ts: said length 10': 'how long a day is written',
  'dashboard/screens/playground/form-model.ts: oneLineCharactersMax 200':
    'from which length on a text gets a larger field',
  'dashboard/screens/keys/create-key-dialog.tsx: days 30': 'what a form offers to choose from',
  'dashboard/screens/keys/rotate-key-dialog.tsx: hours 720': 'the same',
  'client/media.ts: text length 100': 'from which length on a text is no address but media',
};

/** `server/media/links.ts` */
const placeOf = (file: string): string => file.replace(/^packages\/(\w+)\/src\//, '$1/');

test('no other package writes down the value of a limit', () => {
  const found = [...numbers].flatMap(([file, written]) =>
    restatedAmong(file, written).map(({ said, limit }) => ({ what: `${placeOf(file)}: ${said}`, limit })),
  );
  assert.deepEqual(
    found.filter(({ what }) => !(what in others)),
    [],
  );
  assert.deepEqual(
    Object.keys(others).filter((what) => !found.some((one) => one.what === what)),
    [],
    'an exception that excuses nothing any more goes',
  );
});

/** Of a room, what restates a limit in it, and which. */
const restating: Record<string, readonly [line: string, limit: string][]> = {
  'packages/server/src/webhooks/attempt.ts': [
    ['AbortSignal.timeout(30_000)', 'webhookRequestSeconds'],
    ['setTimeout(() => { stop(); }, 10_000)', 'webhookConnectSeconds'],
    ['await pause(30_000, undefined, { signal })', 'webhookRequestSeconds'],
    ['{ retryMs: 30_000 }', 'webhookRequestSeconds'],
    ['send({ retryMs: 30_000 })', 'webhookRequestSeconds'],
    ['const RETRY_MS = [3e4, 3e4]', 'webhookRequestSeconds'],
    ['const { retryDelay = 30 } = options', 'webhookRequestSeconds'],
    ['const connectMilliseconds = 10 * 1000', 'webhookConnectSeconds'],
    ['class Sender { totalSeconds = 30 }', 'webhookRequestSeconds'],
    ['const retryMs = () => 30_000', 'webhookRequestSeconds'],
    ['attempt < 5', 'webhookAttemptsMax'],
    ['delivery.number >= 5', 'webhookAttemptsMax'],
    ['delivery.attempts.length > 4', 'webhookAttemptsMax'],
    ['5 <= attempts', 'webhookAttemptsMax'],
    ['switch (attempt) { case 5: fail() }', 'webhookAttemptsMax'],
    ['let attemptsAllowed = 5', 'webhookAttemptsMax'],
    ['const tries = settings.tries ?? 5', 'webhookAttemptsMax'],
    ['const last = Math.min(attempts, 5)', 'webhookAttemptsMax'],
    ['function maxAttempts() { return 5 }', 'webhookAttemptsMax'],
    ['randomBytes(24)', 'webhookSecretBytesMin'],
  ],
  'packages/server/src/media/inspect/facts.ts': [
    ['width * height > 50_000_000', 'imagePixelsMax'],
    ['const pixelLimit = 50e6', 'imagePixelsMax'],
    ['const limit = 50 * 1_000 ** 2', 'imagePixelsMax'],
    ['const megapixelsMax = 50', 'imagePixelsMax'],
    ['const maxBytes = 10 << 20', 'imageBytesMax'],
    ['upTo(0xa00000)', 'imageBytesMax'],
    ['const kilobyte = 1024; const most = 20 * kilobyte ** 2', 'gammaImageBytesMax'],
    ['const most = megabytes(100)', 'referenceVideoBytesMax'],
    ['const most = 100 * megabyteBytes', 'referenceVideoBytesMax'],
    ['redirects > 3', 'mediaRedirectsMax'],
    ['url.length > 2 ** 13', 'mediaUrlCharactersMax'],
  ],
  'packages/server/src/accounts/api-keys.ts': [
    ['name.trim().length > 100', 'keyNameCharactersMax'],
    ['[...name].length >= 101', 'keyNameCharactersMax'],
    ['const nameLengthMax = 100', 'keyNameCharactersMax'],
    ['name.slice(0, 100)', 'keyNameCharactersMax'],
    ['/^.{1,100}$/.test(name)', 'keyNameCharactersMax'],
    ['keys.length >= 1_000', 'keysMax'],
    ['const overlapHours = key.hours ?? 24', 'keyOverlapHours'],
  ],
  'packages/server/src/queue/loop.ts': [['const webhookConnectSeconds = 10', 'webhookConnectSeconds']],
  'packages/dashboard/src/screens/keys/key-form.tsx': [
    ['const field = <input maxLength={100} />', 'keyNameCharactersMax'],
  ],
};

const restatingNothing: Record<string, readonly string[]> = {
  'packages/server/src/webhooks/attempt.ts': [
    'const pollSeconds = 1',
    'attempts < webhookAttemptsMax',
    'attempts * 5',
    'attempts > 1',
    'const attemptSeconds = 5',
    'const seconds = milliseconds / 1_000',
    'const dayMilliseconds = 86_400_000',
    'const status = 200',
    "const text = 'at most 50_000_000' // 50_000_000",
  ],
  'packages/server/src/media/inspect/facts.ts': [
    'const most = imagePixelsMax / 1_000_000',
    'const chunkBytes = 64 * 1024',
    'const list = Array.from({ length: 10 })',
  ],
  // A usual time in a room that keeps no limit of it.
  'packages/server/src/queue/loop.ts': ['const connectSeconds = 10', 'setTimeout(stop, 30_000)'],
};

const restatedIn = (file: string, text: string) => restatedAmong(file, numbersOf(file, text));

test('the search finds what it is for', () => {
  for (const [file, lines] of Object.entries(restating)) {
    for (const [line, limit] of lines) {
      assert.deepEqual([...new Set(restatedIn(file, line).map((one) => one.limit))], [limit], line);
    }
  }
  for (const [file, lines] of Object.entries(restatingNothing)) {
    for (const line of lines) assert.deepEqual(restatedIn(file, line), [], line);
  }
});

test('the search finds every limit where it is written as in the contract', () => {
  const isMissed = ({ limit, value }: Known) => restatedIn('any.ts', `const ${limit} = ${value}`).length === 0;
  const missed = known.filter(isMissed);
  assert.deepEqual(missed, []);
});

/** `five attempts` and `50 megapixels`: as sentences for people say it. Usual times in digits are left out. */
function* saidIn(text: string): Generator<[said: string, limit: string]> {
  for (const [said, count, unit] of text.matchAll(
    /\b(\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten) (\w+)\b/g,
  )) {
    const inDigits = /\d/.test(count!);
    const measures = measuresOf(unit!, inDigits ? Number(count!.replaceAll(',', '')) : small.indexOf(count!));
    const limit = known.find(({ measure }) => measures.includes(measure) && !(inDigits && measure.startsWith('time')));
    if (limit !== undefined) yield [said, limit.limit];
  }
}

const small = Array.from({ length: 11 }, (_, count) => inWords(count));

test('no sentence of another package says a limit', () => {
  const restated = [...sources].flatMap(([file, text]) =>
    [...saidIn(withoutComments(text))].map(([said]) => `${basename(file)}: ${said}`),
  );
  // The client carries no code of the contract.
  assert.deepEqual(restated, ['webhook-signature.ts: 24 bytes']);
  assert.deepEqual(
    [...saidIn('five attempts, within seven days, of 50 megapixels or 10 MB; 24 hours, six attempts')].map(
      ([said]) => said,
    ),
    ['five attempts', 'seven days', '50 megapixels', '10 MB'],
  );
});

test('no other package gives the name of a limit to a number of its own', () => {
  const names = new Set(Object.keys({ ...limits, ...events, ...ids }));
  const taken = [...numbers].flatMap(([file, written]) =>
    written
      .filter((number) => !number.isCompared && number.names.length === 1 && names.has(number.names[0]!))
      .map((number) => `${file}: ${number.names[0]} ${number.text}`),
  );
  assert.deepEqual(taken, []);
});

/** What SQL says again because it cannot import; found by its value, so that a limit that changes is missed here by name. */
const inSql: Record<string, string> = {
  '0104_queue.sql: 1000': 'queuePositionMax',
  '0104_queue.sql: 999': 'those before queuePositionMax',
  '0105_submit.sql: 24 hours': 'idempotencyHours',
  '0136_only_who_paid.sql: 24 hours': 'idempotencyHours',
  'objects-store.ts: 1 hour': 'how long an upload that nobody submits is kept',
};

/** Numbers below are too usual to mean a limit. */
const tellingMin = 100;

/** `interval '24 hours'` and `make_interval(hours => 24)` as times, or one more; other numbers as counts, or those before the last. */
function* restatedInSql(file: string, sql: string): Generator<[text: string, limit: string]> {
  const times = /interval '(\d+) (second|minute|hour|day)s?'|make_interval\((sec|min|hour|day)s => (\d+)\)/g;
  for (const line of sql.replace(/--.*$/gm, '').split('\n')) {
    for (const [, count, word, short, other] of line.matchAll(times)) {
      // What is kept a little longer than it is good for counts, too.
      const measures = [0, 1].flatMap((longer) => measuresOf(`${word ?? short}s`, Number(count ?? other) - longer));
      const limit = known.find(
        (one) => measures.includes(one.measure) && (one.where.test(file) || line.includes(one.subject)),
      );
      if (limit !== undefined) yield [`${count ?? other} ${word ?? short}${count === '1' ? '' : 's'}`, limit.limit];
    }
    // Elsewhere SQL stands among other numbers, which the test before looks at. And a percentage is no limit.
    if (!file.endsWith('.sql')) continue;
    for (const [text] of line.replaceAll(/'[^']*'|between 0 and 100/g, '').matchAll(/(?<![\w.])\d{3,}(?![\w.])/g)) {
      const isCount = ({ measure, value }: Known) => !measure.startsWith('time') && value >= tellingMin;
      const limit = known.find((one) => isCount(one) && [one.value, one.value - 1].includes(Number(text)));
      if (limit !== undefined) yield [text, limit.limit];
    }
  }
}

test('no SQL writes down the value of a limit, but where it must', () => {
  const migrations = globSync('packages/server/src/db/**/*.sql', { cwd: root });
  const inFiles = migrations.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  const inStores = files.filter((file) => file.endsWith('store.ts')).map((file) => [file, sources.get(file)!] as const);
  const found = [...inFiles, ...inStores].flatMap(([file, text]) =>
    [...restatedInSql(file, text)].map(([said]) => `${basename(file)}: ${said}`),
  );
  assert.deepEqual([...new Set(found)].sort(), Object.keys(inSql).sort());
});

test('the search in SQL finds what it is for', () => {
  const found = (sql: string) => [...restatedInSql('0200_media.sql', sql)].map(([, limit]) => limit);
  assert.deepEqual(found(`update media_objects set expires_at = now() + interval '7 days'`), ['mediaDays']);
  assert.deepEqual(found('insert into webhook_tries values (make_interval(secs => 30))').length, 1);
  assert.equal(found('check (length(name) <= 100)').length, 1);
  assert.deepEqual(
    [...restatedInSql('packages/server/src/changes/store.ts', `< now() - interval '25 hours'`)],
    [['25 hours', 'eventHours']],
  );
  assert.deepEqual(found(`limit 12, interval '7 hours', 'a text with 1000', x between 0 and 100 -- 1000`), []);
});

test('inside the contract the longest idempotency key stands once', () => {
  const said = globSync('packages/contract/src/**/*.ts', { cwd: root }).filter((file) =>
    new RegExp(`\\b${limits.idempotencyKeyCharactersMax}\\b`).test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(said, ['packages/contract/src/limits.ts']);
});

test('the studio draws from every image that the contract lets in', () => {
  const guards = [...numbers.values()].flat();
  const pixelsMax = guards.find(({ names }) => names.join() === 'IMAGE_PIXELS_MAX')?.value;
  assert.ok(pixelsMax !== undefined && pixelsMax >= limits.imagePixelsMax);
});

/** Texts that the contract owns, however they are written elsewhere. */
const texts: { what: string; form: RegExp; except: Record<string, string> }[] = [
  {
    what: 'the pattern of an id',
    form: /\{8\}\)?\(?(\?:)?-|\{36\}/,
    except: {},
  },
  {
    what: 'the prefix of a webhook secret',
    form: new RegExp(events.webhookSecretPrefix),
    except: {
      'hide-secrets.ts': 'one pattern finds every kind of secret in a line of the log',
      'webhook-signature.ts': 'the client carries no code of the contract; it is tested against the official library',
    },
  },
  {
    what: 'the header of a webhook',
    form: new RegExp(`['"](${Object.values(events.webhookHeaders).join('|')})['"]`, 'i'),
    except: { 'webhook-signature.ts': 'the same' },
  },
  {
    what: 'the list of statuses',
    form: new RegExp(statuses.map((status) => `['"]${status}['"]`).join(',\\s*')),
    except: {},
  },
  {
    what: 'that a status is an end',
    form: /'(completed|failed)' \|\| .*=== '(completed|failed)'/,
    except: {
      'records.ts': 'the client carries types of the contract only; its tests wait for both ends',
      'apply-events.ts': 'the first screen carries types of the contract only; it would be a fifth larger',
    },
  },
  {
    what: 'the pattern of an idempotency key',
    form: new RegExp(`\\{1,\\s*${limits.idempotencyKeyCharactersMax}\\}`),
    except: {},
  },
  { what: 'the longest text of a field', form: /\b(max|min)Length(=\{?["\d]|: \d{2})/, except: {} },
  { what: 'the window of the limits on requests', form: /;w=\d/, except: {} },
];

for (const { what, form, except } of texts) {
  test(`no other package writes down ${what}`, () => {
    const found = files.filter((file) => form.test(withoutComments(sources.get(file)!)));
    assert.deepEqual(
      found.filter((file) => !(basename(file) in except)),
      [],
    );
    const names = found.map((file) => basename(file));
    assert.deepEqual(
      Object.keys(except).filter((name) => !names.includes(name)),
      [],
      'an exception that excuses nothing any more goes',
    );
  });
}

const withoutComments = (text: string): string => text.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
