/** The check of the operator's file against engines that are there, gone, locked or short of something. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { checkEngines } from '../../src/engines/check-engines.ts';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { openComfyui } from './vendors/comfyui.ts';
import { mgeKey, openMge } from './vendors/mge.ts';
import type { StandIn } from './vendors/stand-in.ts';

/** It asks itself: whoever took its function alone would not be answered. */
async function check(this: { name: string }) {
  return { ok: true, detail: `${this.name} draws` };
}
const embedded = {
  definitions: embeddedTable,
  engineFor: () => 'studio',
  all: [
    { name: 'studio', kind: 'drawing', check },
    { name: 'sandbox', kind: 'sandbox', check },
  ],
};

const checkOf = (text: string | null, env: Record<string, string> = {}) =>
  checkEngines({
    found: text === null ? null : { text, env, readText: () => null },
    families,
    allow: [],
    embedded,
    seconds: 10,
  });

async function opened<Kind extends StandIn>(t: TestContext, open: () => Promise<Kind>): Promise<Kind> {
  const standIn = await open();
  t.after(() => standIn.close());
  return standIn;
}

test('without a file the studio serves everything', async () => {
  const { ok, faults, engines, routes } = await checkOf(null);
  assert.deepEqual(
    [ok, faults, engines],
    [true, [], [{ name: 'studio', kind: 'drawing', ok: true, detail: 'studio draws' }]],
  );
  assert.ok(routes.length > families.length);
  assert.ok(routes.every(({ use }) => use.length === 1 && use[0] === 'studio'));
});

test('a wrong file: every fault with its line, and nobody is asked', async () => {
  const { ok, faults, engines, routes } = await checkOf(
    'engines:\n  a: {kind: mge}\nroutes:\n  - {match: {}, use: []}\n',
  );
  assert.deepEqual([ok, engines, routes], [false, [], []]);
  assert.deepEqual(
    faults.map(({ line }) => line),
    [2, 4],
  );
});

test('engines that answer, do not answer and refuse the key, in the order of the file', async (t) => {
  const { url } = await opened(t, openMge);
  const text = `engines:
  here: {kind: http, url: ${url}, key: {env: KEY}}
  locked: {kind: http, url: ${url}, key: {env: WRONG}}
  gone: {kind: comfyui, url: http://127.0.0.1:1}
  farm: {kind: pull}
routes:
  - {match: {family: delta}, use: [{engine: here, model: everything}, {engine: farm}]}
  - {match: {}, use: [{engine: here, model: everything}]}
`;
  const { ok, faults, engines, routes } = await checkOf(text, { KEY: mgeKey, WRONG: 'not the key' });
  assert.equal(ok, false);
  assert.deepEqual(faults, []);
  assert.deepEqual(
    engines.map(({ name, kind, ok }) => [name, kind, ok]),
    [
      ['here', 'http', true],
      ['locked', 'http', false],
      ['gone', 'comfyui', false],
      ['farm', 'pull', true],
    ],
    'no route leads to the studio, so it is not asked',
  );
  assert.doesNotMatch(JSON.stringify(engines), /not the key/);
  assert.deepEqual(routes.find(({ family }) => family === 'delta')?.use, ['here', 'farm']);
});

test('a node that a workflow needs and the ComfyUI lacks is a fault with the line of its route', async (t) => {
  const { url } = await opened(t, openComfyui);
  const graph = (name: string) => `{"6": {class_type: ${name}, inputs: {text: ""}}}`;
  const use = (name: string) => `[{engine: gpu, workflow: ${graph(name)}, bind: {"/6/inputs/text": prompt}}]`;
  const text = (name: string) =>
    `engines:\n  gpu: {kind: comfyui, url: ${url}}\nroutes:\n  - {match: {family: delta}, use: ${use(name)}}\n`;
  const short = await checkOf(text('NodeOfTomorrow'));
  assert.equal(short.ok, false);
  assert.deepEqual(short.faults, [{ line: 4, message: 'gpu: node 6: this ComfyUI has no NodeOfTomorrow.' }]);
  assert.deepEqual([short.engines[0]?.name, short.engines[0]?.ok], ['gpu', false]);
  assert.deepEqual((await checkOf(text('CLIPTextEncode'))).ok, true);
});
