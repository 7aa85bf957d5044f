/** What a process does when it hears that something about the engines has changed: reads the file anew, or what others know. */
import type { Log } from '../log/log.ts';
import type { Desk } from './desk.ts';
import { reloadWord } from './engines-store.ts';

/** One after the other: two reloads at once would make two of each engine. */
export function createReloader({ desk, log }: { desk: Desk; log: Log }): (word: string | null) => void {
  let last = Promise.resolve();

  async function reload(): Promise<void> {
    const reloaded = await desk.reload();
    if (reloaded.outcome === 'refused') {
      log.error({ faults: reloaded.faults }, 'the engines file is wrong, and nothing has changed');
      return;
    }
    const engines = desk.elsewhere().map(({ name }) => name);
    log.info({ engines }, 'the engines file was read anew');
    await desk.checkAll();
  }

  return (word) => {
    // Missed notifications may have been any.
    const heard = word === null || word === reloadWord ? reload : async () => void (await desk.refresh());
    last = last.then(heard).catch((fault) => log.warn({ err: fault }, 'a change of the engines was not followed'));
  };
}
