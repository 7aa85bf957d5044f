/** What a process does when it hears that something about the engines has changed: reads the file anew, or what others know. */
import type { Log } from '../log/log.ts';
import { reloadWord } from './engines-store.ts';
import type { Roster } from './roster.ts';

/** One after the other: two reloads at once would make two of each engine. */
export function createReloader({
  roster,
  log,
  signal,
  report,
}: {
  roster: Roster;
  log: Log;
  /** The process stops. */
  signal: AbortSignal;
  /** Tells whoever asked for a reload what became of it here. */
  report(told: { ok: boolean; detail: string }): Promise<void>;
}): (word: string | null) => void {
  let last = Promise.resolve();

  async function reload(): Promise<void> {
    const reloaded = await roster.reload();
    if (reloaded.outcome === 'refused') {
      log.error({ faults: reloaded.faults }, 'the engines file is wrong, and nothing has changed');
      const faults = reloaded.faults.map(({ line, message }) => `line ${line}: ${message}`);
      await report({ ok: false, detail: `nothing has changed: ${faults.join(' ')}` });
      return;
    }
    const engines = roster.elsewhere().map(({ name }) => name);
    log.info({ engines }, 'the engines file was read anew');
    await report({ ok: true, detail: engines.length === 0 ? 'only its own engines' : engines.join(', ') });
    await roster.checkAll(signal);
  }

  return (word) => {
    // Missed notifications may have been any.
    const heard = word === null || word === reloadWord ? reload : async () => void (await roster.refresh(signal));
    last = last.then(heard).catch((fault) => log.warn({ err: fault }, 'a change of the engines was not followed'));
  };
}
