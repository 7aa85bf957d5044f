/** Webhooks in a real browser: a failed delivery is sent again to a real receiver, and a test event is verified. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { Webhook } from 'standardwebhooks';
import {
  answering,
  type Behaviour,
  isEnd,
  startReceiver,
  trustedAuthority,
} from '../../server/test/support/receiver.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { loopback, startPages, visitAs } from './support/service.ts';

/** A failure is told of as an end is, and nothing is drawn for it. */
const failing = '[[fail API_ERROR]]';
const certificate = trustedAuthority().issue(['127.0.0.1']);
/** Ends are answered so; whatever else is told of a generation is taken at once, and in nobody's way. */
const toEnds =
  (behaviour: Behaviour): Behaviour =>
  (response, event, request) =>
    (isEnd(event) ? behaviour : answering(204))(response, event, request);

test('Webhooks', { skip: noChromium }, async (t) => {
  let answer = 503;
  const answerAsTold = (response: ServerResponse) => response.writeHead(answer).end('out of order');
  const receiver = await startReceiver(t, toEnds(answerAsTold), { certificate });
  const service = await startPages(t, {
    env: { AFTERIMAGE_EGRESS_ALLOW: loopback, AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '0' },
  });
  const account = await service.account();
  const { page, faults, strangers } = await visitAs(t, service, { account });

  await t.test('before anything was sent it says how to begin, accessibly', async () => {
    await page.goto('/webhooks?mode=sandbox');
    await page.getByText('No webhook has been sent yet').waitFor();
    await holds(async () => assert.equal(await page.getByRole('button', { name: 'Redeliver all failed' }).count(), 0));
    await assertAccessible(page, 'webhooks, empty');
  });

  await t.test('a delivery fails before the reader’s eyes and is delivered when it is sent again', async () => {
    await account.sandbox.submit('/v1/delta/generate', { prompt: `a fox ${failing}`, callback_url: receiver.url });
    await page.getByRole('row', { name: /Failed/ }).waitFor();
    await page.getByRole('link', { name: 'generation.failed' }).click();
    await page.getByRole('dialog').getByText('5 of 5').waitFor();
    await page.getByText('out of order').first().waitFor();
    await assertAccessible(page, 'a delivery');
    answer = 204;
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
    await page.getByRole('dialog').getByText('Delivered').waitFor();
    const received = receiver.received.filter(isEnd);
    assert.equal(received.length, 6);
    assert.equal(received[5]?.body, received[0]?.body);
    assert.equal(received[5]?.headers['webhook-id'], received[0]?.headers['webhook-id']);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /generation\.failed.*Delivered/ }).waitFor();
    await assertAccessible(page, 'webhooks');
  });

  await t.test('all that failed are sent again at once', async () => {
    answer = 503;
    await account.sandbox.submit('/v1/delta/generate', { prompt: `a bear ${failing}`, callback_url: receiver.url });
    await page.getByRole('row', { name: /Failed/ }).waitFor();
    answer = 204;
    await page.getByRole('button', { name: 'Redeliver all failed' }).click();
    await page.getByText('Sending again: 1').waitFor();
    await page.getByRole('row', { name: /Failed/ }).waitFor({ state: 'detached' });
    // With nothing that failed there is nothing to offer.
    await page
      .getByRole('row', { name: /Delivered/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Redeliver all failed' }).waitFor({ state: 'detached' });
  });

  await t.test('a test event is signed with the secret that is shown when asked', async () => {
    await page.getByRole('tab', { name: 'Signing secret' }).click();
    const code = page.locator('[data-secret]');
    await holds(async () => assert.doesNotMatch((await code.textContent()) ?? '', /whsec_/));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(/^whsec_/).waitFor();
    const secret = (await code.textContent()) ?? '';
    await assertAccessible(page, 'signing secret');
    await page.getByRole('button', { name: 'Hide' }).click();
    const traces = () =>
      page.evaluate(
        () => document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage, location.href]),
      );
    await holds(async () => assert.ok(!(await traces()).includes(secret)));

    const before = receiver.received.length;
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText(/^Starts with https, or with http:\/\/localhost\. It is signed/).waitFor();
    await page.getByLabel('Address').fill('https://10.0.0.1/hook');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('The address 10.0.0.1 is not public').waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    const offered = page.getByLabel('Like an event of').locator('option');
    await holds(async () =>
      assert.deepEqual(
        await offered.allInnerTexts(),
        families.map(({ slug }) => slug),
      ),
    );
    await page.getByLabel('Like an event of').selectOption('gamma');
    await page.getByLabel('That ended').selectOption('Failed');
    await assertAccessible(page, 'a test event');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await receiver.arrived(before + 1);
    const event = receiver.received.at(-1);
    assert.ok(event !== undefined);
    new Webhook(secret).verify(event.body, event.headers);
    const { status, error } = JSON.parse(event.body) as { status: string; error: { message: string } };
    assert.deepEqual([status, error.message], ['failed', 'UNSAFE_CONTENT']);
    await page.getByRole('dialog').getByRole('heading', { name: 'test' }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a rotated secret signs beside the old one', async () => {
    await page.getByRole('tab', { name: 'Signing secret' }).click();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText(/The old secret signs beside it until/).waitFor();
    await page.getByRole('tab', { name: 'Receiver guide' }).click();
    await page.getByText('Answer 2xx at once, work later').waitFor();
    await assertAccessible(page, 'receiver guide');
    await page.reload();
    await page.getByRole('tab', { name: 'Receiver guide', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Signing secret', selected: true }).waitFor();
  });

  assert.deepEqual([faults.filter((fault) => !/status of 400/.test(fault)), strangers], [[], []]);
});

test('a webhook that is refused looks it, before the last attempt', { skip: noChromium }, async (t) => {
  const receiver = await startReceiver(t, toEnds(answering(503, 'out of order')), { certificate });
  const service = await startPages(t, {
    env: { AFTERIMAGE_EGRESS_ALLOW: loopback, AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '100' },
  });
  const account = await service.account();
  const { page } = await visitAs(t, service, { account });
  await page.goto('/webhooks?mode=sandbox');
  await account.sandbox.submit('/v1/delta/generate', { prompt: `a fox ${failing}`, callback_url: receiver.url });
  const row = page.getByRole('row', { name: /Failing/ });
  await row.getByText(/^HTTP 503, again in \d+ s$/).waitFor();
  await assertAccessible(page, 'webhooks, failing');
  const states = page.getByRole('group', { name: 'State' });
  await states.getByText('Waiting', { exact: true }).click();
  await page.getByText('No waiting deliveries').waitFor();
  await states.getByText('Failing', { exact: true }).click();
  await row.waitFor();
  await page.reload();
  await row.waitFor();
  await states.getByText('All', { exact: true }).click();
  await page.getByRole('link', { name: 'generation.failed' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Last answer').waitFor();
  await sheet.getByText(/^Sent again by itself in \d+ s$/).waitFor();
  await holds(async () => assert.equal(await sheet.getByRole('button', { name: 'Redeliver' }).count(), 0));
  await assertAccessible(page, 'a failing delivery');
  await page.keyboard.press('Escape');
  // Nobody listens: there is no status to show, but a reason.
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByLabel('Address').fill('https://127.0.0.1:1/hook');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await sheet.getByText('Last answer').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /test.*Failing.*No answer, again/ }).waitFor();
});
