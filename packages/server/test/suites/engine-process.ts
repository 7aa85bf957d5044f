/** A worker for the engine suite to kill: starts one order, prints its handle when it has come far enough, and stays. */
import { readFile } from 'node:fs/promises';
import type { Poll } from '../../src/engines/engine.ts';
import { describeWork, type Order, openEngine, picturesIn, startWork } from './engine-work.ts';

const [name = '', engineFolder = '', pictureFolder = '', orderFile = '', until = ''] = process.argv.slice(2);
const engine = openEngine(name, engineFolder);
const order = JSON.parse(await readFile(orderFile, 'utf8')) as Order;
const { signal } = new AbortController();
const handle = await startWork(engine, describeWork(order, picturesIn(pictureFolder)));

const reached: Record<string, (poll: Poll) => boolean> = {
  started: () => true,
  rendering: (poll) => poll.state === 'running' && (poll.progress ?? 0) >= 10,
  rendered: (poll) => poll.state === 'succeeded',
};
if (until !== 'started') {
  let poll: Poll | null = null;
  do poll = await engine.poll(handle, { seen: poll, waitSeconds: 5, signal });
  while (!reached[until]!(poll));
}
process.stdout.write(`${JSON.stringify(handle)}\n`);
setInterval(() => {}, 60_000);
