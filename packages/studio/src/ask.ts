/** Questions to a child of its own, because what answers them is never loaded into the service. */
import type { Order, Report } from './child/messages.ts';
import type { EncoderChoice } from './encoders/choose.ts';
import type { EncoderName } from './encoders/encoder.ts';
import type { Signer } from './provenance/signer.ts';
import { keepTail, signFor, startChild } from './start-child.ts';

const ANSWER_MILLISECONDS = 20_000;

export async function describeWith(encoder: EncoderChoice): Promise<{ name: EncoderName; detail: string }> {
  const { name, detail } = await ask({ kind: 'describe', encoder }, 'encoder', null);
  return { name, detail };
}

/** What a reader has against files under this signer's name, beside not knowing it; empty when it accepts them. */
export async function trySigner(signer: Signer): Promise<string[]> {
  return (await ask({ kind: 'try', signer: signer.identity }, 'tried', signer)).failures;
}

type Answer<Kind extends Report['kind']> = Extract<Report, { kind: Kind }>;

function ask<Kind extends Report['kind']>(order: Order, kind: Kind, signer: Signer | null): Promise<Answer<Kind>> {
  const child = startChild(order);
  const stderr = keepTail(child);
  const deadline = setTimeout(() => child.kill('SIGKILL'), ANSWER_MILLISECONDS);
  return new Promise((resolve, reject) => {
    child.on('message', (report: Report) => {
      if (report.kind === kind) resolve(report as Answer<Kind>);
      if (report.kind === 'failed') reject(new Error(report.message));
      if (report.kind === 'sign') signFor(child, signer!, report.bytes).catch(reject);
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(deadline);
      reject(new Error(stderr() || 'The drawing process ended without an answer.'));
    });
  });
}
