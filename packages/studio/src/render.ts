/** Starts a child for one request and watches over it: progress, stop, deadline, and nothing half-made left behind. */
import { rm } from 'node:fs/promises';
import type { Report } from './child/messages.ts';
import type { EncoderChoice } from './encoders/choose.ts';
import {
  posterFileOf,
  type RenderHandle,
  type RenderOutcome,
  type RenderRequest,
  type RenderWatch,
} from './request.ts';
import { keepTail, signFor, startChild } from './start-child.ts';

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
    else if (report.kind === 'sign') signFor(child, on.signer!, report.bytes).catch((fault) => end(crashed(fault)));
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
