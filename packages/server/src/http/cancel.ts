/** `DELETE …/generations/{id}`: ends one that runs, deletes the files of one that has ended unless they are to be kept. */
import { errors, type Family, isId, readFinished } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import { cancelGeneration } from '../generations/cancel.ts';
import { type DeleteFilesServices, deleteFiles } from '../generations/delete-files.ts';
import { findDetail } from '../generations/overview-store.ts';
import type { SettleServices } from '../generations/settle.ts';
import { findGenerations } from '../generations/store.ts';
import { type Exchange, sendJson } from './exchange.ts';
import { refuse } from './refuse.ts';

export async function answerDelete(
  services: SettleServices & DeleteFilesServices,
  exchange: Exchange,
  { family, holder }: { family: Family; holder: KeyHolder },
): Promise<void> {
  const id = exchange.parameter.toLowerCase();
  const { accountId } = holder;
  const finished = readFinished(new URLSearchParams(exchange.query));
  if (!finished.ok) return refuse(exchange, errors.invalidFields(family, finished.faults, 'query'));
  const wanted = { id, accountId, family: family.slug };
  const outcome = isId(id) ? await cancelGeneration(services, wanted) : 'unknown';
  if (outcome === 'unknown') return refuse(exchange, errors.generationNotFound());
  exchange.headers['cache-control'] = 'no-store';
  const sendRecord = async () => {
    const [row] = await findGenerations(services.db, [id]);
    sendJson(exchange, 200, JSON.stringify(family.record(services.views.of(row!))));
  };
  if (outcome === 'ended before') {
    if (finished.keep) return sendRecord();
    await deleteFiles(services, (await findDetail(services.db, accountId, id))!);
    return exchange.sendEmpty(204);
  }
  await sendRecord();
}
