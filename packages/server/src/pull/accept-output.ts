/** Accepts what a worker made: looked at, put into the media store for an hour, and the job is over; or one sentence why not. */

import { mediaTypes } from '@afterimage/contract';
import type { Inspector } from '../media/inspect/inspector.ts';
import type { KeepServices } from '../media/keep-files.ts';
import { keepFile } from '../media/keep-files.ts';
import { fileNameFor } from '../media/links.ts';
import { dropObjects } from '../media/objects-store.ts';
import { type HeldJob, type OutputKind, succeedJob } from './jobs-store.ts';

export interface AcceptOutputServices extends KeepServices {
  inspector: Inspector;
}

/** Types that a worker may send, by what was ordered. */
export const outputTypes: Readonly<Record<OutputKind, readonly string[]>> = {
  image: mediaTypes.image.types,
  video: ['video/mp4'],
};

export interface SentOutput {
  /** The store takes it over. */
  file: string;
  type: string;
  accountId: string;
  kind: OutputKind;
}

export type Accepted =
  | { accepted: 'yes' }
  /** The job went elsewhere, or its time ran out, while it was looked at. */
  | { accepted: 'too late' }
  /** The worker may send something better as long as the job is its own. */
  | { accepted: 'unfit'; sentence: string }
  | { accepted: 'busy'; sentence: string };

export async function acceptOutput(services: AcceptOutputServices, held: HeldJob, sent: SentOutput): Promise<Accepted> {
  const { inspector } = services;
  const { file, kind } = sent;
  // Workers take turns at being looked at, as accounts do.
  const seen = kind === 'image' ? await inspector.image(file, held.keyId) : await inspector.video(file, held.keyId);
  if (!seen.ok) return { accepted: seen.fault === 'busy' ? 'busy' : 'unfit', sentence: seen.sentence };
  const { type } = seen.facts;
  if (type !== sent.type) return { accepted: 'unfit', sentence: `It was sent as ${sent.type} and is ${type}.` };
  const { accountId } = sent;
  const fileName = fileNameFor({ family: 'output', prompt: '', id: held.id, type });
  const mediaId = await keepFile(services, file, { accountId, purpose: 'output', type, fileName });
  if (await succeedJob(services.db, held, mediaId)) return { accepted: 'yes' };
  await dropObjects(services.db, [mediaId]);
  return { accepted: 'too late' };
}
