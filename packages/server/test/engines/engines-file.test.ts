/** The operator's file: what it comes to, and every fault at once, each with its line. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { families } from '@afterimage/contract';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { type EnginesSource, readEnginesFile, resolvedRoutes, routeFor } from '../../src/engines/engines-file.ts';
import { enginesFileTables } from '../../src/engines/file/page.ts';
import { engineKeys, sections } from '../../src/engines/file/schema.ts';
import { kinds } from '../../src/engines/kinds.ts';
import { allPresets } from '../../src/engines/presets.ts';

const workflow = JSON.stringify({ 6: { class_type: 'CLIPTextEncode', inputs: { text: '' } }, 3: { inputs: {} } });

const files: Record<string, string> = {
  'secrets/fal': 'fal-secret\n',
  'secrets/empty': '\n',
  'secrets/words.txt': '# none of these\nred rose\nnight\n',
  'flows/t2i.json': workflow,
  'flows/t2i.bind.json': JSON.stringify({ '/6/inputs/text': 'prompt', '/3/inputs/width': 'width' }),
  'flows/list.json': '[]',
  'flows/broken.json': '{',
};

const env = {
  BOX_TOKEN: 'box-secret',
  WAN_KEY: 'wan-secret',
  KLING_API_KEY: 'kling-secret',
  GEMINI_API_KEY: 'gemini-secret',
  REPLICATE_API_TOKEN: 'replicate-secret',
  JUDGE: 'judge-secret',
  EMPTY: ' ',
};

const read = (text: string, more: Partial<EnginesSource> = {}) =>
  readEnginesFile({ text, env, readText: (path) => files[path] ?? null, families, embedded: embeddedTable, ...more });

const example = `engines:
  box:    {kind: http, url: http://10.0.0.7:8900, key: {env: BOX_TOKEN}, slots: 1}
  gpu1:   {kind: comfyui, url: http://10.0.0.5:8188, slots: 1}
  wan:    {kind: openai, url: http://10.0.0.6:8091/v1, key: {env: WAN_KEY}, slots: 2, paid: false}
  kling:  {kind: kling, key: {env: KLING_API_KEY}, slots: 5}
  fal:    {kind: fal, key: {file: secrets/fal}, slots: 20, poll: {first: 2s, every: 5s}}
  google: {kind: google, key: {env: GEMINI_API_KEY}, slots: 4}
  rep:    {kind: replicate, key: {env: REPLICATE_API_TOKEN}, slots: 10, daily_cap_usd: 50}
  farm:   {kind: pull, slots: 8}
routes:                       # the first match wins
  - {match: {family: alpha, model: "alpha_3*"}, use: [{engine: kling}, {engine: fal, cost_usd: 0.07}]}
  - {match: {family: beta}, use: [{engine: wan, model: Wan2.2, set: {fps: 16}}, {engine: box, model: ltx}]}
  - {match: {family: epsilon-images}, use: [{engine: gpu1, workflow: flows/t2i.json, bind: flows/t2i.bind.json}]}
  - {match: {}, use: [{engine: studio}]}
moderation: {words: secrets/words.txt, hook: {url: http://10.0.0.9/judge, key: {env: JUDGE}}, images: off}
policy: {unknown_grace: 120s, max_attempts: 2, content_policy_fallback: false}
`;

function fileOf(text: string) {
  const reading = read(text);
  assert.ok(reading.ok, inspect(reading));
  return reading.file;
}

test('the file of the guide is read whole, with defaults for what it leaves out', () => {
  const { engines, routes, moderation, policy } = fileOf(example);
  assert.deepEqual([...engines.keys()], ['box', 'gpu1', 'wan', 'kling', 'fal', 'google', 'rep', 'farm']);
  const paid = [...engines.values()].filter(({ entry }) => entry.paid).map(({ name }) => name);
  assert.deepEqual(paid, ['kling', 'fal', 'google', 'rep'], 'vendors cost money unless the file says otherwise');
  const fal = engines.get('fal')!;
  assert.equal(fal.entry.key?.reveal(), 'fal-secret');
  assert.deepEqual(fal.poll, { firstSeconds: 2, everySeconds: 5, maxSeconds: 30 });
  assert.deepEqual([engines.get('rep')!.dailyCapUsd, fal.dailyCapUsd], [50, null]);
  assert.equal(engines.get('wan')!.entry.url, 'http://10.0.0.6:8091/v1');
  const [first, second, third] = routes;
  assert.deepEqual(first!.match, { family: 'alpha', model: 'alpha_3*' });
  assert.deepEqual([first!.use[1]!.costUsd, second!.use[0]!.set], [0.07, { fps: 16 }]);
  assert.deepEqual(third!.use[0]!.workflow, JSON.parse(workflow));
  assert.deepEqual(third!.use[0]!.bind, { '/6/inputs/text': 'prompt', '/3/inputs/width': 'width' });
  assert.deepEqual(moderation.words, ['red rose', 'night']);
  assert.equal(moderation.hook?.url, 'http://10.0.0.9/judge');
  assert.equal(moderation.images, 'off');
  assert.deepEqual(fileOf('moderation: {images: [/opt/judge, --strict]}').moderation.images, [
    '/opt/judge',
    '--strict',
  ]);
  assert.deepEqual(policy, { unknownGraceSeconds: 120, enginesMax: 2, contentPolicyFallback: false });
  for (const secret of [...Object.values(env), 'fal-secret'].filter((one) => one.trim())) {
    assert.ok(!inspect({ engines, moderation }, { depth: 9 }).includes(secret));
    assert.ok(!JSON.stringify([...engines.values()]).includes(secret));
  }
});

test('an empty file has no engines and no routes, and is no fault', () => {
  for (const text of ['', '# nothing yet\n', 'engines:\nroutes:\n']) {
    const { engines, routes } = fileOf(text);
    assert.deepEqual([engines.size, routes.length], [0, 0]);
  }
});

test('the first route that matches wins, and what none names goes to the studio', () => {
  const file =
    fileOf(`engines: {box: {kind: http, url: http://127.0.0.1:1}, more: {kind: http, url: http://127.0.0.1:2}}
routes:
  - {match: {family: alpha, model: "*_pro"}, use: [{engine: box}]}
  - {match: {family: alpha}, use: [{engine: more}, {engine: box}]}
  - {match: {family: o3-video, model: alpha_o3_pro}, use: [{engine: box}]}
`);
  const names = (family: string, ...models: string[]) =>
    routeFor(file, { family, models })?.use.map(({ engine }) => engine);
  assert.deepEqual(names('alpha', 'alpha_3_pro'), ['box']);
  assert.deepEqual(names('alpha', 'alpha_3'), ['more', 'box']);
  assert.deepEqual(names('alpha-o3-video', 'alpha-o3-video-5s-pro', 'alpha_o3_pro'), ['box']);
  assert.equal(names('beta', 'beta'), undefined);
});

test('the resolved routes name every model once, with its engines or the studio', () => {
  const routes = resolvedRoutes(fileOf(example), families, { engineFor: () => 'studio' });
  const usedBy = (model: string) => routes.filter((route) => route.model === model).map(({ use }) => use.join());
  assert.deepEqual(
    [usedBy('alpha_3_pro'), usedBy('beta'), usedBy('gamma-3-fast')],
    [['kling,fal'], ['wan,box'], ['studio']],
  );
});

const box =
  'engines: {box: {kind: http, url: "http://127.0.0.1:1"}, k: {kind: kling, key: {env: KLING_API_KEY}}, gpu: {kind: comfyui, url: "http://127.0.0.1:2"}}\n';
const engine = (keys: string) => `engines:\n  it: {${keys}}\n`;
const use = (keys: string, match = '{}') => `${box}routes:\n  - {match: ${match}, use: [{${keys}}]}\n`;
const http = 'kind: http, url: "http://127.0.0.1:1"';

test('a name that stands twice hides no other fault, and no fault repeats a password', () => {
  const text = `engines:
  box: {kind: http}
  gate: {kind: http, url: "http://me:hunter2@127.0.0.1:1"}
  odd: {kind: http, url: "http://me:hunter2@127.0.0.1:1:2?key=hunter2"}
  box: {kind: http, url: "http://127.0.0.1:1", slots: none}
moderation: {hook: {url: "http://me:hunter2@127.0.0.1/judge"}}
`;
  const reading = read(text, { env: {}, readText: () => null });
  assert.ok(!reading.ok);
  assert.deepEqual(
    reading.faults.map(({ line }) => line),
    [3, 4, 5, 5, 6],
  );
  const said = JSON.stringify(reading.faults);
  assert.doesNotMatch(said, /hunter2/);
  assert.match(said, /engines\.gate\.url holds a name or password, which must not stand in the file/);
  assert.match(said, /box stands there a second time/);
  assert.match(said, /moderation\.hook\.url holds a name or password/);
});

const listed = (engines: readonly { name: string }[]): string =>
  engines
    .map(({ name }) => name)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');

test('three embedded engines are named as a sentence names them', () => {
  const three = ['paper', 'stone', 'scissors'].map((name) => ({ name }));
  const reading = read('engines: {stone: {kind: pull}}\n', { embedded: three });
  assert.ok(!reading.ok);
  assert.match(reading.faults[0]!.message, /^engines\.stone: paper, stone and scissors are the embedded engines, /);
});

/** Those of the file, and what plays nothing for a sandbox. */
const routable = [
  'box',
  'k',
  'gpu',
  ...embeddedTable.filter(({ plays }) => plays === undefined).map(({ name }) => name),
];

