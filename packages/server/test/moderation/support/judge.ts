/** A command that judges outputs, as an operator may write one: how it behaves stands in its first argument. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [how, file] = process.argv.slice(2) as [string, string];
const question = JSON.parse(readFileSync(0, 'utf8')) as { file: string };
const secrets = Object.keys(process.env).filter((name) => name !== 'PATH');

if (how === 'by content') {
  const bad = readFileSync(file, 'utf8').includes('bad');
  const same = question.file === file && secrets.length === 0;
  const reason = same ? `it shows something bad (${JSON.stringify(question)})` : `environment: ${secrets}`;
  process.stdout.write(`${JSON.stringify({ allow: !bad && same, reason })}\n`);
} else if (how === 'refuse') process.stdout.write('{"allow": false, "reason": "not to be shown"}');
else if (how === 'crash') process.abort();
else if (how === 'exit') process.exit(3);
else if (how === 'prose') process.stdout.write('It looks fine to me.');
else if (how === 'leave a daemon') {
  const daemon = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], {
    detached: true,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  daemon.unref();
  // For whoever is to end it.
  writeFileSync(file, String(daemon.pid));
  process.stdout.write('{"allow": true}');
} else if (how === 'hang') setInterval(() => {}, 1_000);
