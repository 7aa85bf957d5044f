import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { durationInWords } from '../src/screens/generation/durations.ts';
import { requestBodyOf } from '../src/screens/generation/request-body.ts';
import { FileMark } from '../src/screens/playground/code.ts';

const named = (slug: string) => families.find((family) => family.slug === slug)!;

test('the code of a generation asks for the same again, media by URL in their own fields', () => {
  const fields = { prompt: 'A fox', aspect_ratio: '1:1', callback_url: null };
  const inputs = [
    { field: 'images_url[0]', kind: 'image' as const, url: 'https://example.com/a.png' },
    { field: 'images_url[1]', kind: 'image' as const, url: 'https://example.com/b.png' },
  ];
  assert.deepEqual(requestBodyOf({ fields, inputs }, named('alpha-o3-photo')), {
    prompt: 'A fox',
    aspect_ratio: '1:1',
    images_url: ['https://example.com/a.png', 'https://example.com/b.png'],
  });
});

test('a file that was uploaded is a file again, never a link that will expire', () => {
  const inputs = [{ field: 'image_base64', kind: 'image' as const, url: 'https://here.example/media/x?signature=y' }];
  const body = requestBodyOf({ fields: { prompt: 'A fox' }, inputs }, named('beta'));
  assert.ok(body['image_base64'] instanceof FileMark);
});

test('durations are told in the unit that fits', () => {
  assert.deepEqual([-5, 23, 1234, 42_000, 61_500, 3_720_000].map(durationInWords), [
    '0 ms',
    '23 ms',
    '1.2 s',
    '42 s',
    '1 min 1 s',
    '1 h 2 min',
  ]);
});
