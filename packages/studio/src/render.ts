/** Starts a child for one request and watches over it: progress, stop, deadline, and nothing half-made left behind. */
import { rm } from 'node:fs/promises';
import type { Made, Order, Report } from './child/messages.ts';
import type { EncoderChoice } from './encoders/choose.ts';
import { borrowChild, keepReady, rest } from './finishing-child.ts';
import {
  type ConvertedFile,
  type ConvertRequest,
  type FinishedFile,
  type FinishRequest,
  type Handle,
  type Outcome,
  posterFileOf,
  type RenderHandle,
  type RenderRequest,
  type RenderWatch,
} from './request.ts';
import { keepTail, signFor, startChild } from './start-child.ts';

export function renderWith(encoder: EncoderChoice, request: RenderRequest, on: RenderWatch): RenderHandle {
  return carryOut({ kind: 'render', request, encoder, signer: on.signer?.identity ?? null }, [request.outputFile], on);
}

export type FinishWatch = Omit<RenderWatch, 'progress'>;

export function finishWith(encoder: EncoderChoice, request: FinishRequest, on: FinishWatch): Handle<FinishedFile> {
  const order: Order = { kind: 'finish', request, encoder, signer: on.signer?.identity ?? null };
  return carryOut(order, [request.outputFile], { ...on, progress: () => {} });
}

export type ConvertWatch = Omit<FinishWatch, 'signer'>;

export function convertWith(
  encoder: EncoderChoice,
  requests: readonly ConvertRequest[],
  on: ConvertWatch,
): Handle<{ files: ConvertedFile[] }> {
  const outputs = requests.map(({ outputFile }) => outputFile);
  return carryOut({ kind: 'convert', requests, encoder }, outputs, { ...on, progress: () => {} });
}

/** The type of what is made follows from the order's kind, which only its three callers know. */
function carryOut<Kind extends Made>(order: Order, outputFiles: readonly string[], on: RenderWatch): Handle<Kind> {
  const isLent = order.kind === 'finish';
  const child = isLent ? borrowChild(order) : startChild(order);
  const stderr = keepTail(child);
  let outcome: Outcome<Kind> | null = null;
  let isBack = false;
  const end = (decided: Outcome<Kind>) => {
    // A process that stays may be at somebody else's file by now.
    if (isBack || outcome?.ok) return;
    outcome ??= decided;
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(() => {
    end({ ok: false, reason: 'deadline', message: `Not done within ${on.deadlineMilliseconds} ms.` });
  }, on.deadlineMilliseconds);
  const done = new Promise<Outcome<Kind>>((resolve) => {
    const settle = async (otherwise: string) => {
      clearTimeout(deadline);
      const settled: Outcome<Kind> = outcome ?? { ok: false, reason: 'crashed', message: otherwise };
      // A folder that went away or never was takes its unfinished file with it.
      if (!settled.ok) await Promise.all(outputFiles.map(removeUnfinished)).catch(() => {});
      resolve(settled);
    };
    child.on('message', (report: Report) => {
      if (outcome !== null) return;
      if (report.kind === 'progress') on.progress(report.percent);
      else if (report.kind === 'sign') signFor(child, on.signer!, report.bytes).catch((fault) => end(crashed(fault)));
      else outcome = readReport<Kind>(report);
      if (!('stays' in report) || !report.stays) return;
      isBack = true;
      rest(child);
      void settle('');
    });
    child.once('close', (code, signal) => {
      if (isLent) keepReady();
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

type Failed = Extract<Outcome<Made>, { ok: false }>;

function crashed(fault: Error): Failed {
  return { ok: false, reason: 'crashed', message: fault.message };
}

async function removeUnfinished(outputFile: string): Promise<void> {
  for (const file of [`${outputFile}.part`, posterFileOf(outputFile)]) await rm(file, { force: true });
}

function readReport<Kind extends Made>(report: Exclude<Report, { kind: 'progress' | 'sign' }>): Outcome<Kind> | null {
  if (report.kind === 'made') return { ok: true, ...(report.made as Kind) };
  if (report.kind === 'invalid_media') return { ok: false, reason: 'invalid_media', message: report.message };
  if (report.kind === 'failed') return { ok: false, reason: 'crashed', message: report.message };
  return null;
}
