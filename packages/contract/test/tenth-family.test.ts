/** Adding a family is adding one file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMost, buildOpenapi, callbackUrl, type FamilyDefinition, families, notTogether, text } from '../src/index.ts';
import { requestSchemaOf } from '../src/openapi/requests.ts';
import { familyNamed, view } from './support/reading.ts';
import { zeta } from './support/tenth-family.ts';

const picture = 'https://example.com/a.png';

test('a tenth family reads requests', () => {
  const reading = zeta.read({ prompt: 'a lighthouse', side: 512, stamp_pictures: [picture], colour: 'red' }, 'live');
  assert.ok(reading.ok);
  assert.deepEqual(reading.ignored, ['colour']);
  assert.deepEqual(zeta.priceOf(reading.request, []), { item: 'zeta/512', times: 1 });
  assert.deepEqual(reading.request.fields, { prompt: 'a lighthouse', side: 512 });
  assert.equal(reading.request.media[0]?.field, 'stamp_pictures[0]');
});

test('a tenth family reports all faults at once', () => {
  const reading = zeta.read({ side: '256', seed: 10, image_url: picture }, 'live');
  assert.ok(!reading.ok);
  assert.deepEqual(
    reading.faults.map(({ message }) => message),
    [
      'prompt is required',
      'side is an integer: 256 or 512',
      'seed must be an integer from 0 to 9',
      'image_url is not a field of zeta: send stamp_pictures',
    ],
  );
});

test('the nine know the media field of the tenth', () => {
  const reading = familyNamed('beta').read({ prompt: 'a fox', stamp_pictures: [picture] }, 'live');
  assert.ok(!reading.ok);
  assert.equal(reading.faults[0]?.message, 'stamp_pictures is not a field of beta: send image_base64 or image_url');
});

test('a tenth family plays its own codes in a sandbox', () => {
  assert.ok(zeta.read({ prompt: 'x [[fail STAMP_REFUSED]]' }, 'sandbox').ok);
  assert.ok(!familyNamed('beta').read({ prompt: 'x [[fail STAMP_REFUSED]]' }, 'sandbox').ok);
});

test('a tenth family answers', () => {
  assert.deepEqual(zeta.accepted(view({ price: 20 })), { task_uuid: view().id, status: 'pending', price: '0.0020' });
});

test('a seed is drawn that the caller of a family may send, also of one that takes none', () => {
  assert.deepEqual(zeta.seeds, { min: 0, max: 9 });
  for (const { slug, read, seeds } of families) {
    const body = familyNamed(slug).schemas.request['examples'] as Record<string, unknown>[];
    for (const seed of [seeds.min, seeds.max]) assert.ok(read({ ...body[0], seed }, 'live').ok, slug);
  }
});

test('a tenth family is in the OpenAPI document', () => {
  const document = buildOpenapi([...families, zeta], { version: '1.2.3' }) as {
    paths: Record<string, unknown>;
    components: { schemas: Record<string, unknown> };
    webhooks: Record<string, unknown>;
  };
  for (const path of ['/v1/zeta/generate', '/v1/zeta/generations', '/v1/zeta/generations/{task_uuid}']) {
    assert.ok(document.paths[path], path);
  }
  assert.deepEqual(document.components.schemas['ZetaRequest'], requestSchemaOf(zeta.schemas.request));
  assert.ok(document.webhooks['zetaFinished']);
});

// The compiler is the check here: an expected error that does not come is itself an error.
const fields = { prompt: text(1, 9).required(), callback_url: callbackUrl() };
type Rules = FamilyDefinition<typeof fields>['rules'];

export const rulesOverKnownFields: Rules = [notTogether('prompt', 'callback_url')];
// @ts-expect-error a rule that names an unknown field does not compile
export const ruleOverUnknownField: Rules = [notTogether('prompt', 'image_url')];
// @ts-expect-error a rule over lists does not take a text field
export const listRuleOverText: Rules = [atMost(1, 'prompt')];
