/** The models that a route can name: those of every family, whatever it needs and files its generations by. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  answers,
  callbackUrl,
  defineFamily,
  type Family,
  type FamilyDefinition,
  families,
  flag,
  image,
  integer,
  oneOf,
  onlyFor,
  text,
  usualFailures,
} from '@afterimage/contract';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { readEnginesFile, resolvedRoutes } from '../../src/engines/engines-file.ts';
import { modelsOf } from '../../src/engines/file/models-of.ts';

const { id, status, prompt } = answers;
const record = { task_uuid: id, status, prompt };

const fields = {
  prompt: text(1, 10).required(),
  picture_url: image({ takes: 'url', as: 'first' }).required(),
  last_picture: image({ takes: 'data-uri', as: 'last' }),
  grade: oneOf('draft', 'fine').byDefault('draft'),
  loops: flag(),
  seconds: integer(4, 6).byDefault(5),
  seed: integer(0, 1_000_000),
  callback_url: callbackUrl(),
};

/** A film from a picture, which it cannot do without; `model` says how it is filed. */
const clipsFiledAs = (model: FamilyDefinition<typeof fields>['model']) =>
  defineFamily({
    slug: 'clips',
    title: 'clips',
    summary: 'A film from a picture',
    path: '/v1/clips',
    output: 'video',
    idName: 'task_uuid',
    fields,
    rules: [onlyFor({ field: 'grade', value: 'draft' }, 'loops')],
    example: { prompt: 'It sails', picture_url: 'https://example.com/boat.png', grade: 'draft', loops: true },
    model,
    work: () => ({ task: 'i2v', shape: { from: 'first-input', edge: { short: 720 } }, seconds: 5 }),
    mediaBytesMax: 0,
    prices: { clips: 100 },
    price: () => ({ item: 'clips' }),
    timeLimits: { clips: 120 },
    failures: usualFailures,
    accepted: { task_uuid: id, status },
    record,
    webhook: record,
  });

const readRoute = (match: string, family: Family) =>
  readEnginesFile({
    text: `routes:\n  - {match: ${match}, use: [{engine: studio}]}\n`,
    env: {},
    readText: () => null,
    families: [family],
    embedded: embeddedTable,
  });

test('every family has models', () => {
  for (const family of families) assert.ok(modelsOf(family).length > 0, family.slug);
  assert.deepEqual(modelsOf(families.find(({ slug }) => slug === 'gamma')!), ['gamma-3-fast', 'gamma-3-quality']);
});

test('a family that needs a medium, and names its model nowhere, can be routed', () => {
  const clips = clipsFiledAs(() => 'clips-1');
  for (const match of ['{family: clips}', '{family: clips, model: clips-1}', '{}']) {
    const reading = readRoute(match, clips);
    assert.ok(reading.ok, inspect(reading));
    const routes = resolvedRoutes(reading.file, [clips], { engineFor: () => 'sandbox' });
    assert.deepEqual(routes, [{ family: 'clips', model: 'clips-1', use: ['studio'] }]);
  }
});

test('models named after any fields are found, also where one rules another out', () => {
  const clips = clipsFiledAs(({ grade, loops, seconds, last_picture }) =>
    [grade, loops ? 'loop' : 'once', last_picture === undefined ? 'one' : 'two', seconds].join('-'),
  );
  const kinds = ['draft-loop', 'draft-once', 'fine-once'];
  const all = kinds.flatMap((kind) => ['one', 'two'].flatMap((ends) => [4, 5, 6].map((s) => `${kind}-${ends}-${s}`)));
  assert.deepEqual(modelsOf(clips).toSorted(), all.toSorted());
});

test('a family that takes nothing is said to have no model', () => {
  const refusing = { ...clipsFiledAs(() => 'clips-1'), read: () => ({ ok: false as const, faults: [] }) };
  const reading = readRoute('{family: clips}', refusing);
  assert.ok(!reading.ok);
  assert.deepEqual(reading.faults, [{ line: 2, message: 'routes[0].match.family clips has no model.' }]);
});
