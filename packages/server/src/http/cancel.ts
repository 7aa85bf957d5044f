/** `DELETE …/generations/{id}`: ends one that runs, removes the files of one that has ended. */
import { errors, type Family, isId } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import { type CancelServices, cancelGeneration } from '../generations/cancel.ts';
import { findDetail } from '../generations/overview-store.ts';

import { findGenerations } from '../generations/store.ts';
import { dropObjects } from '../media/objects-store.ts';
import { type Exchange, sendJson } from './exchange.ts';
import { refuse } from './refuse.ts';

export async function answerDelete(
  services: CancelServices,
  exchange: Exchange,
  { family, holder }: { family: Family; holder: KeyHolder },
): Promise<void> {
  const id = exchange.parameter.toLowerCase();
  const { accountId } = holder;
  const wanted = { id, accountId, family: family.slug };
  const outcome = isId(id) ? await cancelGeneration(services, wanted) : 'unknown';
  if (outcome === 'unknown') return refuse(exchange, errors.generationNotFound());
  exchange.headers['cache-control'] = 'no-store';
  if (outcome === 'ended before') {
    await removeFiles(services, { id, accountId });
    return exchange.sendEmpty(204);
  }
  const [row] = await findGenerations(services.db, [id]);
  sendJson(exchange, 200, JSON.stringify(family.record(services.views.of(row!))));
}

/** What was sent and what was made; the record stays. */
async function removeFiles(
  { db }: CancelServices,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  const row = (await findDetail(db, accountId, id))!;
  const uploads = row.inputs.flatMap(({ mediaId }) => mediaId ?? []);
  await dropObjects(db, row.output_media_id === null ? uploads : [row.output_media_id, ...uploads]);
}
