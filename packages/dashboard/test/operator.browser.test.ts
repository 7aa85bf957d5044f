/** The operator's screens: credit with a reason, an invitation that is used, maintenance, and who does not see them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOperator } from '../../server/src/people/people.ts';
import { addPeak } from '../../server/test/api/support/add-peak.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium, visit, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, visitAs } from './support/service.ts';

test('the operator', { skip: noChromium }, async (t) => {
  const service = await startPages(t);
  const account = await service.account();
  const other = await service.account({ credit: '5' });
  await service.db.transaction((tx) => makeOperator(tx, account.id));
  const { page, faults, strangers } = await visitAs(t, service, { account });

  await t.test('sees queue, engines, storage and webhooks, and a peak of a minute in the week', async () => {
    await addPeak(service.db, { accountId: account.id, at: new Date(Date.now() - 3 * 86_400_000) });
    await page.goto('/operator');
    await page.getByRole('heading', { name: 'Engines' }).waitFor();
    for (const figure of ['Waiting', 'Processing', 'Storage', 'Webhooks, 24 hours']) {
      await page.getByText(figure, { exact: true }).first().waitFor();
    }
    await page.route('**/api/operator/overview**', async (route) => {
      const answer = await route.fetch();
      const told = await answer.json();
      await route.fulfill({ json: { ...told, webhooks: { ...told.webhooks, failed_24_hours: 0, failing: 4 } } });
    });
    await page.locator('.text-bad', { hasText: '4 failing' }).waitFor();
    await holds(async () => assert.equal(await page.locator('.text-bad', { hasText: '0 failed' }).count(), 0));
    await page.unroute('**/api/operator/overview**');
    await page.getByRole('heading', { name: 'Over time' }).waitFor();
    await page.getByText('In the queue').waitFor();
    await page.getByText('Week', { exact: true }).click();
    await page.getByText('Nothing in this time').first().waitFor();
    await assertAccessible(page, 'operator overview');
    const load = page.getByRole('heading', { name: 'Peak load' }).locator('../..').locator('figure');
    await load.getByText('5', { exact: true }).waitFor();
    const ends = load.locator('> div').last();
    await holds(async () =>
      assert.match((await ends.textContent())!, /^[A-Z][a-z]{2} \d+, .*[A-Z][a-z]{2} \d+, /, 'a week has dates'),
    );
    await page.getByText('Hour', { exact: true }).click();
    await page.getByText('Nothing in this time').first().waitFor();
    await page.getByText('0 failed, 0 failing, 0 waiting').waitFor();
    const prompt = 'a fox [[fail API_ERROR]]';
    // Nobody listens.
    await account.sandbox.submit('/v1/delta/generate', { prompt, callback_url: 'http://127.0.0.1:1/hook' });
    await page.getByText(/^0 failed, [1-9]\d* failing, 0 waiting$/).waitFor();
  });

  await t.test('finds the operator’s pages by Ctrl-K', async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('engin');
    await palette.locator('[aria-selected=true]').getByText('Operator: Engines').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/operator\/engines/);
    await page.goto('/operator');
  });

  await t.test('switches a family’s maintenance on and off', async () => {
    const family = page.getByRole('switch', { name: 'Maintenance of beta' });
    await family.click();
    await page.getByRole('dialog', { name: 'Close beta to everybody?' }).waitFor();
    await assertAccessible(page, 'starting maintenance');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await holds(async () => assert.equal(await family.getAttribute('aria-checked'), 'false'));
    await family.click();
    await page.getByRole('button', { name: 'Start maintenance' }).click();
    await page.getByText('Under maintenance since').waitFor();
    await holds(async () => assert.equal(await family.getAttribute('aria-checked'), 'true'));
    const refused = await account.live.submit('/v1/beta/generate', { prompt: 'a cat' });
    assert.equal(refused.status, 503);
    await family.click();
    await page.getByRole('button', { name: 'End maintenance' }).click();
    await page.getByText('beta is open again').waitFor();
  });

  await t.test('grants credit with a reason, and the account has it', async () => {
    await page.getByRole('link', { name: 'Accounts' }).click();
    const [{ email }] = (await service.db.query({ text: 'select email from accounts where id = $1' }, [other.id])) as [
      { email: string },
    ];
    await page.getByRole('button', { name: `Grant credit to ${email}` }).click();
    await page.getByLabel('Amount in USD').fill('2.50001');
    await page.getByLabel('Reason').fill('for the workshop');
    await page.getByRole('button', { name: 'Grant credit', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await assertAccessible(page, 'granting credit');
    await page.getByLabel('Amount in USD').fill('2.5');
    await page.getByRole('button', { name: 'Grant credit', exact: true }).click();
    await page.getByText(`${email} now has $7.50`).waitFor();
    await page.getByRole('cell', { name: '$7.50' }).waitFor();
    assert.equal(await other.live.balance(), 7.5);
    const rows = await service.db.query<{ reason: string }>(
      { text: `select reason from ledger_entries where account_id = $1 order by id desc limit 1` },
      [other.id],
    );
    assert.equal(rows[0]?.reason, 'for the workshop');
    await assertAccessible(page, 'accounts');
    await page.getByLabel('Search accounts by email').fill('nobody of this name');
    await page.getByText('No accounts match').waitFor();
  });

  await t.test('looks at one account, suspends it, and takes its requests again', async () => {
    await page.getByLabel('Search accounts by email').fill('');
    await page
      .getByRole('row', { name: /\$7\.50/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.getByText('Nobody has signed in to it yet.').waitFor();
    await assertAccessible(page, 'an account');
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog', { name: 'Suspend this account?' }).waitFor();
    await assertAccessible(page, 'suspending an account');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText(/^Suspended since/).waitFor();
    await eventually(async () => (await other.live.get('/v1/data/balance')).status === 403);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/^Suspended since/).waitFor({ state: 'detached' });
    await eventually(async () => (await other.live.get('/v1/data/balance')).status === 200);
    await page.getByRole('link', { name: 'Show them' }).click();
    await page.getByRole('button', { name: 'Of one account only' }).waitFor();
  });

  await t.test('finds anybody’s generations by a search', async () => {
    await other.live.submit('/v1/beta/generate', { prompt: 'a lighthouse in a storm' });
    await account.sandbox.submit('/v1/beta/generate', { prompt: 'a quiet harbour' });
    await page.getByRole('button', { name: /^(Of one account only|Only )/ }).click();
    await page.getByText('a lighthouse in a storm').waitFor();
    await page.getByText('a quiet harbour').waitFor();
    await assertAccessible(page, 'jobs');
    await page.getByLabel('Search by prompt, email or id').fill('lighthouse');
    await page.getByText('a quiet harbour').waitFor({ state: 'detached' });
    await page.getByLabel('Search by prompt, email or id').fill('nothing like it');
    await page.getByText('No generations match “nothing like it”').waitFor();
    await page.getByLabel('Search by prompt, email or id').fill('');
    await page.getByText('Failed', { exact: true }).first().click();
    await page.getByText('a lighthouse in a storm').waitFor({ state: 'detached' });
    await page.getByText('a peak').first().waitFor();
    const [{ email }] = (await service.db.query({ text: 'select email from accounts where id = $1' }, [other.id])) as [
      { email: string },
    ];
    // The list was looked at before, and was empty: it follows by itself.
    await walkTo(page, `/operator/jobs?of=${other.id}`);
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('button', { name: `Only ${email}` }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page
      .getByRole('row', { name: /lighthouse/ })
      .getByRole('link', { name: email })
      .waitFor();
    await assertAccessible(page, 'jobs of an account on a telephone');
    const parts = page.getByRole('navigation', { name: 'Operator' });
    const isWhole = () => parts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    await holds(async () => assert.ok(await isWhole(), 'every part is in sight'));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('sees in the log what operators changed', async () => {
    await page.getByRole('link', { name: 'Log' }).click();
    await page.getByText('Closed beta for maintenance').waitFor();
    await page.getByText('Opened beta again').waitFor();
    await page.getByText(/^Suspended .*@/).waitFor();
    await page.getByText(/^Gave \$2\.50 of credit to .*: “for the workshop”$/).waitFor();
    await assertAccessible(page, 'the log');
  });

  await t.test('invites somebody, who comes in by the link and is listed', async () => {
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('No invitations in the last 30 days').waitFor();
    await assertAccessible(page, 'no invitations');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('Their email address').fill('grace@example.com');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = (await page.locator('[data-secret]').textContent())!;
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await holds(async () =>
      assert.equal(await page.locator('[data-secret]').count(), 1, 'a stray key or click does not take the link away'),
    );
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Open', { exact: true }).waitFor();
    await assertAccessible(page, 'invitations');

    const guest = await visit(t, { url: service.url });
    await guest.page.goto(link);
    await guest.page.getByText('grace@example.com').waitFor();
    await guest.page.getByRole('button', { name: 'Later' }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
    await walkTo(guest.page, '/operator');
    await guest.page.getByText('Only the operator sees this').waitFor();

    await page.getByRole('link', { name: 'People' }).click();
    const grace = page.getByRole('row', { name: /^grace@example.com/ });
    await grace.getByText('its only owner').last().waitFor();
    await holds(async () =>
      assert.equal(
        await grace.getByRole('button', { name: /^Take/ }).count(),
        0,
        'an account’s only owner cannot be taken out of it',
      ),
    );
    await grace.getByRole('link', { name: 'grace@example.com' }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 2, name: 'grace@example.com' }).waitFor();
    await page.goBack();
    await grace.getByRole('button', { name: 'Make a sign-in link for grace@example.com' }).click();
    const newLink = (await page.locator('[data-secret]').textContent())!;
    await page.getByText(/leave “Current password” empty/).waitFor();
    await assertAccessible(page, 'a sign-in link');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await guest.context.clearCookies();
    await guest.page.goto('about:blank');
    await guest.page.goto(newLink);
    await guest.page.getByText('grace@example.com').first().waitFor();
    await page.goto('/operator/log');
    await page.getByText('Made a sign-in link for grace@example.com').waitFor();

    await service.db.query(
      {
        text: `insert into memberships (account_id, person_id, role) select a.id, p.id, 'owner'
          from accounts a, people p join memberships m on m.person_id = p.id
          where a.email = 'grace@example.com' and a.mode = 'live' and m.account_id = $1`,
      },
      [account.id],
    );
    await page.goto('/operator/people');
    await page.getByRole('button', { name: 'Take grace@example.com out of grace@example.com' }).first().waitFor();
    await assertAccessible(page, 'people');
    await page.getByRole('button', { name: 'Take grace@example.com out of grace@example.com' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
    await page.getByText('grace@example.com is no longer in grace@example.com').waitFor();
    await eventually(async () => {
      const rows = await service.db.query({
        text: `select from memberships m join people p on p.id = m.person_id where p.email = 'grace@example.com'`,
      });
      return rows.length === 0 ? true : undefined;
    });
  });

  // The amount with five decimals.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('400')),
    [],
  );
  assert.deepEqual(strangers, []);
});
