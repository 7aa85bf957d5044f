/** Submitting from the account interface: a family's own submit, and the same request once more. */
import { hash } from 'node:crypto';
import { errors, type Family, formatPrice, idempotencyKeyFault, isId } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import { useDashboardKey } from '../../accounts/dashboard-keys.ts';
import type { KeyHolder } from '../../accounts/key-checker.ts';
import { isSuspended } from '../../accounts/suspension-store.ts';
import { type DetailRow, findDetail } from '../../generations/overview-store.ts';
import { rebuildBody } from '../../generations/rebuild-request.ts';
import { type Submission, submitGeneration } from '../../generations/submit.ts';
import type { MediaStores } from '../../media/media-store.ts';
import type { Exchange } from '../exchange.ts';
import type { Limits } from '../limits.ts';
import type { Router } from '../router.ts';
import { answerSubmit, refusalNow, type SubmitRouteServices, submitError } from '../submit.ts';
import type { AccessServices, AccountScope } from './access.ts';
import type { ViewServices } from './generation-view.ts';
import { type ApiOutcome, bind, ok, refusedWith } from './route.ts';

export interface SubmittingServices extends AccessServices, ViewServices {
  submitting: SubmitRouteServices;
  limits: Limits;
  stores: MediaStores;
}

type RunAgain = ApiOutcome<{ id: string; family: string; price: string }>;

export function addSubmittingRoutes(router: Router, services: SubmittingServices): void {
  const { families, limits, submitting } = services;
  const limiters = new Map([...families.values()].map((family) => [family.slug, limits.forSubmit(family)]));

  bind(router, apiRoutes.generate, services, async ({ scope, id, exchange }) => {
    const family = families.get(id);
    if (family === undefined) return refusedWith(errors.notFound(`There is no family ${id.slice(0, 40)}`));
    if (await isSuspended(services.db, scope.accountId)) return refusedWith(errors.accountSuspended());
    const holder = await holderFor(services, exchange, scope);
    if (limiters.get(family.slug)!(exchange, holder)) await answerSubmit(submitting, exchange, { family, holder });
    return { outcome: 'answered' };
  });
  bind(router, apiRoutes.runAgain, services, async ({ scope, id, exchange }) => {
    const row = isId(id) ? await findDetail(services.reads, scope.accountId, id) : undefined;
    if (row === undefined) return refusedWith(errors.generationNotFound());
    const family = families.get(row.family);
    if (family === undefined) return refusedWith(errors.conflict(`There is no family ${row.family} any more`));
    if (await isSuspended(services.db, scope.accountId)) return refusedWith(errors.accountSuspended());
    const holder = await holderFor(services, exchange, scope);
    if (!limiters.get(family.slug)!(exchange, holder)) return { outcome: 'answered' };
    const notNow = await refusalNow(submitting, family);
    return notNow === null ? runAgain(services, exchange, { row, family, holder }) : refusedWith(notNow);
  });
}

/** Generations belong to a key; those of a signed-in person to the dashboard's own. */
async function holderFor({ db, now }: SubmittingServices, exchange: Exchange, scope: AccountScope): Promise<KeyHolder> {
  const { accountId, liveId, mode } = scope;
  const keyId = scope.keyId ?? (await useDashboardKey(db, accountId, now()));
  const holder: KeyHolder = { keyId, accountId, liveId, mode };
  exchange.holder = holder;
  return holder;
}

async function runAgain(
  services: SubmittingServices,
  exchange: Exchange,
  { row, family, holder }: { row: DetailRow; family: Family; holder: KeyHolder },
): Promise<RunAgain> {
  const key = exchange.requestHeaders['idempotency-key'] as string | undefined;
  const badKey = key === undefined ? null : idempotencyKeyFault(key);
  if (badKey !== null) return refusedWith(errors.invalidFields({ faultStatus: 400 }, [badKey], 'header'));
  const rebuilt = await rebuildBody({ db: services.reads, stores: services.stores }, row);
  if (rebuilt.outcome === 'upload_gone') {
    const sentence = `The file sent as ${rebuilt.field} is not kept any more; submit the request anew with the file`;
    return refusedWith(errors.conflict(sentence));
  }
  try {
    const reading = family.read(rebuilt.body, holder.mode);
    if (!reading.ok) {
      const why = reading.faults.map(({ message }) => message).join('; ');
      return refusedWith(errors.conflict(`The request would not be accepted today: ${why}`));
    }
    const bodySha256 = hash('sha256', row.id, 'buffer');
    const idempotency =
      key === undefined ? null : { accountId: holder.accountId, path: exchange.path, key, bodySha256 };
    const mediaOnDisk = async () => {};
    const traceparent = exchange.span?.traceparent ?? null;
    const { request } = reading;
    return await submitAgain(services, { family, holder, request, idempotency, traceparent, mediaOnDisk });
  } finally {
    await rebuilt.discard();
  }
}

async function submitAgain({ submitting }: SubmittingServices, submission: Submission): Promise<RunAgain> {
  const { family } = submission;
  const outcome = await submitGeneration(submitting.submit, submission);
  // The account interface tells faults in one shape, whatever the family's own.
  if (outcome.outcome !== 'accepted') return refusedWith(submitError({ ...family, faultStatus: 400 }, outcome));
  const id = String(outcome.answer[family.idName]);
  return ok({ id, family: family.slug, price: formatPrice(outcome.price) });
}
