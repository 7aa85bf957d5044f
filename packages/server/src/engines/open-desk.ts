/** Opens the desk when a process starts: the operator's file is read, and its engines say what they can. */
import { createDesk, type Desk, type DeskOptions } from './desk.ts';
import type { FileFault } from './file/places.ts';

/** At most so long the start waits for engines to say what they can. */
const firstCheckMilliseconds = 3_000;

/** Without the file that the operator wrote, work would go where it must not: a wrong one stops the start. */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const desk = createDesk(options);
  const reloaded = await desk.reload();
  if (reloaded.outcome === 'refused') throw new EnginesFileFault(reloaded.faults);
  if (desk.elsewhere().length > 0) {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, firstCheckMilliseconds).unref());
    await Promise.race([desk.checkAll(), patience]);
  }
  return desk;
}

/** Every fault of the operator's file, with its line. */
export class EnginesFileFault extends Error {
  constructor(faults: readonly FileFault[]) {
    super(`The engines file is wrong:\n${faults.map(({ line, message }) => `  line ${line}: ${message}`).join('\n')}`);
    this.name = 'EnginesFileFault';
  }
}
