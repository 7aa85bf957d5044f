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

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isContract(file));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** What has a limit's value and unit, and is not that limit, by its name or its file and name; each with the reason. */
const others: Record<string, string> = {
  keysKeptMilliseconds: 'how long the keys that fal signs with are remembered',
  linkSeconds: 'how long a worker may take to fetch what its job needs',
  inputLinkSeconds: 'how long an engine may take to fetch what it was sent',
  IMAGE_PIXELS_MAX: 'the studio stands alone and guards itself; below it is held to the limit',
  decodeMilliseconds: 'how long looking at an image may take',
  oneLineCharactersMax: 'from which length on a text gets a larger field',
  'create-key-dialog.tsx: days': 'what a form offers to choose from',
  'rotate-key-dialog.tsx: hours': 'the same',
  textCharacters: 'from which length on a text is no address but media',
  saidCharacters: 'how long a day is written',
  matrixCharacters: 'what FFmpeg tells of a turned picture',
};

/** Of names that end in a unit, the factor to the smallest of its kind. */
const units: Record<string, readonly [kind: string, factor: number]> = {
  Milliseconds: ['time', 1],
  Seconds: ['time', 1_000],
  Minutes: ['time', 60_000],
  Hours: ['time', 3_600_000],
  Days: ['time', 86_400_000],
  Bytes: ['bytes', 1],
  Pixels: ['pixels', 1],
  Characters: ['characters', 1],
  Redirects: ['redirects', 1],
  Attempts: ['attempts', 1],
  Checks: ['checks', 1],
  Position: ['position', 1],
};

/** `30 s` of `totalSeconds = 30` and of `TOTAL_MILLISECONDS = 30_000`; undefined for a name without a unit. */
function measureOf(name: string, value: number): string | undefined {
  const words = camel(name).replace(/(Max|Min|Default)$/, '');
  for (const [word, [kind, factor]] of Object.entries(units)) {
    if (words.toLowerCase().endsWith(word.toLowerCase())) return `${kind} ${value * factor}`;
  }
  return undefined;
}

const camel = (name: string): string =>
  /^[A-Z_\d]+$/.test(name) ? name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : name;

/**
 * Ten seconds and a minute are usual for much that has nothing to do with the contract, so a time is looked for where its
 * limit is kept, and elsewhere among the names that speak of its subject. Sizes and counts are looked for everywhere.
 */
const subjects: Record<string, RegExp> = {
  webhook: /webhook/,
  media: /\/media\//,
  link: /\/media\//,
  reference: /\/media\//,
  status: /limit/,
  idempotency: /idempotency/,
  key: /key/,
  api: /http\/api\/read-fields/,
  wait: /http\/waits/,
  event: /http\/events\/|\/changes\//,
  invitation: /\/people\//,
  invitations: /http\/api\/people/,
  redelivery: /webhook/,
  sign: /sign-in-links/,
};

interface Known {
  limit: string;
  value: number;
  measure: string;
  subject: string;
  where: RegExp;
}

const known: Known[] = Object.entries({ ...limits, ...events, ...ids }).flatMap(([limit, value]) => {
  const measure = typeof value === 'number' ? measureOf(limit, value) : undefined;
  // How many bytes a megabyte has is no limit.
  if (measure === undefined || limit === 'megabyteBytes') return [];
  const [subject] = /^[a-z]+/.exec(limit)!;
  const where = measure.startsWith('time') ? subjects[subject] : /./;
  assert.ok(where, `${limit}: where is it kept?`);
  return [{ limit, value: value as number, measure, subject, where }];
});

function restatedBy(file: string, name: string, value: number): string | undefined {
  // How long an hour is, is no limit.
  if (/^(day|hour|minute)[A-Z]/.test(camel(name))) return undefined;
  const measure = measureOf(name, value);
  const isAbout = ({ subject, where }: Known) => where.test(file) || name.toLowerCase().includes(subject);
  return known.find((limit) => limit.measure === measure && isAbout(limit))?.limit;
}

/** `const name = 30;`, `name: 24 * 60 * 60,`, `name: 2 ** 20 }`: what is written as a number and not taken from anywhere. */
function* numbersIn(text: string): Generator<[name: string, value: number]> {
  for (const [, constant, property, sum] of text.matchAll(
    /\b(?:const (\w+)(?:: number)? =|(\w+):) (\d[\d_ *.+]*?)(?:;|,| \}|\n)/g,
  )) {
    const value = sum!.split('+').reduce((total, product) => total + productOf(product), 0);
    yield [(constant ?? property)!, value];
  }
}

/** `attempts >= 5` and `name.length > 100`: what something is compared with, a length as `nameCharacters`. */
function* comparisonsIn(text: string): Generator<[name: string, value: number]> {
  for (const [, name, length, product] of text.matchAll(
    /\b(\w+)(\.length)? (?:[<>]=?|[!=]==) (\d[\d_]*(?: \*\*? [\d_]+)*)\b/g,
  )) {
    // One is where a plural begins.
    if (product !== '1') yield [length === undefined ? name! : `${name}Characters`, productOf(product!)];
  }
}

/** `five attempts`: as sentences for people say it. */
function* wordsIn(text: string): Generator<[name: string, value: number]> {
  for (const [, word, unit] of text.matchAll(/\b(two|three|four|five|six|seven|eight|nine|ten) (\w+)\b/g)) {
    yield [unit!, small.indexOf(word!)];
  }
}

const small = Array.from({ length: 11 }, (_, count) => inWords(count));

