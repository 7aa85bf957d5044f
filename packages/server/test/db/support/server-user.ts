/** A program for the tests: uses the embedded server of a folder until told to stop, and says what it sees. */

import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../../../src/db/embedded-postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';

const say = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`);
const server = await startEmbeddedPostgres({
  folder: process.argv[2] ?? '',
  log: createSilentLog(),
  onState: ({ phase, sentence }) => say({ event: phase, sentence }),
});
say({ event: 'started', url: server.administration.url });

for await (const _line of createInterface(process.stdin)) {
  await server.stop();
  say({ event: 'stopped' });
  break;
}
process.stdin.destroy();
