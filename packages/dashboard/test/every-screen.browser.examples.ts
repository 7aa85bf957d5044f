/** Every screen at three widths and at 200 % zoom, in both themes, without movement, and by keyboard alone. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeOperator } from '../../server/src/people/people.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, type TestAccount, type TestService, visitAs } from './support/service.ts';

/** Wide, a small laptop, a telephone. */
const widths = [1440, 1024, 390];
const laptop = 1024;
/** A window of 1440 by 900 whose page is shown twice as large. */
const zoomed = { width: 720, height: 450 };

interface Look {
  path: string;
  /** What is there once it has come. */
  shows: RegExp;
}

async function looksOf(service: TestService, account: TestAccount): Promise<Look[]> {
  const made = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A hare' });
  const failed = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A fox [[fail API_ERROR]]' });
  await account.sandbox.submit('/v1/delta/generate', { prompt: 'A kite [[queue 600]]' });
  // The longest code there is.
  const policy = 'A raven [[fail CONTENT_POLICY_VIOLATION]]';
  const refused = await account.sandbox.submit('/v1/alpha/generate', { prompt: policy });
  await service.ended(String(refused.body['generation_id']));
  const ids = [made, failed].map(({ body }) => String(body['task_uuid']));
  for (const id of ids) await service.ended(id);
  return [
    { path: '/', shows: /A kite/ },
    { path: `/generations/${ids[1]}`, shows: /API_ERROR/ },
    { path: '/playground/beta', shows: /Generate/ },
    { path: '/keys', shows: /Spent, 30 days|used/ },
    { path: `/keys/${account.sandbox.keyId}`, shows: /POST.*\/v1\/delta\/generate/ },
    { path: '/balance', shows: /Where it went/ },
    { path: '/webhooks', shows: /callback_url/ },
    { path: '/settings', shows: /Sessions|Signed in/ },
    { path: '/operator', shows: /Over time/ },
    { path: '/operator/engines', shows: /studio/ },
    { path: '/operator/jobs', shows: /CONTENT_POLICY_VIOLATION/ },
    { path: '/operator/accounts', shows: /@/ },
    { path: `/operator/accounts?of=${account.id}`, shows: /All accounts/ },
    { path: '/operator/people', shows: /@/ },
    { path: '/operator/invitations', shows: /Open/ },
    { path: '/operator/log', shows: /Nothing can be taken out of it/ },
    { path: '/nowhere', shows: /There is nothing at this address/ },
  ];
}

const at = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}mode=sandbox`;

async function show(page: Page, { path, shows }: Look): Promise<void> {
  await walkTo(page, at(path));
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await page.locator('.shimmer').first().waitFor({ state: 'detached' });
}

/** Sideways, nothing scrolls but what is made for it. */
async function assertFits(page: Page, where: string): Promise<void> {
  await holds(async () => {
    const { wide, window } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      window: document.documentElement.clientWidth,
    }));
    assert.ok(wide <= window, `${where}: ${wide} of ${window} pixels`);
  });
}

/** A laptop has room for whole tables: what stands at their right is what one does with a row. */
async function assertTablesFit(page: Page, where: string): Promise<void> {
  await holds(async () => {
    const cut = await page
      .locator('[role=group]:has(> table)')
      .evaluateAll((frames) =>
        frames
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((frame) => frame.getAttribute('aria-label')),
      );
    assert.deepEqual(cut, [], where);
  });
}

test('every screen', { skip: noChromium }, async (t: TestContext) => {
  const service = await startPages(t);
  const account = await service.account();
  await service.db.transaction((tx) => makeOperator(tx, account.id));
  const looks = await looksOf(service, account);
  const { page, context, faults, strangers } = await visitAs(t, service, { account });
  const invitation = { email: `${'a-long-name.'.repeat(5)}@department-of-long-names.example.com`, role: 'owner' };
  const headers = { origin: service.url };
  assert.ok((await context.request.post('/api/operator/invitations', { data: invitation, headers })).ok());
  await page.goto(at('/'));

  for (const look of looks) {
    await t.test(look.path.replace(/[0-9a-f-]{36}/, 'ID'), async () => {
      await show(page, look);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await assertFits(page, `${look.path}, ${width} wide`);
        if (width >= laptop) await assertTablesFit(page, `${look.path}, ${width} wide`);
        await assertAccessible(page, `${look.path}, ${width} wide`);
      }
      await page.setViewportSize(zoomed);
      await assertFits(page, `${look.path}, at 200 %`);
      await holds(async () => {
        const moving = await page.evaluate(() =>
          document
            .getAnimations()
            .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getTiming().duration) > 50)
            .map(
              (animation) =>
                (animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty,
            ),
        );
        assert.deepEqual(moving, [], 'who wants no movement sees none');
      });
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  }

  await t.test('what a newcomer sees first, on a telephone', async () => {
    const { page: first } = await visitAs(t, service, { account: await service.account(), width: 390, height: 844 });
    await first.goto('/');
    await first.getByRole('heading', { name: 'No generations yet' }).waitFor();
    await assertFits(first, 'an empty gallery');
  });

  await t.test('by keyboard alone: a key is limited, its requests are read, and an account is looked at', async () => {
    await walkTo(page, at('/keys'));
    const name = page.getByRole('link', { name: 'test', exact: true }).first();
    await name.waitFor();
    await tabTo(page, /^Limit what test may spend/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Limit what “test” may spend' }).waitFor();
    await page.keyboard.type('25');
    await page.keyboard.press('Enter');
    await page.getByText('$25.00 a month').filter({ visible: true }).first().waitFor();
    await tabTo(page, /^test$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Last requests' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Last requests' }).waitFor({ state: 'detached' });

    await walkTo(page, at('/operator/accounts'));
    await page
      .getByRole('button', { name: /^Grant credit to/ })
      .first()
      .waitFor();
    await tabTo(page, /@/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
  });

  assert.deepEqual({ faults, strangers }, { faults: [], strangers: [] });
});

/** As somebody without a mouse goes there. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement: on } = document;
      return on?.closest('main') ? (on.getAttribute('aria-label') ?? on.textContent ?? '').trim() : '';
    });
    if (wanted.test(name)) return;
  }
  assert.fail(`Tab never comes to ${wanted}`);
}
