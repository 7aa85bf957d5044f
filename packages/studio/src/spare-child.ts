/** Keeps one process ready for the next file of another engine: half of what finishing a picture takes is a process's start. */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Order } from './child/messages.ts';
import { give, startChild } from './start-child.ts';

/** Nobody came: its memory is worth more than a quarter of a second. */
const IDLE_MILLISECONDS = 60_000;

let spare: { child: ChildProcess; idle: NodeJS.Timeout } | null = null;

/** Each process still opens one file only, and ends: the spare is used up, and another started in its place. */
export function startSoon(order: Order): ChildProcess {
  const child = take() ?? startChild(order);
  child.once('exit', keepReady);
  return child;

  function take(): ChildProcess | null {
    const ready = spare?.child;
    dismiss();
    if (ready === undefined || !ready.connected) return null;
    ready.removeAllListeners();
    for (const tie of [ready, ready.channel, ready.stderr as Socket | null]) tie?.ref();
    give(ready, order);
    return ready;
  }
}

/** Only once the file before is done: two at once would take each other's processor. */
function keepReady(): void {
  if (spare !== null) return;
  const child = startChild({ kind: 'wait' });
  // It keeps no process alive by itself, and ends with its parent.
  for (const tie of [child, child.channel, child.stderr as Socket | null]) tie?.unref();
  child.on('error', dismiss);
  child.once('exit', dismiss);
  const idle = setTimeout(() => {
    dismiss();
    child.kill('SIGKILL');
  }, IDLE_MILLISECONDS);
  spare = { child, idle: idle.unref() };
}

function dismiss(): void {
  clearTimeout(spare?.idle);
  spare = null;
}
