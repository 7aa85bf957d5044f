/** Takes over what an engine made: fetched in full, looked at, and only then believed to be what was asked for. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type EngineFault, type EngineOutput, isOurs, type Succeeded, type VendorOutput } from '../engines/engine.ts';
import type { Inspector } from '../media/inspect/inspector.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { ClaimedGeneration } from './queue-store.ts';

export interface TakeServices {
  store: MediaStore;
  inspector: Inspector;
}

export type Taken =
  | { outcome: 'taken'; output: EngineOutput; release(): Promise<void> }
  | { outcome: 'failed'; fault: EngineFault; billed: boolean | null };

/** More than any family's output; a stream without end must not fill the disk. */
const bytesMax = 1024 ** 3;
/** Links break off now and then; what was paid for is worth a few requests that cost nothing. */
const restsMilliseconds = [0, 1_000, 3_000];

/** Ours and not the vendor's: they are waited out. */
const diskTroubles: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'EROFS', 'EIO']);

export async function takeOutput(
  services: TakeServices,
  claim: Pick<ClaimedGeneration, 'work' | 'live_id'>,
  end: Succeeded,
  signal: AbortSignal,
): Promise<Taken> {
  const [output] = end.outputs;
  if (output === undefined) return failed('The engine delivered nothing.');
  if (isOurs(output)) return { outcome: 'taken', output, release: async () => {} };
  const file = join(services.store.scratchFolder(), randomUUID());
  const release = () => rm(file, { force: true });
  let reason = '';
  for (const rest of restsMilliseconds) {
    await pause(rest, undefined, { signal });
    try {
      await download(output, file, signal);
      const looked = await services.inspector[claim.work.output](file, claim.live_id);
      if (looked.ok) return { outcome: 'taken', output: outputOf(file, looked.facts), release };
      reason = looked.sentence;
    } catch (fault) {
      signal.throwIfAborted();
      if (diskTroubles.has((fault as NodeJS.ErrnoException).code ?? '')) {
        await release();
        throw fault;
      }
      reason = fault instanceof Error ? fault.message : String(fault);
    }
  }
  await release();
  return failed(`What the engine delivered is not what was asked for: ${reason}`);
}

const failed = (message: string): Taken => ({ outcome: 'failed', fault: { class: 'internal', message }, billed: null });

async function download(output: VendorOutput, file: string, signal: AbortSignal): Promise<void> {
  let bytes = 0;
  const capped = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new Error('The output is larger than any that was asked for.'));
      else done(null, chunk);
    },
  });
  const stream = await output.open(signal);
  await pipeline(
    Readable.fromWeb(stream as import('node:stream/web').ReadableStream),
    capped,
    createWriteStream(file),
    {
      signal,
    },
  );
}

interface Facts {
  type: string;
  bytes: number;
  width: number;
  height: number;
  milliseconds?: number;
}

function outputOf(file: string, { type, bytes, width, height, milliseconds }: Facts): EngineOutput {
  return { type, bytes, width, height, milliseconds: milliseconds ?? null, copyTo: (target) => copyFile(file, target) };
}
