/** Lends out processes that finish files of other engines: the start of one takes longer than to finish a picture. */
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Order } from './child/messages.ts';
import { give, startChild } from './start-child.ts';

/** Nobody came: its memory is worth more than the start of another. */
const IDLE_MILLISECONDS = 60_000;

/** At most one: what comes in a rush has its own processes, and they end with it. */
let resting: { child: ChildProcess; idle: NodeJS.Timeout } | null = null;

/** It gets the order, and is taken back by `rest` or ended by whoever has it. */
export function borrowChild(order: Order): ChildProcess {
  const ready = resting?.child;
  dismiss();
  if (ready === undefined || !ready.connected) return startChild(order);
  ready.removeAllListeners();
  ready.stderr?.removeAllListeners('data');
  for (const tie of ties(ready)) tie.ref();
  give(ready, order);
  return ready;
}

/** It has done what it was asked, and is good for another file. */
export function rest(child: ChildProcess): void {
  child.removeAllListeners();
  child.on('error', () => {});
  if (resting !== null || !child.connected) {
    child.kill('SIGKILL');
    return;
  }
  // It keeps no process alive by itself, and ends with its parent.
  for (const tie of ties(child)) tie.unref();
  const idle = setTimeout(() => {
    dismiss();
    child.kill('SIGKILL');
  }, IDLE_MILLISECONDS);
  resting = { child, idle: idle.unref() };
  child.once('exit', () => {
    if (resting?.child === child) dismiss();
  });
}

/** In place of one that could not stay. Only once its file is done: two at once would take each other's processor. */
export function keepReady(): void {
  if (resting === null) rest(startChild({ kind: 'wait' }));
}

function dismiss(): void {
  clearTimeout(resting?.idle);
  resting = null;
}

function ties(child: ChildProcess): { ref(): void; unref(): void }[] {
  return [child, child.channel, child.stderr as Socket | null].filter((tie) => tie !== null && tie !== undefined);
}
