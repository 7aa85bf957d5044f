/** Generations in the account interface: listed across families, looked at and cancelled one by one, and what families cost. */
import { errors, isId, isListedId } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import { listAttempts } from '../../generations/attempts-figures-store.ts';
import { cancelGeneration } from '../../generations/cancel.ts';
import { type DeleteFilesServices, deleteFiles } from '../../generations/delete-files.ts';
import { type AccountOf, findAccountOf } from '../../generations/operator-list-store.ts';
import { findDetail, findOverviewRows, lookForPage, type OverviewFilter } from '../../generations/overview-store.ts';
import type { SettleServices } from '../../generations/settle.ts';
import type { SubmitServices } from '../../generations/submit.ts';
import type { MaintenanceWatch } from '../../maintenance/maintenance-watch.ts';
import type { Person } from '../../people/people.ts';
import { isOperatorsKey } from '../../people/people-store.ts';
import { listLog } from '../../webhooks/log-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices, AccountScope } from './access.ts';
import { deliverySummaryOf } from './delivery-view.ts';
import { detailOf, summariesOf, type ViewServices } from './generation-view.ts';
import { readMoment } from './read-moment.ts';
import { type ApiRequest, bind, ok, refusedWith, wrongField } from './route.ts';

export interface GenerationApiServices extends AccessServices, ViewServices, DeleteFilesServices {
  maintenance: MaintenanceWatch;
  submit: Pick<SubmitServices, 'prices' | 'timeLimits'>;
  ending: SettleServices;
}

const deliveriesShown = 10;

export function addGenerationRoutes(router: Router, services: GenerationApiServices): void {
  const { reads } = services;
  bind(router, apiRoutes.listGenerations, services, async ({ scope, query }) => {
    const filter = readFilter(services, query);
    if ('wrong' in filter) return filter.wrong;
    if (query.cursor !== undefined && !isListedId(query.cursor)) return wrongField('cursor', cursorSentence);
    const before = query.cursor?.toLowerCase() ?? null;
    const page = await lookForPage(reads, { accountId: scope.accountId, before, limit: query.limit, filter });
    return ok({ items: await summariesOf(services, page.rows), next: page.next });
  });
  bind(router, apiRoutes.getGeneration, services, async ({ scope, id, person }) => {
    if (!isId(id)) return refusedWith(errors.generationNotFound());
    const found = await findDetail(reads, scope.accountId, id);
    const isOperator = await isForOperator(services, scope, person);
    const account = found === undefined && isOperator ? await strangerOf(services, id, person) : null;
    const row = account === null ? found : await findDetail(reads, account.id, id);
    if (row === undefined) return refusedWith(errors.generationNotFound());
    const log = await listLog(reads, {
      accountId: row.account_id,
      before: null,
      limit: deliveriesShown,
      filter: { generationId: row.id },
    });
    const attempts = isOperator ? await attemptsOf(services, row.id) : null;
    return ok({ ...(await detailOf(services, row)), account, attempts, deliveries: log.rows.map(deliverySummaryOf) });
  });
  bind(router, apiRoutes.deleteMedia, services, async ({ scope, id }) => {
    const row = isId(id) ? await findDetail(services.db, scope.accountId, id) : undefined;
    if (row === undefined) return refusedWith(errors.generationNotFound());
    if (row.finished_at === null) return refusedWith(errors.conflict('This generation has not ended yet'));
    await deleteFiles(services, row);
    return ok(null);
  });
  bind(router, apiRoutes.cancelGeneration, services, async ({ scope, id }) => {
    const { accountId } = scope;
    const look = () => findOverviewRows(services.db, accountId, [id]);
    const [found] = isId(id) ? await look() : [];
    if (found === undefined) return refusedWith(errors.generationNotFound());
    const outcome = await cancelGeneration(services.ending, { id: found.id, accountId, family: found.family });
    if (outcome !== 'cancelled') return refusedWith(errors.conflict('This generation has already ended'));
    const [summary] = await summariesOf(services, await look());
    return ok(summary!);
  });
  bind(router, apiRoutes.listFamilies, services, async () => {
    const { families, maintenance, submit } = services;
    const states = [...families.values()].map(async ({ slug, timeLimits }) => ({
      slug,
      prices: { ...submit.prices[slug] },
      time_limits: Object.fromEntries(Object.keys(timeLimits).map((name) => [name, submit.timeLimits[name]!])),
      maintenance: await maintenance.isOn(slug),
    }));
    return ok(await Promise.all(states));
  });
}

/** Which engine made it, and what that cost, is nobody else's to know. */
async function isForOperator({ db }: AccessServices, scope: AccountScope, person: Person | null): Promise<boolean> {
  if (person !== null) return person.operator;
  return scope.mode === 'live' && scope.keyId !== null && isOperatorsKey(db, scope.keyId);
}

/** Another account's: one of the operator's own is looked at as that account, where more can be done with it. */
async function strangerOf({ reads }: ViewServices, id: string, person: Person | null): Promise<AccountOf | null> {
  const account = await findAccountOf(reads, id);
  if (account === undefined) return null;
  const isOwn = person?.memberships.some((one) => one.accountId === account.id || one.sandboxId === account.id);
  return isOwn === true ? null : account;
}

async function attemptsOf({ reads }: ViewServices, id: string): Promise<Of<typeof resources.engineAttempt>[]> {
  const attempts = await listAttempts(reads, id);
  return attempts.map(({ started_at, ended_at, ...attempt }) => ({
    ...attempt,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }));
}

const cursorSentence = 'cursor must be `next` of a page before';

type ListQuery = ApiRequest<typeof apiRoutes.listGenerations>['query'];

function readFilter(
  { families }: ViewServices,
  query: ListQuery,
): OverviewFilter | { wrong: ReturnType<typeof wrongField> } {
  const { family, status, key, text } = query;
  if (family !== undefined && !families.has(family)) {
    return { wrong: wrongField('family', `family must be one of ${[...families.keys()].join(', ')}`) };
  }
  if (key !== undefined && !isId(key)) return { wrong: wrongField('key', 'key must be the id of an API key') };
  const moments: { from?: Date; to?: Date } = {};
  for (const [name, edge] of [['from', 'begin'] as const, ['to', 'end'] as const]) {
    const sent = query[name];
    const moment = sent === undefined ? undefined : readMoment(sent, edge);
    if (sent !== undefined && moment === undefined) {
      return { wrong: wrongField(name, `${name} must be a day (2026-01-31) or a time (2026-01-31T12:00:00Z)`) };
    }
    if (moment !== undefined) moments[name] = moment;
  }
  return {
    families: family === undefined ? [...families.keys()] : [family],
    ...(status !== undefined && { status }),
    ...(key !== undefined && { keyId: key }),
    ...(text !== undefined && { text: text.trim() }),
    ...moments,
  };
}
