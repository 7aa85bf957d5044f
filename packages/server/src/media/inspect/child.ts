/** The process that looks at files with native decoders: one order after the other, until its parent goes away. */
import { constants, setPriority } from 'node:os';
import type { ChildOrder, FramesResult, ImageResult } from './orders.ts';

const beatMilliseconds = 250;
/** A 50 megapixel picture that must be held whole takes 400 MB (16 bits, interlaced); what needs more is an attack. */
const memoryBytesMax = 1_000_000_000;

// Whoever waits for a look has sent megabytes; whoever polls meanwhile should not notice. Before the decoders are loaded,
// because their threads keep the priority that they begin with. Whoever sends 49 megapixels in 34 bytes waits for those too.
const { PRIORITY_BELOW_NORMAL } = constants.priority;
setPriority(process.argv[2] === 'dense' ? PRIORITY_BELOW_NORMAL + 5 : PRIORITY_BELOW_NORMAL);
const { seeFrames } = await import('./decode-frames.ts');
const { seeImage } = await import('./decode-image.ts');

// Not process.exit: it waits for native threads, and one that spins on a bad file would keep this process forever.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', (order: ChildOrder) => {
  const beat = setInterval(tellCpu, beatMilliseconds);
  // A fault that nobody expected ends the process, and is told as what it is: the end of the process.
  void look(order).then((result) => {
    clearInterval(beat);
    tellCpu();
    process.send?.({ result });
  });
});
process.send?.({ ready: true });

function look(order: ChildOrder): Promise<ImageResult | FramesResult> {
  return order.look === 'image' ? seeImage(order) : seeFrames(order);
}

function tellCpu(): void {
  if (process.memoryUsage.rss() > memoryBytesMax) process.abort();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMilliseconds: (user + system) / 1_000 });
}