/** What is written, the line of its fault, and what the fault says. */
const faults: [string, number, RegExp][] = [
  ['engines: {', 1, /is not YAML/],
  ['engines: {}\nengines: {}\n', 2, /is not YAML: Map keys must be unique/],
  ['engines: &all\n  box: *all\n', 2, /is endless: \*all stands in what it means/],
  ['routes: &all\n  - match: {}\n    use: [*all]\n', 3, /is endless: \*all stands in what it means/],
  ['routes:\n  - {match: {model: *_motion}, use: []}\n', 2, /has an alias \*_motion without an anchor; .* in quotes/],
  [`x: &x 7\nroutes:\n${'  - *x\n'.repeat(200)}`, 1, /stands for too much by its aliases/],
  ['- a list', 1, /must hold engines and routes/],
  ['engins: {}', 1, /engins is not a key; it must be one of engines, routes, moderation, policy/],
  ['engines: 7', 1, /engines must be names/],
  [engine('kind: soothsayer'), 2, /engines\.it\.kind is "soothsayer"; it must be one of http, comfyui/],
  [engine('url: "http://127.0.0.1:1"'), 2, /engines\.it needs kind/],
  ['engines:\n  it: 7\n', 2, /engines\.it is 7; it must hold keys such as kind/],
  ...embeddedTable.map(({ name }): [string, number, RegExp] => [
    `engines:\n  ${name}: {kind: pull}\nroutes:\n  - {match: {}, use: [{engine: ${name}, model: any}]}\n`,
    2,
    new RegExp(
      `^engines\\.${name}: ${listed(embeddedTable)} are the embedded engines, .* any other name may be used\\.$`,
    ),
  ]),
  [`engines:\n  "a b": {${http}}\n`, 2, /a name is a letter/],
  [engine(`${http}, slot: 1`), 2, /engines\.it\.slot is not a key; is slots meant\?$/],
  [engine(`${http}, temperature: 1`), 2, /engines\.it\.temperature is not a key; it must be one of kind/],
  [engine('kind: http'), 2, /engines\.it needs a url/],
  [engine('kind: comfyui'), 2, /engines\.it needs a url/],
  [
    engine('kind: http, url: "10.0.0.7:8900"'),
    2,
    /engines\.it\.url is "10\.0\.0\.7:8900"; it must be an http or https address without a path/,
  ],
  [engine('kind: http, url: "http://127.0.0.1:1/v1"'), 2, /without a path/],
  [engine('kind: openai, url: "http://127.0.0.1:1"'), 2, /ends in \/v1/],
  [engine('kind: http, url: "http://me:pass@127.0.0.1:1"'), 2, /without a path/],
  [engine('kind: pull, url: "http://127.0.0.1:1"'), 2, /engines\.it\.url is not for kind pull/],
  [engine('kind: kling'), 2, /engines\.it needs a key, or access_key and secret_key/],
  [engine('kind: kling, access_key: {env: BOX_TOKEN}'), 2, /needs a key, or access_key and secret_key/],
  [engine('kind: fal'), 2, /engines\.it needs a key/],
  [engine('kind: google'), 2, /engines\.it needs a key/],
  [engine('kind: replicate'), 2, /engines\.it needs a key/],
  [
    engine('kind: fal, key: "sk-live-in-the-file"'),
    2,
    /engines\.it\.key is written into the file; it must be \{env: NAME\}/,
  ],
  [engine('kind: fal, key: {env: A, file: B}'), 2, /engines\.it\.key is not readable/],
  [engine('kind: fal, key: {env: NOT_SET}'), 2, /engines\.it\.key names the variable NOT_SET, which is not set/],
  [engine('kind: fal, key: {env: EMPTY}'), 2, /the variable EMPTY, which is not set/],
  [
    engine('kind: fal, key: {file: secrets/none}'),
    2,
    /engines\.it\.key names the file secrets\/none, which does not exist/,
  ],
  [engine('kind: fal, key: {file: secrets/empty}'), 2, /which is empty/],
  [engine(`${http}, sign: true`), 2, /needs a key to sign with/],
  [engine(`${http}, slots: 0`), 2, /slots is 0; it must be a whole number from 1/],
  [engine(`${http}, paid: maybe`), 2, /paid is "maybe"; it must be true or false/],
  [engine(`${http}, daily_cap_usd: much`), 2, /daily_cap_usd is "much"; it must be an amount of USD/],
  [engine(`${http}, poll: {every: 5}`), 2, /poll\.every is 5; it must be a time with its unit/],
  [engine(`${http}, poll: {often: 5s}`), 2, /poll\.often is not a key/],
  [engine(`${http}, headers: {a: {env: BOX_TOKEN}}`), 2, /headers is not for kind http/],
  [engine('kind: comfyui, url: "http://127.0.0.1:1", headers: {a: b}'), 2, /headers\.a is written into the file/],
  [engine('kind: fal, key: {file: secrets/fal}, inline_inputs: true'), 2, /inline_inputs is not for kind fal/],
  ['routes: {}', 1, /routes must be a list/],
  [`${box}routes:\n  - {match: {}}\n`, 3, /routes\[0\] needs use/],
  [`${box}routes:\n  - {use: [{engine: box}]}\n`, 3, /routes\[0\] needs match/],
  [`${box}routes:\n  - {match: {}, use: []}\n`, 3, /use is \[\]; it must be a list of engines/],
  [`${box}routes:\n  - {match: {}, use: box}\n`, 3, /use is "box"; it must be a list of engines/],
  [`${box}routes:\n  - {match: {}, use: [{engine: box}], then: nothing}\n`, 3, /routes\[0\]\.then is not a key/],
  [use('engine: box', '{family: omega}'), 3, /family "omega" is not a family; it must be one of alpha/],
  [use('engine: box', '{family: alpha, model: "omega_*"}'), 3, /model "omega_\*" fits no model of alpha/],
  [use('engine: box', '{model: omega}'), 3, /model "omega" fits no model\./],
  ...['nobody', 'sandbox'].map((name): [string, number, RegExp] => [
    use(`engine: ${name}`),
    3,
    new RegExp(`use\\[0\\]\\.engine "${name}" is not an engine; it must be one of ${routable.join(', ')}\\.$`),
  ]),
  [use('model: ltx'), 3, /use\[0\] needs engine/],
  [use('engine: studio, model: better'), 3, /the studio takes nothing but its name/],
  [use('engine: box, cost_usd: -1'), 3, /cost_usd is -1/],
  [use('engine: box, workflow: flows/t2i.json'), 3, /workflow is not for kind http/],
  [use('engine: gpu, bind: {}'), 3, /use\[0\] needs workflow/],
  [
    use('engine: gpu, workflow: flows/none.json, bind: flows/t2i.bind.json'),
    3,
    /names the file flows\/none\.json, which does not exist/,
  ],
  [use('engine: gpu, workflow: flows/broken.json, bind: {}'), 3, /flows\/broken\.json, which holds no JSON object/],
  [use('engine: gpu, workflow: flows/list.json, bind: {}'), 3, /holds no JSON object/],
  [
    use('engine: gpu, workflow: flows/t2i.json, bind: {"/6/inputs/text": mood}'),
    3,
    /bind "\/6\/inputs\/text" is "mood"; it must be one of prompt/,
  ],
  [
    use('engine: gpu, workflow: flows/t2i.json, bind: {"/9/inputs/text": prompt}'),
    3,
    /bind "\/9\/inputs\/text" is no place in the workflow/,
  ],
  [use('engine: gpu, workflow: flows/t2i.json, bind: {}, errors: {Oops: bad_luck}'), 3, /errors\.Oops is "bad_luck"/],
  [use('engine: k', '{family: beta}'), 3, /use\[0\] needs model: kling-\d{4}-\d\d knows nothing for beta/],
  [
    use('engine: k, preset: kling-1999-01', '{family: alpha}'),
    3,
    /preset "kling-1999-01" does not exist; of kling there are kling-/,
  ],
  [
    `${engine('kind: google, key: {env: GEMINI_API_KEY}')}routes:\n  - {match: {}, use: [{engine: it}]}\n`,
    4,
    /use\[0\] needs model: which of it's models/,
  ],
  [
    `${engine('kind: fal, key: {file: secrets/fal}')}routes:\n  - {match: {family: beta}, use: [{engine: it, model: a/b, input: {text: mood}}]}\n`,
    4,
    /input\.text is "mood"/,
  ],
  [
    `${box}routes:\n  - {match: {}, use: [{engine: box}]}\n  - {match: {family: beta}, use: [{engine: box}]}\n`,
    4,
    /routes\[1\] is never reached/,
  ],
  [
    `${box}routes:\n  - {match: {family: gamma, model: "gamma-3-*"}, use: [{engine: box}]}\n  - {match: {family: gamma}, use: [{engine: box}]}\n`,
    4,
    /routes\[1\] is never reached/,
  ],
  [
    'moderation: {words: secrets/none.txt}',
    1,
    /moderation\.words names the file secrets\/none\.txt, which does not exist/,
  ],
  ['moderation: {hook: {key: {env: JUDGE}}}', 1, /moderation\.hook needs url/],
  ['moderation: {hook: {url: judge}}', 1, /moderation\.hook\.url is/],
  ['moderation: {images: sometimes}', 1, /moderation\.images is "sometimes"; it must be off, or a command as a list/],
  ['moderation: {images: []}', 1, /moderation\.images is \[\]; it must be off/],
  ['moderation: {images: [judge, 7]}', 1, /moderation\.images is \["judge",7\]; it must be off/],
  ['policy: {unknown_grace: 120}', 1, /policy\.unknown_grace is 120; it must be a time with its unit/],
  ['policy: {max_attempts: 0}', 1, /policy\.max_attempts is 0/],
  ['policy: {content_policy_fallback: no}', 1, /content_policy_fallback is "no"; it must be true or false/],
];

