/** A parent to be killed: starts the child named by its argument, says the child's number, and waits. */
import { fork } from 'node:child_process';
import { render } from '../../src/index.ts';
import { createRequest } from './studio.ts';

const [, , kind, file] = process.argv;

if (kind === 'render') {
  const request = createRequest(file!, { width: 640, height: 360, seconds: 60 });
  const handle = render(request, {
    progress: (percent) => percent === 1 && console.log(handle.pid),
    deadlineMilliseconds: 120_000,
  });
} else {
  const child = fork(file!, { execArgv: [] });
  child.once('message', () => console.log(child.pid));
}
