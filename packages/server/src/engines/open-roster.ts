/** Opens the roster when a process starts: the operator's file is read, and its engines say what they can. */
import type { Family } from '@afterimage/contract';
import type { EmbeddedName } from './embedded-definition.ts';
import { type FoundFile, readEnginesFile } from './engines-file.ts';
import type { FileFault } from './file/yaml-node.ts';
import { createRoster, type Roster, type RosterOptions } from './roster.ts';

/** At most so long the start waits for engines to say what they can. */
const firstCheckMilliseconds = 3_000;

/** Without the file that the operator wrote, work would go where it must not: a wrong one stops the start. */
export async function openRoster(options: RosterOptions, signal: AbortSignal): Promise<Roster> {
  const roster = createRoster(options);
  const reloaded = await roster.reload();
  if (reloaded.outcome === 'refused') throw new EnginesFileFault(reloaded.faults);
  if (roster.elsewhere().length > 0) {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, firstCheckMilliseconds).unref());
    await Promise.race([roster.checkAll(signal), patience]);
  }
  return roster;
}

/** Before a start has changed anything: a file that is wrong then must not cost a migration. */
export function refuseWrongFile(
  found: FoundFile | null,
  known: { families: readonly Family[]; embedded: readonly EmbeddedName[] },
): void {
  const reading = found === null ? null : readEnginesFile({ ...found, ...known });
  if (reading?.ok === false) throw new EnginesFileFault(reading.faults);
}

/** Every fault of the operator's file, with its line. */
class EnginesFileFault extends Error {
  constructor(faults: readonly FileFault[]) {
    super(`The engines file is wrong:\n${faults.map(({ line, message }) => `  line ${line}: ${message}`).join('\n')}`);
    this.name = 'EnginesFileFault';
  }
}
