/** What is kept of a request is enough to submit it once more: the same request, so the same work and the same price. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Family, families, type GenerationRequest } from '../src/index.ts';
import { type Body, upload, videoUpload } from './support/reading.ts';

type Schema = Record<string, unknown>;

/** Something that a field may take, by its schema; never sent as often as sent. */
function sample(name: string, schema: Schema, family: Family): fc.Arbitrary<unknown> {
  const rule = family.mediaFields.get(name);
  const url = fc.constant('https://a.example/1');
  const file = fc.constant(rule?.kind === 'video' ? videoUpload() : upload());
  if (rule !== undefined) {
    const one: fc.Arbitrary<unknown> = rule.takes === 'url' ? url : file;
    return rule.list ? fc.array(one, { minLength: 1, maxLength: 2 }) : one;
  }
  if (name === 'prompt') return fc.constant('a red fox in the snow');
  if (name === 'callback_url') return fc.constant('https://a.example/hook');
  if (name === 'duration') return fc.constantFrom<unknown>('5', '10', 5, 10, 15);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (schema['type'] === 'boolean') return fc.boolean();
  if (schema['type'] === 'integer' || schema['type'] === 'number') {
    return fc.constantFrom(schema['minimum'] ?? 1, schema['maximum'] ?? 2);
  }
  return fc.constant('some words');
}

function bodies(family: Family): fc.Arbitrary<Body> {
  const properties = Object.entries(family.schemas.request['properties'] as Record<string, Schema>);
  const parts = properties.map(([name, schema]) => {
    const needed = name === 'prompt';
    return [
      name,
      needed ? sample(name, schema, family) : fc.option(sample(name, schema, family), { nil: undefined, freq: 2 }),
    ];
  });
  return fc
    .record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>)
    .map((body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)));
}

/** As the service does it: the fields, and each medium in its place. */
function bodyAgain({ fields, media }: GenerationRequest): Body {
  const body: Body = { ...fields };
  for (const { field, source } of media) {
    const value = 'url' in source ? source.url : source.upload;
    const [, list, index] = /^(.*)\[(\d+)\]$/.exec(field) ?? [];
    if (list === undefined) body[field] = value;
    else {
      const items = (body[list] as unknown[] | undefined) ?? [];
      items[Number(index)] = value;
      body[list] = items;
    }
  }
  return body;
}

for (const family of families) {
  test(`${family.title}: a request that was accepted is accepted again from what is kept of it`, () => {
    let acceptedOnes = 0;
    const again = (body: Body) => {
      const first = family.read(body, 'live');
      if (!first.ok) return;
      acceptedOnes += 1;
      const second = family.read(bodyAgain(first.request), 'live');
      assert.ok(second.ok, JSON.stringify({ body, second }));
      assert.deepEqual(second.request, first.request);
    };
    again((family.schemas.request['examples'] as Body[])[0]!);
    fc.assert(fc.property(bodies(family), again), { numRuns: 1_500 });
    assert.ok(acceptedOnes > 20, `${acceptedOnes} of them were accepted`);
  });
}
