/** Signing in, as people do it: by the printed link, with a password, and what the page says when it does not work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignInToken } from '@afterimage/server/accounts/sign-in-links';
import { prepareFirstStart } from '../../server/src/people/first-start.ts';
import { firstStartBanner } from '../../server/src/people/first-start-banner.ts';
import { invite } from '../../server/src/people/invitations.ts';
import { assertAccessible } from './support/axe.ts';
import { noChromium, visit } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { startPages, type TestAccount, type TestService, visitAs } from './support/service.ts';

const password = 'correct horse battery';

const linkFor = async ({ db }: TestService, { id }: TestAccount) =>
  `/sign-in#${await db.transaction((tx) => createSignInToken(tx, id))}`;

/** As the first start prints it. */
async function printedLink({ db, settings, url }: TestService): Promise<string> {
  await db.query({ text: `delete from service_secrets where name = 'first_start'` });
  const first = await prepareFirstStart(db, settings);
  return /Sign in +(\S+)/.exec(firstStartBanner(url, first!))![1]!;
}

test('signing in', { skip: noChromium }, async (t) => {
  const service = await startPages(t);
  const account = await service.account();
  const { page, context, strangers, faults } = await visit(t, { url: service.url });

  await t.test(
    'the link of the first start signs in the operator, leaves the address, asks for a password',
    async () => {
      const link = await printedLink(service);
      const token = link.split('#')[1]!;
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(link);
      await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
      await holds(async () => assert.equal(page.url(), `${service.url}/sign-in`));
      await assertAccessible(page, 'choose a password');
      await page.getByLabel('New password').fill('short');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('alert').getByText('Too short: at least 10 characters').waitFor();
      await page.getByLabel('New password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
      await page.getByRole('link', { name: 'Operator' }).waitFor();

      await holds(async () => {
        const storage = await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        );
        const [cookie] = await context.cookies();
        assert.equal(cookie?.httpOnly, true);
        for (const secret of [token, password, cookie!.value]) {
          assert.ok(!storage.includes(secret), 'no secret is where a script could read it');
          assert.ok(
            requests.every((url) => !url.includes(secret)),
            'no secret is in an address',
          );
          assert.ok(!(await page.content()).includes(secret));
        }
      });
      assert.deepEqual(strangers, []);
      // Who is there was nobody at first; and the one too short a password.
      assert.deepEqual(
        faults.filter((fault) => !/40[01]/.test(fault)),
        [],
      );

      await context.clearCookies();
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('alert').getByText('used already').waitFor();
      await holds(async () => assert.equal(page.url(), `${service.url}/sign-in`));
    },
  );

  await t.test('email and password lead back to where one was going; wrong ones say so', async () => {
    await page.goto('/keys');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await holds(async () => assert.equal(new URL(page.url()).searchParams.get('next'), '/keys'));
    await page.getByLabel('Email').fill(service.settings.ownerEmail);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Email or password is wrong').waitFor();
    await assertAccessible(page, 'sign-in, refused');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await holds(async () => assert.equal(new URL(page.url()).pathname, '/keys'));
  });

  await t.test(
    'whoever is signed in goes on from the sign-in page, and by an invitation into its account',
    async () => {
      await page.goto('/sign-in?next=/balance');
      await page.getByRole('heading', { level: 1, name: 'Balance' }).waitFor();
      const [owner] = await service.db.query<{ id: string }>({ text: 'select id from people where operator' });
      const email = service.settings.ownerEmail;
      const invited = { email, role: 'member', accountId: account.id, invitedBy: owner!.id } as const;
      const invitation = await service.db.transaction((tx) => invite(tx, invited));
      assert.ok(invitation.outcome === 'invited');
      await page.goto(`/sign-in#${invitation.token}`);
      await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
      await page.waitForURL(`${service.url}/?account=${account.id}&mode=live`);
      // Whoever came by a link need not know the password so far.
      await page.goto('/settings');
      await page.getByLabel('Current password (not needed right after a sign-in link)').waitFor();
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('The password is set; other sessions have ended').waitFor();
    },
  );

  await t.test('a link for somebody who forgot the password lets them choose another, or keep it', async () => {
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(await printedLink(service));
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await assertAccessible(page, 'choose a new password');
    await page.getByText('The one so far is not needed.').waitFor();
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
    await page.goto('about:blank');
    await page.goto(await printedLink(service));
    await page.getByRole('button', { name: 'Keep the one I have' }).click();
    await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
  });

  await t.test('too many wrong passwords are told how long to wait', async () => {
    await context.clearCookies();
    await page.goto('/sign-in');
    const email = 'nobody@example.com';
    const headers = { origin: service.url };
    const guess = (at: number) =>
      page.request.post('/api/session', { data: { email, password: `guess ${at}` }, headers });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('guess number 11');
    await holds(async () => {
      // Who has guessed often waits longer each time, and while some of their guesses wait, further ones are refused.
      for (let at = 0; at < 20; at++) void guess(at).catch(() => {});
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/session'));
      await page.getByRole('button', { name: 'Sign in' }).click();
      assert.equal((await answered).status(), 429);
      await page.getByRole('alert').getByText('Too many attempts. Try again in a minute.').waitFor();
    });
  });

  await t.test('what the provider’s way back tells is said; a next page elsewhere is not followed', async () => {
    await page.goto('/sign-in?problem=unknown_person');
    await page.getByRole('alert').getByText('Ask the operator for an invitation').waitFor();
    await page.goto(
      `/sign-in?next=${encodeURIComponent('//evil.example/')}#${(await linkFor(service, account)).split('#')[1]}`,
    );
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
    await page.waitForURL(`${service.url}/?mode=live`);
  });

  await t.test('settings: theme, sessions, and signing out everywhere', async (t) => {
    const account = await service.account();
    const here = await visitAs(t, service, { account });
    const there = await visitAs(t, service, { account });
    await here.page.goto('/settings');
    await here.page.getByText('This browser', { exact: true }).waitFor();
    await assertAccessible(here.page, 'settings');

    await here.page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await holds(async () =>
      assert.equal(await here.page.evaluate(() => document.documentElement.dataset['theme']), 'dark'),
    );
    await here.page.reload();
    await holds(async () =>
      assert.equal(await here.page.evaluate(() => document.documentElement.dataset['theme']), 'dark'),
    );

    await here.page.getByRole('button', { name: /^End the session/ }).click();
    await here.page.getByText('The session has ended').waitFor();
    await there.page.goto('/settings');
    await there.page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const left = 'select from sessions s join memberships m using (person_id) where m.account_id = $1';
    assert.equal((await service.db.query({ text: left }, [account.id])).length, 0);
  });
});

test('where signing up is open, anybody makes an account', { skip: noChromium }, async (t) => {
  const service = await startPages(t, { env: { AFTERIMAGE_SIGN_UP: 'open' } });
  const { page } = await visit(t, { url: service.url, width: 360, height: 740 });
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await assertAccessible(page, 'sign-up');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
});
