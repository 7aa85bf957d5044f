/** The playground in a real browser: the price that is charged, media pasted, faults beside fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPrice } from '@afterimage/contract';
import { endMaintenance, startMaintenance } from '@afterimage/server/maintenance/store';
import type { Page, Route } from 'playwright-core';
import { makeSampleVideos } from '../../server/test/media/support/sample-videos.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { dataUri, picture } from '../../server/test/support/outside-world.ts';
import { assertAccessible } from './support/axe.ts';
import { drawingMilliseconds, noChromium, walkTo } from './support/browser.ts';
import { holds } from './support/holds.ts';
import { pastePicture } from './support/paste-picture.ts';
import { startPages, visitAs } from './support/service.ts';

/** In the sandbox: it is priced and charged as live, and no minute of video is drawn for it. */
const waiting = '[[queue 600]]';

/** The fault that a screen reader hears with the control. */
async function faultOf(page: Page, label: string): Promise<string> {
  const ids = (await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')) ?? '';
  const id = ids.split(' ').find((each) => each.endsWith('-fault'));
  return id === undefined ? '' : ((await page.locator(`[id="${id}"]`).textContent()) ?? '');
}

/** Of code with a button to copy it. */
function firstLineIsClear(figure: Element): boolean {
  const button = figure.querySelector('button')!.getBoundingClientRect();
  const text = figure.querySelector('code')!.firstChild as Text;
  const line = document.createRange();
  line.setStart(text, 0);
  line.setEnd(text, text.data.indexOf('\n'));
  const { top, right } = line.getBoundingClientRect();
  return right <= button.left || top >= button.bottom;
}

test('Playground', { skip: noChromium }, async (t) => {
  const service = await startPages(t);
  const account = await service.account({ credit: '10' });
  const { page, context, faults, strangers } = await visitAs(t, service, { account });

  await t.test('the playground comes back to the family that was left', async () => {
    const rail = page.getByRole('navigation', { name: 'Main' });
    await page.goto('/playground');
    await page.locator("a[href='/playground/delta']").click();
    await page.getByRole('form', { name: 'delta request' }).waitFor();
    await rail.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await rail.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('form', { name: 'delta request' }).waitFor();
  });

  await t.test('the price shown is the price charged, and the result appears by itself', async () => {
    await walkTo(page, '/playground/delta');
    await page.getByLabel('Prompt', { exact: true }).fill('a lemon tree in a blue pot');
    await page.locator('[data-balance-after]', { hasText: '$9.98' }).waitFor();
    const price = await page.locator('[data-price]').textContent();
    await page.getByRole('button', { name: 'Generate' }).click();
    const result = page.locator('[data-result][data-status=completed] img');
    await result.waitFor({ timeout: drawingMilliseconds });
    await page.waitForFunction(
      () => (document.querySelector('[data-result] img') as HTMLImageElement).naturalWidth > 0,
    );
    const charged = 100_000 - Math.round((await account.live.balance()) * 10_000);
    assert.equal(price, `$${formatPrice(charged)}`);
    await assertAccessible(page, 'playground with a result');
  });

  await t.test('on a telephone the family that is open is in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/playground/epsilon-images');
    const pill = page.getByRole('navigation', { name: 'Families' }).locator('[aria-current=page]');
    await holds(async () => {
      const { x, width } = (await pill.boundingBox())!;
      assert.ok(x >= 0 && x + width <= 390, `from ${x}, ${width} wide`);
    });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('motion control is priced by the video that was chosen, as it is charged', async () => {
    const videos = await makeSampleVideos('plain.mov');
    t.after(() => videos.remove());
    await page.goto('/playground/alpha?mode=sandbox');
    await page.getByText('Motion', { exact: true }).click();
    await page.locator('[data-price]', { hasText: '–' }).waitFor();
    await page.getByLabel('Prompt', { exact: true }).fill(`a dancer in the rain ${waiting}`);
    await page.getByLabel('Reference video file').setInputFiles(videos.path('plain.mov'));
    await page.getByLabel('Reference image file').setInputFiles({
      name: 'dancer.png',
      mimeType: 'image/png',
      buffer: await picture({ width: 96, height: 64 }),
    });
    await page.getByText('96×64 · 4.0 s').waitFor();
    await page.locator('[data-price]', { hasText: '$0.1640' }).waitFor();
    const price = await page.locator('[data-price]').textContent();
    const before = await account.sandbox.balance();
    const result = page.locator('[data-result]').first();
    // A busy machine has nobody to look at the media, says so, and charges nothing: whoever asks again is served.
    const busy = page.getByText('The service is too busy to look at the media now; try again shortly.');
    do {
      await page.getByRole('button', { name: 'Generate' }).click();
      await result.or(busy).waitFor();
    } while (await busy.isVisible());
    const charged = Math.round((before - (await account.sandbox.balance())) * 10_000);
    assert.equal(price, `$${formatPrice(charged)}`);
    assert.equal(price, '$0.1640');
  });

  await t.test(
    'who reached the limit of the pages’ own key is told which key, and where its limit is set',
    async () => {
      const keys = (await (await context.request.get('/api/keys')).json()) as {
        id: string;
        last4: string;
        mode: string;
      }[];
      const { id } = keys.find(({ last4, mode }) => last4 === '' && mode === 'sandbox')!;
      const limit = (data: object) =>
        context.request.put(`/api/keys/${id}/spend-limit`, { data, headers: { origin: service.url } });
      assert.ok((await limit({ amount: '0.0001', period: 'day' })).ok());
      await page.goto('/playground/delta?mode=sandbox');
      await page.getByLabel('Prompt', { exact: true }).fill(`a lamp ${waiting}`);
      await page.getByRole('button', { name: 'Generate' }).click();
      await page.getByText(/^This key may spend \$0\.0001 a day/).waitFor();
      await page.locator('[data-next-step]', { hasText: 'the key “Dashboard”' }).getByRole('link').waitFor();
      assert.ok((await limit({})).ok());
    },
  );

  await t.test(
    'on a laptop all families stand in one row, and a page shown twice as large is not covered',
    async () => {
      await page.goto('/playground/beta');
      const pills = page.getByRole('navigation', { name: 'Families' }).getByRole('link');
      await pills.last().waitFor();
      await holds(async () =>
        assert.equal((await pills.first().boundingBox())!.y, (await pills.last().boundingBox())!.y),
      );
      await page.setViewportSize({ width: 720, height: 450 });
      const bar = page.locator('form > div > div').last();
      await holds(async () =>
        assert.equal(await bar.evaluate((element) => getComputedStyle(element).position), 'static'),
      );
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  await t.test('every fault stands beside its field, ours and the service’s', async () => {
    await page.goto('/playground/beta');
    await page.getByLabel('Prompt', { exact: true }).fill('');
    await page.getByText('More options').click();
    await page.getByLabel('Callback URL').fill('http://example.com');
    await page.getByRole('button', { name: 'Generate' }).click();
    await holds(async () => assert.match(await faultOf(page, 'Prompt'), /Write what the video shows\./));
    await holds(async () =>
      assert.match(await faultOf(page, 'Callback URL (optional)'), /^The address must start with https\./),
    );
    await assertAccessible(page, 'playground with faults');
    await page.getByLabel('Prompt', { exact: true }).fill('a street musician');
    await page.getByLabel('Callback URL').fill('https://127.0.0.1/hook');
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByText(/^Callback URL: /).waitFor();
    await holds(async () => assert.match(await faultOf(page, 'Callback URL (optional)'), /^Callback URL: /));
    // Only what the test before made is there.
    await holds(async () => assert.equal(await page.locator('[data-result]').count(), 1));
  });

  await t.test('what is too long is told with its counter; what an address begins with, as it is here', async () => {
    await page.goto('/playground/beta?mode=sandbox');
    const prompt = page.getByLabel('Prompt', { exact: true });
    await prompt.fill('a'.repeat(4_005));
    await prompt.blur();
    await holds(async () =>
      assert.equal(await faultOf(page, 'Prompt'), 'Too long: at most 4,000 characters, and this has 4,005.'),
    );
    await page.getByText('4,005 / 4,000').waitFor();
    await assertAccessible(page, 'a prompt that is too long');
    await prompt.fill('\n');
    await prompt.blur();
    await holds(async () => assert.match(await faultOf(page, 'Prompt'), /^Write something: /));
    await prompt.fill('a street musician');
    await page.getByText('More options').click();
    await page.getByText('Starts with https, or with http://localhost.').waitFor();
    await walkTo(page, '/playground/beta?mode=live');
    await page.getByText('Starts with https.').waitFor({ state: 'attached' });
  });

  await t.test('maintenance reaches a form that is open, and what could be run again', async () => {
    await walkTo(page, '/playground/delta?mode=live');
    await page.locator('[data-price]', { hasText: '$' }).waitFor();
    const buttons = [
      page.getByRole('button', { name: 'Generate' }),
      page.getByRole('button', { name: /^Run again/ }).first(),
    ];
    for (const button of buttons) await holds(async () => assert.ok(await button.isEnabled()));
    // Nothing is pressed.
    await startMaintenance(service.db, 'delta');
    for (const button of buttons) await holds(async () => assert.ok(await button.isDisabled()));
    await endMaintenance(service.db, 'delta');
    for (const button of buttons) await holds(async () => assert.ok(await button.isEnabled()));
  });

  await t.test('a family under maintenance says so once, and its form is free again by itself', async () => {
    await walkTo(page, '/playground/delta?mode=sandbox');
    await page.getByLabel('Prompt', { exact: true }).fill(`a lamp ${waiting}`);
    await page.locator('[data-price]', { hasText: '$' }).waitFor();
    const button = page.getByRole('button', { name: 'Generate' });
    // Of the sandbox only what motion control made is there.
    const results = page.locator('[data-result]');
    await holds(async () => assert.equal(await results.count(), 1));
    // Learned from the refusal, unless it has come by itself: the keys do not wait for a button that is off.
    await startMaintenance(service.db, 'delta');
    await eventually(async () => (await account.sandbox.submit('/v1/delta/generate', {})).status === 503 || undefined);
    await page.getByLabel('Prompt', { exact: true }).press('Control+Enter');
    await page.getByText('delta is under maintenance. Generate works again by itself when that is over.').waitFor();
    await holds(async () => assert.ok(await button.isDisabled()));
    await holds(async () => assert.equal(await page.getByText(/under maintenance/).count(), 1));
    await assertAccessible(page, 'a family under maintenance');
    await page.getByLabel('Prompt', { exact: true }).press('Control+Enter');
    await endMaintenance(service.db, 'delta');
    await eventually(async () => (await button.isEnabled()) || undefined);
    await holds(async () => assert.equal(await page.getByText(/under maintenance/).count(), 0));
    await holds(async () => assert.equal(await results.count(), 1));
  });

  await t.test('a fault at the end of a long form is in sight, not behind the bar with the button', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/playground/delta?mode=sandbox');
    await page.getByText('Images', { exact: true }).first().click();
    await page.getByLabel('Prompt', { exact: true }).fill('a lemon tree');
    await page.getByRole('button', { name: 'Generate' }).focus();
    await holds(async () => assert.equal(await page.evaluate(() => window.scrollY), 0, 'the bar is in sight already'));
    await page.getByRole('button', { name: 'Generate' }).click();
    const fault = page.getByText('Drop, paste or choose an image.');
    await holds(async () =>
      assert.ok(
        await fault.evaluate((shown) => {
          const { x, y, width, height } = shown.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === shown;
        }),
      ),
    );
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('what is no link is not taken, and the price stays', async () => {
    await page.goto('/playground/delta?mode=sandbox');
    await page.getByText('Images', { exact: true }).first().click();
    const link = page.getByLabel('Images: a link');
    for (const wrong of ['foo', 'ftp://x/y.png']) {
      await link.fill(wrong);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('The address must start with http or https.', { exact: true }).waitFor();
      await holds(async () => assert.equal(await page.getByRole('button', { name: /^Remove / }).count(), 0));
    }
    await assertAccessible(page, 'a link that is none');
    await page.locator('[data-price]', { hasText: '$0.02' }).waitFor();
    await link.fill('https://example.com/b.png');
    await link.press('Enter');
    await page.getByRole('button', { name: 'Remove https://example.com/b.png' }).waitFor();
    await page.getByRole('button', { name: 'Remove https://example.com/b.png' }).click();
    await page.getByText('Text', { exact: true }).first().click();
  });

  await t.test('a callback that is refused in the sandbox is told of localhost, as its hint does', async () => {
    await page.goto('/playground/delta?mode=sandbox');
    await page.getByText('More options').click();
    await page.getByLabel('Callback URL').fill('http://example.com/hook');
    await page.getByLabel('Callback URL').blur();
    await page.getByText('The address must start with https, or with http://localhost.').waitFor();
  });

  await t.test('a pasted picture finds its variant and is sent', async () => {
    await page.goto('/playground/beta?mode=sandbox');
    await page.getByLabel('Prompt', { exact: true }).fill(`a street musician plays ${waiting}`);
    await page.getByRole('heading', { name: 'Playground' }).click();
    await pastePicture(page, await picture({ width: 90, height: 160 }));
    await page.getByRole('button', { name: /^Remove / }).waitFor();
    await holds(async () => assert.ok(await page.getByRole('radio', { name: 'Image' }).isChecked()));
    await page.getByText(/90×160/).waitFor();
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('article', { name: 'Result: a street musician' }).waitFor();
    const id = await page.locator('[data-result]').first().getAttribute('data-result');
    const { body } = await account.sandbox.get(`/api/generations/${id}`);
    assert.equal((body['inputs'] as { field: string }[])[0]?.field, 'image_base64');

    await page.goto(`/playground/beta?from=${id}&mode=sandbox`);
    await page.getByText('Filled in from an earlier generation.').waitFor();
    await holds(async () =>
      assert.equal(await page.getByLabel('Prompt', { exact: true }).inputValue(), `a street musician plays ${waiting}`),
    );
    await page.getByText(/90×160/).waitFor();
  });

  await t.test('a pasted link and a dropped picture find their control, wherever they land', async () => {
    await walkTo(page, '/playground/delta');
    await page.getByRole('heading', { name: 'Playground' }).click();
    await page.evaluate(() => navigator.clipboard.writeText('https://example.com/a.png'));
    await page.keyboard.press('Control+V');
    await page.getByRole('button', { name: 'Remove https://example.com/a.png' }).waitFor();
    await page.evaluate(
      (uri) => {
        const bytes = Uint8Array.fromBase64(uri.slice(uri.indexOf(',') + 1));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], 'fox.png', { type: 'image/png' }));
        document
          .querySelector('h1')
          ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      dataUri('image/png', await picture({ width: 64, height: 64 })),
    );
    await page.getByRole('button', { name: 'Remove fox.png' }).waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    const code = page.getByRole('figure', { name: 'The request in cURL' });
    const sent = /https:\/\/example\.com\/a\.png[\s\S]*data:image\/png;base64,\$\(base64 < fox\.png/;
    await holds(async () => assert.match((await code.textContent()) ?? '', sent));
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await holds(async () => assert.ok(await code.evaluate(firstLineIsClear), `the code's first line at ${width}`));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('a file that is no picture is refused before it is sent', async () => {
    await walkTo(page, '/playground/gamma');
    await page.getByText('First and last frame').click();
    await page.getByLabel('Start frame file').setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    });
    await page.getByText('notes.png is not JPEG, PNG or WEBP.').waitFor();
    await assertAccessible(page, 'playground with media controls');
  });

  await t.test('a draft survives a reload, without addresses', async () => {
    await walkTo(page, '/playground/alpha');
    await page.getByLabel('Prompt', { exact: true }).fill('a red fox');
    await page.getByText('More options').click();
    await page.getByLabel('Callback URL').fill('https://example.com/?token=secret');
    await page.reload();
    await holds(async () => assert.equal(await page.getByLabel('Prompt', { exact: true }).inputValue(), 'a red fox'));
    const stored = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage, location.href]));
    await holds(async () => assert.ok(!(await stored()).includes('secret')));
  });

  await t.test('a sandbox prompt plays what its chip says', async () => {
    await walkTo(page, '/playground/delta?mode=sandbox');
    await page.getByText('Text', { exact: true }).click();
    await page.getByLabel('Prompt', { exact: true }).fill('a lemon tree');
    await page.getByRole('button', { name: '[[fail API_ERROR]]' }).click();
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.locator('[data-result][data-status=failed]').first().waitFor();
    await page.getByText('API_ERROR', { exact: true }).waitFor();
    await page.getByText(', refunded').waitFor();
  });

  await t.test('without prices it says why, with the request, and asks again when told', async () => {
    const address = '**/api/families**';
    const refusal = { status: 400, headers: { 'x-request-id': 'req-boom' }, json: { detail: 'The prices are lost.' } };
    const held: Route[] = [];
    let answer: 'refusal' | 'none yet' | 'prices' = 'refusal';
    let askedAt = 0;
    await page.route(address, async (route) => {
      askedAt = performance.now();
      if (answer === 'prices') await route.continue();
      else if (answer === 'none yet') held.push(route);
      else await route.fulfill(refusal);
    });
    await page.goto('/playground/delta?mode=sandbox');
    const bar = page.getByRole('alert').filter({ hasText: 'The price is not known' });
    await bar.getByText('The prices are lost.').waitFor();
    await bar.getByText('req-boom').waitFor();
    await holds(async () => assert.ok(await page.getByRole('button', { name: 'Generate' }).isDisabled()));
    // It asks by itself when its events begin: what says why stays until somebody pressed the button, and was answered. So
    // until it has asked nothing for a second, or that question would be held for the button's.
    await page.locator('[data-liveness=live]').first().waitFor({ state: 'attached' });
    await eventually(() => performance.now() - askedAt > 1_000);
    answer = 'none yet';
    await bar.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => held.length > 0);
    answer = 'prices';
    for (const route of held) await route.continue();
    await page.locator('[data-price]', { hasText: '$' }).waitFor();
    await holds(async () => assert.ok(await page.getByRole('button', { name: 'Generate' }).isEnabled()));
    await page.unroute(address);
  });

  // A refused request is an error in the console by the browser's own hand: the submits, and the prices above.
  assert.deepEqual([faults.filter((fault) => !/status of (422|402|400|503)/.test(fault)), strangers], [[], []]);
});