for (const [text, line, message] of faults) {
  test(`${JSON.stringify(text).slice(0, 150)} is refused`, () => {
    const reading = read(text);
    assert.ok(!reading.ok);
    const found = reading.faults.filter((fault) => message.test(fault.message));
    assert.equal(found.length, 1, inspect(reading.faults));
    assert.equal(found[0]!.line, line);
    assert.ok(!inspect(reading.faults).includes('sk-live-in-the-file'), 'what may be a secret is not repeated');
    assert.equal(reading.faults.length, 1, `one fault, told once: ${inspect(reading.faults)}`);
  });
}

test('every fault of a file is told at once, in the order of its lines', () => {
  const reading = read(`engines:
  one: {kind: fal, key: sk-live}
  two: {kind: http, slots: none}
routes:
  - {match: {family: omega}, use: [{engine: three}]}
policy: {max_attempts: 99}
`);
  assert.ok(!reading.ok);
  assert.deepEqual(
    reading.faults.map(({ line }) => line),
    [2, 3, 3, 5, 5, 6],
  );
});

test('the tables of the guide hold every key', () => {
  const page = enginesFileTables();
  for (const { title, keys } of sections) {
    assert.ok(page.includes(`### \`${title}\``));
    for (const key of Object.keys(keys)) assert.ok(page.includes(`| \`${key}\` |`), key);
  }
});

test('kinds, keys and presets know each other', () => {
  for (const kind of kinds) assert.ok(engineKeys.kind.value.form.includes(kind));
  for (const { name, vendor, date, models } of allPresets()) {
    assert.equal(name, `${vendor}-${date.slice(0, 7)}`);
    assert.ok(Date.parse(date) <= Date.now());
    assert.ok(models.length > 0);
  }
});
