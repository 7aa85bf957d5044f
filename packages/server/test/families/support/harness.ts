/** What the tests of every family share: submits that are accepted or refused, ends that refund or not, media that is really there. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Mode } from '@afterimage/contract';
import { type Family, families } from '@afterimage/contract';
import type { Answer } from '../../support/ask.ts';
import { type Outside, openOutside } from '../../support/outside-world.ts';
import { loopback, startTestService, type TestAccount, type TestService } from '../../support/service.ts';

export interface FamilyBench {
  service: TestService;
  account: TestAccount;
  outside: Outside;
  family: Family;
  submitPath: string;
  statusPath(id: string): string;
}

type Body = Record<string, unknown>;

/** A sandbox prompt that keeps its job waiting: what it costs and how it looks can be seen, and nothing is drawn. */
export const waiting = '[[queue 3600]]';

export const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The failure codes of every alpha family and of beta, and whether each gives the price back. */
export const alphaCodes: readonly (readonly [code: string, comesBack: boolean])[] = [
  ['CONTENT_POLICY_VIOLATION', false],
  ['IMAGE_INACCESSIBLE', false],
  ['INVALID_IMAGE', false],
  ['TIMEOUT', true],
  ['TASK_FAILED', true],
  ['MAINTENANCE', true],
];

export async function openFamily(t: TestContext, slug: string): Promise<FamilyBench> {
  const outside = await openOutside(t);
  const service = await startTestService(t, { env: { AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const family = families.find((one) => one.slug === slug)!;
  return {
    service,
    account: await service.account(),
    outside,
    family,
    submitPath: `${family.path}/generate`,
    statusPath: (id) => `${family.path}/generations/${id}${family.documentedWithSlash ? '/' : ''}`,
  };
}

export function idOf(bench: FamilyBench, answer: Answer): string {
  const id = answer.body[bench.family.idName];
  assert.match(String(id), uuidV7, JSON.stringify(answer.body));
  return id as string;
}

/** In ten-thousandths, as the ledger counts: differences of floats are not exact. */
export async function balanceOf(bench: FamilyBench, mode: Mode): Promise<number> {
  return Math.round((await bench.account[mode].balance()) * 10_000);
}

/** Submits to the sandbox, where the job waits; returns its id. The charge is exactly the price. */
export async function accepts(bench: FamilyBench, body: Body, expected: { price: string; ignored?: string }) {
  const before = await balanceOf(bench, 'sandbox');
  const sent = { ...body, prompt: `${body['prompt'] ?? 'a fox in fresh snow'} ${waiting}` };
  const answer = await bench.account.sandbox.submit(bench.submitPath, sent);
  assert.equal(answer.status, 200, answer.bytes.toString());
  const id = idOf(bench, answer);
  assert.equal(before - (await balanceOf(bench, 'sandbox')), Math.round(Number(expected.price) * 10_000));
  assert.equal(answer.headers['afterimage-ignored'], expected.ignored);
  return { id, answer: answer.body, prompt: sent.prompt };
}

/** Refused with every fault named, in the family's shape, and free of charge. */
export async function refuses(bench: FamilyBench, body: Body, faults: [field: string, message: string][]) {
  const before = await balanceOf(bench, 'live');
  const answer = await bench.account.live.submit(bench.submitPath, { prompt: 'a fox in fresh snow', ...body });
  assert.equal(answer.status, 400, answer.bytes.toString());
  assert.deepEqual(answer.body, {
    detail: faults.map(([, message]) => message).join('; '),
    errors: faults.map(([field, message]) => ({ field, message })),
  });
  assert.equal(await balanceOf(bench, 'live'), before);
}

/** Plays a failure with the sandbox; returns its id, its record and its webhook, and whether the price came back. */
export async function fails(bench: FamilyBench, body: Body, code: string) {
  const { outside, service, account } = bench;
  const before = await balanceOf(bench, 'sandbox');
  const prompt = `a fox in fresh snow [[fail ${code}]]`;
  const submitted = await account.sandbox.submit(bench.submitPath, { ...body, prompt, callback_url: outside.hook });
  assert.equal(submitted.status, 200, submitted.bytes.toString());
  const id = idOf(bench, submitted);
  assert.equal(await service.ended(id), 'failed');
  const charged = before - (await balanceOf(bench, 'sandbox'));
  const { body: record } = await account.sandbox.get(bench.statusPath(id));
  const { payload } = await outside.eventAbout(id);
  return { id, prompt, record, payload, charged };
}

/** Really makes one, with the live key, and fetches it by the link of its record. */
export async function completes(bench: FamilyBench, body: Body) {
  const { outside, service, account } = bench;
  // Nothing that falls or drifts: drawing and encoding a moving foreground takes longer.
  const prompt = 'a blue ocean at noon';
  const sent = { prompt, callback_url: outside.hook, ...body };
  const submitted = await account.live.submit(bench.submitPath, sent);
  assert.equal(submitted.status, 200, submitted.bytes.toString());
  const id = idOf(bench, submitted);
  assert.equal(await service.ended(id), 'completed');
  const { body: record } = await account.live.get(bench.statusPath(id));
  const { payload } = await outside.eventAbout(id);
  const url = String(record['video_url'] ?? record['image_url'] ?? record['result_image_url']);
  const media = await service.ask('GET', url);
  assert.equal(media.status, 200);
  return { id, prompt, record, payload, url, media };
}

/** The record while it is processed, which it is for longer than the test takes: nothing of its end gets among other ends. */
export async function whileProcessing(bench: FamilyBench, body: Body) {
  const prompt = 'a fox in fresh snow [[slow 300]]';
  const submitted = await bench.account.sandbox.submit(bench.submitPath, { ...body, prompt });
  const id = idOf(bench, submitted);
  await bench.service.reached(id, 'processing');
  const { body: record } = await bench.account.sandbox.get(bench.statusPath(id));
  return { id, prompt, record };
}
