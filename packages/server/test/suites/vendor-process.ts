/** Another process that was never told of the work: polls a handle to its end and prints how it ended. */

import { createEngine } from '../../src/engines/create-engine.ts';
import { type Handle, isOurs } from '../../src/engines/engine.ts';
import { type EngineEntry, Secret } from '../../src/engines/engine-entry.ts';
import type { Kind } from '../../src/engines/kinds.ts';

const [kind = '', url = '', key = '', handle = '{}', options = '{}'] = process.argv.slice(2);
const entry: EngineEntry = {
  name: 'later',
  url,
  key: new Secret(key),
  accessKey: null,
  secretKey: null,
  hookSecret: null,
  headers: {},
  slots: 1,
  paid: true,
  options: JSON.parse(options) as EngineEntry['options'],
};
const engine = await createEngine({ kind: kind as Kind, entry, allow: [] });
const { signal } = new AbortController();
for (;;) {
  const poll = await engine.poll(JSON.parse(handle) as Handle, { waitSeconds: 0, signal });
  if (poll.state === 'queued' || poll.state === 'running') continue;
  const made = poll.state === 'succeeded' ? poll.outputs[0]! : null;
  const output = made === null || isOurs(made) ? '' : await new Response(await made.open(signal)).text();
  process.stdout.write(`${JSON.stringify({ state: poll.state, output })}\n`);
  break;
}
await engine.close();
