/** The client's tarball in a page, as it lies there: no bundler, one generation by the real service, its file as a stream. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { noChromium, openBrowser } from '../../dashboard/test/support/chromium.ts';
import { startTestService } from '../../server/test/support/service.ts';
import { installClient } from './support/installed-client.ts';

/** What a bundler would do by the package's own table of imports. */
const map = { imports: { '@afterimage/client': '/client/index.js', '#files': '/client/files-in-browser.js' } };
const html = `<!doctype html><title>a page</title><script type="importmap">${JSON.stringify(map)}</script>`;

test('a generation in a page', { skip: noChromium }, async (t) => {
  const { project, remove } = await installClient();
  t.after(remove);
  const service = await startTestService(t);
  const { sandbox } = await service.account();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route('**/client/**', async (route) => {
    const file = new URL(route.request().url()).pathname.replace('/client/', '');
    const body = await readFile(join(project, 'node_modules/@afterimage/client', file));
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${service.url}/page.html`);
  const told = await page.evaluate(
    async ([apiKey, module, baseUrl]) => {
      const { Afterimage, NotFoundError } = await import(module!);
      const client = new Afterimage({ apiKey, baseUrl });
      const record = await client.run('delta', { prompt: 'a cat on a red chair' });
      const bytes = new Uint8Array(await new Response(await client.download(record)).arrayBuffer());
      const again = await client.run('delta', { prompt: 'the same cat, at night', images: [new Blob([bytes])] });
      const missing = await client.status('delta', 'none').catch((fault: unknown) => fault instanceof NotFoundError);
      return [record.status, [...bytes.slice(0, 3)], again.status, missing];
    },
    [sandbox.key, '@afterimage/client', service.url],
  );
  assert.deepEqual(told, ['completed', [0xff, 0xd8, 0xff], 'completed', true]);
});
