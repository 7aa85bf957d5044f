/** A picture on the clipboard, and the keys that paste it. */
import type { Page } from 'playwright-core';
import { dataUri } from '../../../server/test/support/outside-world.ts';

/** Puts a picture on the clipboard and presses the keys, as a person would. */
export async function pastePicture(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate(
    async (uri) => {
      const blob = new Blob([Uint8Array.fromBase64(uri.slice(uri.indexOf(',') + 1))], { type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    },
    dataUri('image/png', bytes),
  );
  await page.keyboard.press('Control+V');
}
