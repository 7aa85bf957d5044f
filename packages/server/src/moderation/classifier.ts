/** The operator's own judge of outputs: a command on this machine, started for each, told of the file and obeyed. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { readVerdict, replyCharactersMax, type Verdict } from './verdict.ts';

export interface OutputQuestion {
  file: string;
  type: string;
  /** A still of a video; null where there is none. */
  poster: string | null;
  family: string;
  accountId: string;
  generationId: string;
}

const who = 'The classifier';
const replyMilliseconds = 60_000;
/** From its end until what it said has been read; what it said is in the pipe by then. */
const leftoverMilliseconds = 1_000;
/** Nothing of ours is in its environment: settings hold secrets. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin' };

export function askClassifier(
  command: readonly string[],
  question: OutputQuestion,
  signal: AbortSignal,
): Promise<Verdict> {
  signal.throwIfAborted();
  const { file, type, poster, family, accountId, generationId } = question;
  const [program, ...options] = command as [string, ...string[]];
  const child = spawn(program, [...options, file], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(replyMilliseconds)]),
    killSignal: 'SIGKILL',
  });
  // The service must stay quick meanwhile.
  if (child.pid !== undefined) lower(child.pid);
  // One that reads nothing closes its end; it has the file's name already.
  child.stdin.on('error', () => {});
  child.stdin.end(
    `${JSON.stringify({ file, type, poster, family, account_id: accountId, generation_id: generationId })}\n`,
  );
  let reply = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (reply.length < replyCharactersMax) reply += text;
  });
  return new Promise((resolve, reject) => {
    const unasked = (why: string) => resolve({ verdict: 'unasked', why: `${who} ${why}` });
    child.once('error', (fault) => {
      if (signal.aborted) reject(signal.reason);
      else unasked(fault.name === 'AbortError' ? 'took too long.' : `could not be started: ${fault.message}`);
    });
    // A process that it left behind may hold the pipe for ever, and no signal ends what is over.
    child.once('exit', () => {
      const held = setTimeout(() => child.stdout.destroy(), leftoverMilliseconds);
      child.once('close', () => clearTimeout(held));
    });
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve(readVerdict(reply, who));
      else unasked(`ended with ${killedBy ?? `code ${code}`}.`);
    });
  });
}

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may be over already, or a sandbox forbids it.
  }
}
