/** How a command can end badly, and which exit code says so. */
import { MediaError, Refusal as ServiceRefusal } from '@afterimage/client';
import { WrongSettings } from '@afterimage/server/config/config';
import { CommanderError } from 'commander';

export const exitCodes = {
  /** It could not do its work. */
  failure: 1,
  /** It was called wrongly. */
  usage: 2,
  generationFailed: 3,
  notAuthenticated: 4,
  balanceTooLow: 5,
  /** As `timeout` ends. */
  timedOut: 124,
  /** As a shell reports SIGINT. */
  interrupted: 130,
} as const;

/** What was asked for cannot be done; the message is the one sentence that the caller reads. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number = exitCodes.failure) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

export interface Ending {
  exitCode: number;
  /** Undefined when the caller has been told already. */
  sentence?: string;
}

export function endOf(fault: unknown): Ending {
  // Commander prints its own faults, and counts help that was asked for as one with exit code 0.
  if (fault instanceof CommanderError) return { exitCode: fault.exitCode === 0 ? 0 : exitCodes.usage };
  if (!(fault instanceof Error)) return { exitCode: exitCodes.failure, sentence: String(fault) };
  if (fault instanceof Refusal) return { exitCode: fault.exitCode, sentence: fault.message };
  if (fault instanceof ServiceRefusal) return endOfRefused(fault);
  if (fault instanceof MediaError) return { exitCode: exitCodes.usage, sentence: fault.message };
  if (fault instanceof WrongSettings) return { exitCode: exitCodes.failure, sentence: fault.message };
  const unheard = listenSentence(fault);
  if (unheard !== null) return { exitCode: exitCodes.failure, sentence: unheard };
  // Faults of the program itself come with the line they come from; those of its surroundings are sentences.
  const ours = fault instanceof TypeError || fault instanceof ReferenceError || fault instanceof RangeError;
  return { exitCode: exitCodes.failure, sentence: ours ? fault.stack : fault.message };
}

function listenSentence(
  fault: NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number; setting?: string },
): string | null {
  const { code, syscall, address, hostname, port, setting } = fault;
  // Other names that lead nowhere, such as a database's, come without the setting of a port.
  if (syscall === 'getaddrinfo' && setting !== undefined)
    return `${hostname} leads to no address (${code}); set HOST to an address of this machine.`;
  if (syscall !== 'listen') return null;
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; set ${setting} to a free one.`;
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine; set HOST to one that is.`;
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has; set ${setting} to 1024 or above.`;
  return null;
}

const exitCodeByStatus: Readonly<Record<number, number>> = {
  400: exitCodes.usage,
  401: exitCodes.notAuthenticated,
  402: exitCodes.balanceTooLow,
  422: exitCodes.usage,
};

/** The service said no: in its own words, a line for each field that is wrong. */
function endOfRefused({ status, message, fields }: ServiceRefusal): Ending {
  const lines = fields.length === 0 ? [message] : fields.map((field) => field.message);
  const sentence = lines.map(asSentence).join('\n');
  const exitCode = exitCodeByStatus[status] ?? exitCodes.failure;
  return { exitCode, sentence: status === 401 ? `${sentence} ${nextKey}` : sentence };
}

const nextKey =
  '`afterimage login` keeps another; the operator makes one with `afterimage key create`, you in the dashboard under Keys.';

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
