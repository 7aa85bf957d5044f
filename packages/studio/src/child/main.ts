/** The child process: takes one order, reports, and ends, or stays for another file to finish; it never outlives its parent. */
import { once } from 'node:events';
import { InvalidMedia } from '../media/invalid-media.ts';
import type { RemoteSigner } from '../provenance/seal.ts';
import type { SignerIdentity } from '../provenance/signer.ts';
import { giveWay, hasGivenWay } from './give-way.ts';
import type { Made, Order, Report, Signed } from './messages.ts';

/** What long clips have left behind is given back by the end of the process. */
const STAYING_BYTES_MAX = 300_000_000;

process.once('disconnect', () => process.exit(1));
process.once('message', (order: Order) => void obey(order));

async function obey(order: Order): Promise<void> {
  if (order.kind === 'wait') {
    process.once('message', (next: Order) => void obey(next));
    await import('../finish/finish.ts');
    return;
  }
  const report = await carryOut(order);
  const stays = 'stays' in report && report.stays;
  if (stays) process.once('message', (next: Order) => void obey(next));
  await send(report);
  if (!stays) process.exit(0);
}

async function carryOut(order: Exclude<Order, { kind: 'wait' }>): Promise<Report> {
  // What other engines made takes a moment, and somebody waits for it, unless a clip has to be encoded anew.
  if (order.kind !== 'finish') giveWay();
  try {
    if (order.kind === 'describe') {
      const { chooseEncoder } = await import('../encoders/choose.ts');
      const { name, detail } = await chooseEncoder(order.encoder);
      return { kind: 'encoder', name, detail };
    }
    if (order.kind === 'try') {
      const { trySeal } = await import('../provenance/trial.ts');
      return { kind: 'tried', failures: await trySeal(askParent(order.signer)) };
    }
    const made = await make(order);
    return { kind: 'made', made, stays: isFit(order) };
  } catch (error) {
    if (error instanceof InvalidMedia) {
      // What is no picture is fetched again within seconds, and looked at again; the decoder of a clip may be left half-way.
      const isPicture = order.kind === 'finish' && order.request.output === 'image';
      return { kind: 'invalid_media', message: error.message, stays: isPicture && isFit(order) };
    }
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Whether this process is good for another file. */
function isFit({ kind }: Order): boolean {
  return kind === 'finish' && !hasGivenWay() && process.memoryUsage.rss() < STAYING_BYTES_MAX;
}

async function make(order: Extract<Order, { kind: 'render' | 'finish' | 'convert' }>): Promise<Made> {
  if (order.kind === 'convert') {
    const { convertMedia } = await import('../finish/convert.ts');
    return { files: await convertMedia(order) };
  }
  const signer = order.signer && askParent(order.signer);
  if (order.kind === 'finish') {
    const { finishFile } = await import('../finish/finish.ts');
    return finishFile({ ...order, signer });
  }
  const { makeFile } = await import('./make.ts');
  const report = (percent: number) => void send({ kind: 'progress', percent });
  return makeFile({ ...order, report, signer });
}

/** The key stays with the parent. One question at a time, so the next message is its answer. */
function askParent(identity: SignerIdentity): RemoteSigner {
  return {
    identity,
    async sign(bytes) {
      const answer = once(process, 'message') as Promise<[Signed]>;
      await send({ kind: 'sign', bytes: Buffer.from(bytes).toString('base64') });
      const [{ signature }] = await answer;
      return Buffer.from(signature, 'base64');
    },
  };
}

function send(report: Report): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(report, undefined, undefined, () => resolve());
  });
}
