import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../server/test/support/eventually.ts';
import { drawingMilliseconds, noChromium, visit, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { signIn, startPages, visitAs } from './support/service.ts';

test('a generation is watched from the queue to a video that plays', {
  skip: noChromium,
  timeout: 2 * drawingMilliseconds,
}, async (t) => {
  const service = await startPages(t);
  const account = await service.account();
  const { page, faults, strangers } = await visitAs(t, service, { account });
  await page.goto('/?mode=sandbox');
  await page.getByRole('heading', { name: 'Nothing in the sandbox yet' }).waitFor();

  const prompt = 'A paper boat on a lake [[queue 3]] [[slow 3]]';
  const fields = { prompt, model: 'alpha_3', duration: 3 };
  const { body } = await account.sandbox.submit('/v1/alpha/generate', fields);
  const card = page.locator('[data-item]');
  // Nobody reloads: each state comes by itself.
  await page.locator('[data-item][data-status=pending]').waitFor();
  await page.locator('[data-item][data-status=processing] progress').waitFor();
  await card.click();
  await page.waitForURL(new RegExp(`/generations/${body['generation_id']}`));
  const video = page.locator('dialog video');
  await video.waitFor({ timeout: drawingMilliseconds });
  const played = await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
    return { seconds: element.duration, width: element.videoWidth, at: element.currentTime };
  });
  assert.equal(played.width, 1280);
  assert.ok(Math.abs(played.seconds - 3) < 0.1, `${played.seconds} s`);
  await holds(async () =>
    assert.ok(await page.getByRole('dialog').getByText('Completed', { exact: true }).isVisible()),
  );
  assert.deepEqual({ faults, strangers }, { faults: [], strangers: [] });
});

