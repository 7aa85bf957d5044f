/** Asserts about a page, which is never asked once: what it will show may be on its way. */
import { eventually } from '../../../server/test/support/eventually.ts';

/** Tries the asserts until they hold; when they never do, the last one that failed says why. */
export async function holds(asserts: () => Promise<void>): Promise<void> {
  let failed: unknown;
  const attempt = async () => {
    try {
      await asserts();
      return true;
    } catch (fault) {
      failed = fault;
      return undefined;
    }
  };
  await eventually(attempt).catch(() => {
    throw failed;
  });
}