function productOf(text: string): number {
  return text
    .replaceAll('_', '')
    .split(/(?<!\*)\*(?!\*)/)
    .reduce(
      (product, factor) =>
        product *
        factor
          .split('**')
          .map(Number)
          .reduce((base, power) => base ** power),
      1,
    );
}

function isContract(file: string): boolean {
  return file.startsWith('packages/contract/');
}

test('no other package writes down the value of a limit', () => {
  const restated: { file: string; name: string; limit: string }[] = [];
  for (const [file, text] of sources) {
    for (const [name, value] of [...numbersIn(text), ...comparisonsIn(withoutComments(text))]) {
      const limit = restatedBy(file, name, value);
      if (limit !== undefined) restated.push({ file, name, limit });
    }
  }
  assert.deepEqual(
    restated.filter(({ file, name }) => !(name in others) && !(`${basename(file)}: ${name}` in others)),
    [],
  );
  const isUsed = (excused: string) =>
    restated.some(({ file, name }) => excused === name || excused === `${basename(file)}: ${name}`);
  assert.deepEqual(
    Object.keys(others).filter((name) => !isUsed(name)),
    [],
    'an exception that excuses nothing any more goes',
  );
});

test('no sentence of another package says a limit in words', () => {
  const restated = [...sources].flatMap(([file, text]) =>
    [...wordsIn(withoutComments(text))]
      .filter(([unit, value]) => known.some(({ measure }) => measure === measureOf(unit, value)))
      .map(([unit, value]) => `${file}: ${inWords(value)} ${unit}`),
  );
  assert.deepEqual(restated, []);
});

test('no other package gives the name of a limit to a number of its own', () => {
  const names = new Set(Object.keys({ ...limits, ...events, ...ids }));
  const taken = [...sources].flatMap(([file, text]) =>
    [...numbersIn(text)].filter(([name]) => names.has(name)).map(([name]) => `${file}: ${name}`),
  );
  assert.deepEqual(taken, []);
});

test('the search finds what it is for', () => {
  const text = `const connectSeconds = 10;
    const KEPT_BYTES_MAX = 10 * 1024 ** 2;
    const other = seconds * 2;
    const given = { totalSeconds: 30, keptDays: 7 * 24 };
    const most = {
      attemptsMax: 5
    };`;
  assert.deepEqual(
    [...numbersIn(text)],
    [
      ['connectSeconds', 10],
      ['KEPT_BYTES_MAX', 10_485_760],
      ['totalSeconds', 30],
      ['keptDays', 168],
      ['attemptsMax', 5],
    ],
  );
  const found = (name: string, value: number) => restatedBy('packages/server/src/webhooks/send.ts', name, value);
  assert.equal(found('connectMilliseconds', 10_000), 'webhookConnectSeconds');
  assert.equal(found('attemptsMax', 5), 'webhookAttemptsMax');
  assert.equal(found('KEPT_BYTES_MAX', 10_485_760), 'imageBytesMax');
  assert.equal(found('pixelsMax', 50_000_000), 'imagePixelsMax');
  assert.equal(found('pollSeconds', 1), undefined);
  assert.equal(restatedBy('packages/server/src/queue/loop.ts', 'webhookConnectSeconds', 10), 'webhookConnectSeconds');
  assert.equal(restatedBy('packages/server/src/queue/loop.ts', 'connectSeconds', 10), undefined);
  const compared = 'if (attempts >= 5 || name.length > 100 || bytes > 10 * 1024 ** 2 || seconds < 3)';
  assert.deepEqual(
    [...comparisonsIn(compared)].map(([name, value]) => found(name, value)),
    ['webhookAttemptsMax', 'keyNameCharactersMax', 'imageBytesMax', undefined],
  );
  assert.deepEqual(
    [...wordsIn('in up to five attempts, within seven days')],
    [
      ['attempts', 5],
      ['days', 7],
    ],
  );
});

/** What SQL says again because it cannot import; found by its value, so that a limit that changes is missed here by name. */
const inSql: Record<string, string> = {
  '0104_queue.sql: 1000': 'queuePositionMax',
  '0104_queue.sql: 999': 'those before queuePositionMax',
  '0105_submit.sql: 24 hours': 'idempotencyHours',
  'objects-store.ts: 1 hour': 'how long an upload that nobody submits is kept',
};

/** Numbers below are too usual to mean a limit. */
const tellingMin = 100;

/** `interval '24 hours'` and `make_interval(hours => 24)` as times, or one more; other numbers as counts, or those before the last. */
function* restatedInSql(file: string, sql: string): Generator<[text: string, limit: string]> {
  const times = /interval '(\d+) (second|minute|hour|day)s?'|make_interval\((sec|min|hour|day)s => (\d+)\)/g;
  for (const line of sql.replace(/--.*$/gm, '').split('\n')) {
    for (const [, count, word, short, other] of line.matchAll(times)) {
      const unit = Object.keys(units).find((name) => name.toLowerCase().startsWith(word ?? short!))!;
      // What is kept a little longer than it is good for counts, too.
      const measures = [0, 1].map((longer) => measureOf(unit, Number(count ?? other) - longer));
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
  assert.deepEqual(found('check (length(name) <= 100)'), ['keyNameCharactersMax']);
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
  const guards = [...sources.values()].flatMap((text) => [...numbersIn(text)]);
  const pixelsMax = guards.find(([name]) => name === 'IMAGE_PIXELS_MAX')?.[1];
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