test('the gallery', { skip: noChromium }, async (t) => {
  // One for all of them: a start costs more than most of what is looked at here.
  const service = await startPages(t);
  // One browser for all of them, too; each brings its own account.
  const visitor = await visit(t, { url: service.url });
  const { page } = visitor;

  await t.test('a failed generation says why and shows its refund', async () => {
    const account = await service.account();
    await signIn(visitor, service, account);
    await page.goto('/?mode=sandbox');
    await account.sandbox.submit('/v1/gamma/generate', { prompt: 'A fox in the snow [[fail TIMEOUT]]' });
    await account.sandbox.submit('/v1/gamma/generate', { prompt: 'A hare in the snow [[fail UNSAFE_CONTENT]]' });
    const refunded = page.locator('[data-status=failed]', { hasText: 'A fox' });
    await refunded.getByText('refunded').waitFor();
    await refunded.click();
    const failure = page.getByRole('region', { name: 'Failure' });
    await failure.getByText('TIMEOUT', { exact: true }).waitFor();
    await failure.getByText('exceeded its time limit').waitFor();
    await holds(async () => assert.match(await failure.innerText(), /\$0\.4000 went back to the balance/));

    await page.keyboard.press('Escape');
    await page.waitForURL(/\/\?mode=sandbox$/);
    const kept = page.locator('[data-status=failed]', { hasText: 'A hare' });
    await kept.click();
    await holds(async () =>
      assert.match(await failure.innerText(), /UNSAFE_CONTENT[\s\S]*gives nothing back of \$0\.4000/),
    );
    await holds(async () => assert.equal(await page.getByText('Refund', { exact: true }).count(), 0));
  });

  await t.test('filters stand in the address, and an address brings them back', async () => {
    const account = await service.account();
    for (const prompt of ['A red fox [[fail TASK_FAILED]]', 'A grey hare [[fail TASK_FAILED]]']) {
      const { body } = await account.sandbox.submit('/v1/beta/generate', { prompt });
      await service.ended(body['generation_id'] as string);
    }
    const waiting = { prompt: 'A red kite [[queue 600]]' };
    await account.sandbox.submit('/v1/gamma/generate', waiting);
    await signIn(visitor, service, account);
    const items = page.locator('[data-item]');
    const shows = (count: number) => holds(async () => assert.equal(await items.count(), count));

    await page.goto('/?mode=sandbox');
    await items.nth(2).waitFor();
    await page.getByLabel('Status').selectOption('failed');
    await shows(2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.keyboard.type('hare');
    await page.waitForURL(/text=hare/);
    await shows(1);
    await holds(async () => assert.match(page.url(), /status=failed/));

    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await items.first().waitFor();
    await holds(async () => assert.equal(await page.getByLabel('Status').inputValue(), 'failed'));
    await holds(async () => assert.equal(await page.getByLabel('Search prompts and ids').inputValue(), 'hare'));
    await shows(1);

    await page.getByLabel('Family').selectOption('gamma');
    await page.getByRole('heading', { name: 'No failed generations of gamma with “hare”' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('[data-filtered]').waitFor();
    await holds(async () => assert.ok(await page.getByRole('button', { name: 'More filters, 2 on' }).isVisible()));
    await page.setViewportSize({ width: 1280, height: 800 });

    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' });
    const listed = page.waitForRequest(/\/api\/generations\?.*from=/);
    await walkTo(page, '/?mode=sandbox&from=2020-11-16&to=2020-11-16');
    const { searchParams } = new URL((await listed).url());
    assert.equal(searchParams.get('from'), '2020-11-15T10:00:00.000Z');
    assert.equal(searchParams.get('to'), '2020-11-16T10:00:00.000Z');
    await page.getByRole('heading', { name: 'No generations on Nov 16, 2020' }).waitFor();
    await browser.send('Emulation.setTimezoneOverride', { timezoneId: '' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await items.nth(2).waitFor();
    // Another account's mode is another list: nothing of the sandbox is there.
    await page.getByText('Live', { exact: true }).first().click();
    await page.getByRole('heading', { name: 'No generations yet' }).waitFor();
  });

  await t.test('the keyboard walks through the list, opens, steps on and closes', async () => {
    const account = await service.account();
    const ids: string[] = [];
    for (const word of ['one', 'two', 'three']) {
      const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: `Picture ${word} [[queue 600]]` });
      ids.unshift(body['task_uuid'] as string);
    }
    await signIn(visitor, service, account);
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').nth(2).waitFor();
    const keys = async (...pressed: string[]) => {
      for (const key of pressed) await page.keyboard.press(key);
    };
    await keys('j', 'j', 'k', 'j', 'Enter');
    await page.waitForURL(new RegExp(`/generations/${ids[1]}`));
    await page.getByRole('dialog').getByText('Picture two').first().waitFor();
    await keys('j');
    await page.waitForURL(new RegExp(`/generations/${ids[2]}`));
    await page.getByRole('dialog').getByText('Picture one').first().waitFor();
    await keys('Escape');
    await page.waitForURL(/\/\?mode=sandbox$/);
    // The reader is where they were before.
    await page.locator('[data-item]:focus', { hasText: 'Picture two' }).waitFor();

    await keys('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await keys('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys('g', 'k');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await keys('g', 'g');
    await page.getByRole('heading', { level: 1, name: 'Generations' }).waitFor();
    await keys('c');
    await page.waitForURL(/\/playground/);
  });

  await t.test('newcomers wait above while something further down is read', async () => {
    const account = await service.account();
    const prompts = Array.from({ length: 24 }, (_, at) => `Number ${at} [[queue 600]]`);
    await Promise.all(prompts.map((prompt) => account.sandbox.submit('/v1/delta/generate', { prompt })));
    await signIn(visitor, service, account);
    await page.goto('/?mode=sandbox');
    await page.locator('[data-item]').nth(23).waitFor();
    await page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });
    const read = page.locator('[data-item]').nth(12);
    // Its prompt, and not its place in the queue, which is told later and moves.
    const look = async () => ({ text: await read.locator('p').innerText(), place: await read.boundingBox() });
    const button = page.getByRole('button', { name: /^\d+ new$/ });
    // What comes with the list itself, which is asked for anew when the page goes live, is no newcomer and moves the rest: the
    // next one is.
    const before = await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, 700));
      const seen = await look();
      await account.sandbox.submit('/v1/delta/generate', { prompt: 'A newcomer [[queue 600]]' });
      const isTold = await button.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      return isTold && isDeepStrictEqual(await look(), seen) ? seen : undefined;
    });
    await holds(async () => assert.deepEqual(await look(), before));
    // A network that was away for a moment has the list asked for anew, with all that came: nothing moves then either.
    const again = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/generations');
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await again;
    await holds(async () => assert.deepEqual(await look(), before));
    await button.click();
    await page.locator('[data-item]').first().getByText('A newcomer').waitFor();
  });

  await t.test('one is run again from its sheet; several are chosen, downloaded, and their files deleted', async () => {
    const account = await service.account();
    const { body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'A fox' });
    const id = body['task_uuid'] as string;
    await service.ended(id);
    await signIn(visitor, service, account);
    await page.goto(`/generations/${id}?mode=sandbox`);
    await page.getByRole('dialog').getByRole('img', { name: 'A fox' }).waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await holds(async () => assert.match(await copied(), /^answer=\$\(curl [\s\S]*\/v1\/delta\/generate[\s\S]*A fox/));

    await page.getByRole('button', { name: 'Run again · $0.0200' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/generations/') && !url.pathname.endsWith(id));
    // In the sheet: what is said outside of it lies under it, and nobody could read it.
    await page.getByRole('dialog').getByText('Submitted again for $0.0200').waitFor();

    const again = new URL(page.url()).pathname.split('/')[2]!;
    await service.ended(again);

    await account.sandbox.submit('/v1/delta/generate', { prompt: 'A kite [[queue 600]]' });
    await account.sandbox.submit('/v1/delta/generate', { prompt: 'An owl [[fail API_ERROR]]' });
    await page.keyboard.press('Escape');
    // All of them, before one is chosen that the others would move.
    await page.locator('[data-item]').nth(3).waitFor();
    await page.getByLabel('Select A fox').first().check({ force: true });
    const bar = page.getByRole('region', { name: 'Selected generations' });
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'All 4' }).click();
    await bar.getByText('4 selected').waitFor();
    const files: string[] = [];
    const two = new Promise<void>((resolve) => {
      page.on('download', (download) => {
        files.push(download.suggestedFilename());
        if (files.length === 2) resolve();
      });
    });
    await bar.getByRole('button', { name: 'Download' }).click();
    await two;
    assert.ok(
      files.every((name) => name.endsWith('.jpg')),
      files.join(),
    );

    await bar.getByRole('button', { name: 'Delete files' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the files of 2 generations?' });
    await dialog.getByText('2 that have no files are left out.').waitFor();
    const deletions: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()));
    await dialog.getByRole('button', { name: 'Delete files' }).click();
    await page.getByText('The files of 2 generations are deleted').waitFor();
    assert.equal(deletions.length, 2, 'only those that have files are asked about');
    await bar.waitFor({ state: 'detached' });
    await page.getByLabel('Select An owl').check({ force: true });
    await bar.getByText('No files').waitFor();
    await holds(async () => assert.ok(await bar.getByRole('button', { name: 'Delete files' }).isDisabled()));
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await page.locator('[data-item]', { hasText: 'A fox' }).first().click();
    await page.getByText('The file is no longer kept').waitFor();
    const { body: list } = await account.sandbox.get('/api/generations');
    const links = (list['items'] as { media_url: string | null }[]).map(({ media_url }) => media_url);
    assert.deepEqual(links, [null, null, null, null]);
  });
});
