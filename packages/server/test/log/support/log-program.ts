/** A program that writes more log lines than a pipe holds, of both kinds, and ends as it is told. */
import { setTimeout as pause } from 'node:timers/promises';
import { createLog, createRequestLog } from '../../../src/log/log.ts';

const [, , lines, end, wait] = process.argv;
const log = createLog('info');
const logRequest = createRequestLog(log);
const facts = {
  method: 'GET',
  route: '/media/{rest…}',
  status: 200,
  milliseconds: 1,
  account: undefined,
  key: undefined,
  generation: null,
  trace: undefined,
};

for (let number = 0; number < Number(lines); number += 1) {
  if (number % 10 === 0) log.info({ requestId: String(number), note: 'ü'.repeat(number % 2_000) }, 'another');
  else logRequest('info', { ...facts, requestId: String(number) });
}
if (wait !== undefined) {
  // Long enough for the lines to have been tried, which shows in nothing: on a busy machine this proves less, and never fails.
  await pause(1_000);
  process.stderr.write('still here');
}
if (end === 'exit') process.exit(0);
