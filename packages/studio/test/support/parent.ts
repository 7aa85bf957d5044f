/** A parent to be killed: starts the child named by its argument, says the child's number, and waits. */
import { fork } from 'node:child_process';
import { render } from '../../src/index.ts';
import { createRequest } from './studio.ts';

/** By then planning is over and frames are drawn one by one. */
const FIRST_FRAMES_PERCENT = 16;

const [, , kind, file] = process.argv;

if (kind === 'render') {
  const request = createRequest(file!, { width: 640, height: 360, seconds: 60 });
  const drawing = Promise.withResolvers<void>();
  const handle = render(request, {
    progress: (percent) => percent > FIRST_FRAMES_PERCENT && drawing.resolve(),
    deadlineMilliseconds: 120_000,
  });
  await drawing.promise;
  console.log(handle.pid);
} else {
  const child = fork(file!, { execArgv: [] });
  child.once('message', () => console.log(child.pid));
}
