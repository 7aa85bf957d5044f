/** A render can be watched, stopped and timed out, and no process or half-made file outlives it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../server/test/support/eventually.ts';
import { render } from '../src/index.ts';
import { createFolder, createRequest, DEADLINE_MILLISECONDS } from './support/studio.ts';

const folder = createFolder();
/** Two are promised; beside other work a process may end late. */
const goneSecondsMax = 6;
/** More than half a minute's work: whoever lets it end takes longer than `atOnceMilliseconds`. */
const LONG = { width: 1920, height: 1080, seconds: 60 } as const;
/** A child that is killed is gone within a few. */
const atOnceMilliseconds = 10_000;

/** An orphan that ended but was not yet collected still answers signals: its state tells. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}

test('progress only rises, in whole percent, and ends at 100', async () => {
  const seen: number[] = [];
  const request = createRequest(join(folder, 'watched.mp4'), { seconds: 1 });
  const watch = { progress: (percent: number) => seen.push(percent), deadlineMilliseconds: DEADLINE_MILLISECONDS };
  assert.ok((await render(request, watch).done).ok);
  assert.equal(seen.at(-1), 100);
  assert.ok(seen.length > 15, `${seen.length} steps`);
  assert.ok(
    seen.every((percent, at) => Number.isInteger(percent) && percent > (seen[at - 1] ?? 0)),
    seen.join(' '),
  );
  const gaps = seen.map((percent, at) => percent - (seen[at - 1] ?? 0));
  assert.ok(Math.max(...gaps) <= 10, `a gap of ${Math.max(...gaps)}`);
});

test('stop ends the child at once and takes the unfinished file away', async () => {
  const file = join(folder, 'stopped.mp4');
  const first = Promise.withResolvers<void>();
  const handle = render(createRequest(file, LONG), {
    progress: () => first.resolve(),
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  });
  await first.promise;
  const started = performance.now();
  handle.stop();
  const outcome = await handle.done;
  assert.ok(performance.now() - started < atOnceMilliseconds);
  assert.ok(!outcome.ok && outcome.reason === 'stopped');
  assert.ok(!isRunning(handle.pid!));
  assert.ok(!existsSync(file) && !existsSync(`${file}.part`));
  handle.stop();
});

test('a deadline ends the child', async () => {
  const started = performance.now();
  const handle = render(createRequest(join(folder, 'late.mp4'), LONG), {
    progress: () => {},
    deadlineMilliseconds: 700,
  });
  const outcome = await handle.done;
  assert.ok(!outcome.ok && outcome.reason === 'deadline');
  assert.ok(performance.now() - started < atOnceMilliseconds);
  assert.ok(!isRunning(handle.pid!));
});

test('a child that dies is a crash with a message, not an exception', async () => {
  const first = Promise.withResolvers<void>();
  const file = join(folder, 'crashed.mp4');
  const handle = render(createRequest(file, LONG), {
    progress: () => first.resolve(),
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  });
  await first.promise;
  process.kill(handle.pid!, 'SIGKILL');
  const outcome = await handle.done;
  assert.ok(!outcome.ok && outcome.reason === 'crashed' && outcome.message.length > 0);
  assert.ok(!existsSync(`${file}.part`));
});

test('an output that cannot be written is a failure of that render only', async () => {
  writeFileSync(join(folder, 'no-folder'), '');
  const request = createRequest(join(folder, 'no-folder', 'clip.mp4'), {});
  const outcome = await render(request, { progress: () => {}, deadlineMilliseconds: DEADLINE_MILLISECONDS }).done;
  assert.ok(!outcome.ok && outcome.reason === 'crashed');
});

function startParent(kind: 'render' | 'fork', file: string): ChildProcess {
  const script = fileURLToPath(new URL('./support/parent.ts', import.meta.url));
  return spawn(process.execPath, [script, kind, file], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstNumber(parent: ChildProcess): Promise<number> {
  let text = '';
  for await (const chunk of parent.stdout!) {
    text += chunk;
    if (text.includes('\n')) return Number.parseInt(text, 10);
  }
  throw new Error('the parent ended without a word');
}

async function checkGoesWith(parent: ChildProcess): Promise<void> {
  const pid = await firstNumber(parent);
  try {
    assert.ok(isRunning(pid));
    parent.kill('SIGKILL');
    await eventually(() => !isRunning(pid), { what: 'the end of the child', seconds: goneSecondsMax });
  } finally {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  }
}

test('the child is gone within two seconds of its parent being killed', async () => {
  const parent = startParent('render', join(folder, 'orphan.mp4'));
  await checkGoesWith(parent);
});

test('a child caught in an endless loop goes with its parent too', async () => {
  const spinner = join(dirname(fileURLToPath(import.meta.url)), 'support', 'spinner.ts');
  const parent = startParent('fork', spinner);
  await checkGoesWith(parent);
});
