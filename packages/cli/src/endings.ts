/** How a command can end badly: 1 when it could not do its work, 2 when it was called wrongly. */
import { WrongSettings } from '@afterimage/server/config';
import { CommanderError } from 'commander';

/** What was asked for cannot be done; the message is the one sentence that the caller reads. */
export class Refusal extends Error {
  override name = 'Refusal';
}

export interface Ending {
  exitCode: number;
  /** Undefined when the caller has been told already. */
  sentence?: string;
}

export function endOf(fault: unknown): Ending {
  // Commander prints its own faults, and counts help that was asked for as one with exit code 0.
  if (fault instanceof CommanderError) return { exitCode: fault.exitCode === 0 ? 0 : 2 };
  if (!(fault instanceof Error)) return { exitCode: 1, sentence: String(fault) };
  if (fault instanceof Refusal || fault instanceof WrongSettings) return { exitCode: 1, sentence: fault.message };
  if ('code' in fault && fault.code === 'EADDRINUSE' && 'port' in fault) {
    return { exitCode: 1, sentence: `Port ${fault.port} is in use by another program; set PORT to a free one.` };
  }
  // Faults of the program itself come with their place; those of its surroundings are sentences.
  const ours = fault instanceof TypeError || fault instanceof ReferenceError || fault instanceof RangeError;
  return { exitCode: 1, sentence: ours ? fault.stack : fault.message };
}
