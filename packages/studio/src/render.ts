/** Starts a child for one request and watches over it: progress, stop, deadline, and nothing half-made left behind. */
import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Order, Report, Signed } from './child/messages.ts';
import type { EncoderChoice } from './encoders/choose.ts';
import type { EncoderName } from './encoders/encoder.ts';
import type { Signer } from './provenance/signer.ts';
import {
  posterFileOf,
  type RenderHandle,
  type RenderOutcome,
  type RenderRequest,
  type RenderWatch,
} from './request.ts';

const CHILD_FILE = fileURLToPath(new URL('./child/main.ts', import.meta.url));
/** Letters must come out alike whatever fonts a machine has, or has not. */
const FONTS_FILE = fileURLToPath(new URL('../fonts/fonts.conf', import.meta.url));
/** Pixels live outside the heap; what is inside never needs more, and a runaway parser ends here. */
const HEAP_MEGABYTES = 320;
const STDERR_CHARACTERS = 2000;
const DESCRIBE_MILLISECONDS = 20_000;

/** The service's environment stays here: its secrets are no business of a process that opens strangers' files. */
function startChild(order: Order): ChildProcess {
  const child = fork(CHILD_FILE, [], {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    env: { FONTCONFIG_FILE: FONTS_FILE },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
  child.send(order, () => {
    // A child that died at once cannot take its order; 'exit' tells the story.
  });
  return child;
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_CHARACTERS);
  });
  return () => tail.trim();
}

export function renderWith(encoder: EncoderChoice, request: RenderRequest, on: RenderWatch): RenderHandle {
  const child = startChild({ kind: 'render', request, encoder, signer: on.signer?.identity ?? null });
  const stderr = keepTail(child);
  let outcome: RenderOutcome | null = null;
  const end = (decided: RenderOutcome) => {
    outcome ??= decided;
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(() => {
    end({ ok: false, reason: 'deadline', message: `Not done within ${on.deadlineMilliseconds} ms.` });
  }, on.deadlineMilliseconds);
  child.on('message', (report: Report) => {
    if (outcome !== null) return;
    if (report.kind === 'progress') on.progress(report.percent);
    else if (report.kind === 'sign') sign(child, report.bytes, on.signer).catch((fault) => end(crashed(fault)));
    else outcome = readReport(report);
  });
  const done = new Promise<RenderOutcome>((resolve) => {
    const settle = async (otherwise: string) => {
      clearTimeout(deadline);
      const settled: RenderOutcome = outcome ?? { ok: false, reason: 'crashed', message: otherwise };
      // A folder that went away or never was takes its unfinished file with it.
      if (!settled.ok) await removeUnfinished(request.outputFile).catch(() => {});
      resolve(settled);
    };
    child.once('close', (code, signal) => {
      void settle(stderr() || `The drawing process ended with ${signal ?? `code ${code}`}.`);
    });
    child.on('error', (error) => {
      // With no process to begin with (no memory, too many open files) 'close' never comes.
      if (child.pid === undefined) void settle(error.message);
    });
  });
  return {
    pid: child.pid,
    done,
    stop: () => end({ ok: false, reason: 'stopped', message: 'Stopped on request.' }),
  };
}

async function sign(child: ChildProcess, bytes: string, signer: Signer | undefined): Promise<void> {
  const signature = await signer!.sign(Buffer.from(bytes, 'base64'));
  const signed: Signed = { kind: 'signed', signature: Buffer.from(signature).toString('base64') };
  child.send(signed, () => {
    // As above: a child that is gone by now ends in 'exit'.
  });
}

function crashed(fault: Error): RenderOutcome {
  return { ok: false, reason: 'crashed', message: fault.message };
}

async function removeUnfinished(outputFile: string): Promise<void> {
  for (const file of [`${outputFile}.part`, posterFileOf(outputFile)]) await rm(file, { force: true });
}

function readReport(report: Exclude<Report, { kind: 'progress' | 'sign' }>): RenderOutcome | null {
  if (report.kind === 'rendered') return { ok: true, ...report.file };
  if (report.kind === 'invalid_media') return { ok: false, reason: 'invalid_media', message: report.message };
  if (report.kind === 'failed') return { ok: false, reason: 'crashed', message: report.message };
  return null;
}

export function describeWith(encoder: EncoderChoice): Promise<{ name: EncoderName; detail: string }> {
  const child = startChild({ kind: 'describe', encoder });
  const stderr = keepTail(child);
  const deadline = setTimeout(() => child.kill('SIGKILL'), DESCRIBE_MILLISECONDS);
  return new Promise((resolve, reject) => {
    child.on('message', (report: Report) => {
      if (report.kind === 'encoder') resolve({ name: report.name, detail: report.detail });
      if (report.kind === 'failed') reject(new Error(report.message));
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(deadline);
      reject(new Error(stderr() || 'The drawing process ended without naming its encoder.'));
    });
  });
}
