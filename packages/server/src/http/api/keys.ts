/** API keys in the account interface. A key's secret is in the answer that makes it, and nowhere else. */
import { counted, errors, keysMax, parseAmount } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import { listKeys, requestKey, revokeKey, rotateKey } from '../../accounts/api-keys.ts';
import { lastRequests, type NotedRequest } from '../../accounts/request-notes.ts';
import type { Db, Tx } from '../../db/postgres.ts';
import { removeSpendLimit, setSpendLimit, spendLimitsOf } from '../../ledger/spend-limits.ts';
import { isStillSignedIn, type Session } from '../../people/sessions.ts';
import type { Router } from '../router.ts';
import type { AccessServices, AccountScope } from './access.ts';
import { keyView, limitView } from './key-view.ts';
import { bind, ok, refusedWith, wrongField } from './route.ts';
import { spentByKey } from './spending.ts';

export interface KeyServices extends AccessServices {
  reads: Db;
  now(): Date;
}

const dayMilliseconds = 86_400_000;
const hourSeconds = 3_600;

const notFound = () => refusedWith(errors.notFound('Key not found'));
const tooMany = () =>
  refusedWith(errors.conflict(`An account has at most ${counted(keysMax)} working keys; revoke one first`));

export function addKeyRoutes(router: Router, services: KeyServices): void {
  const { db, reads, now } = services;

  /** Rotating and revoking go by the key's id alone, so whose it is has to be asked first. */
  const ownKey = async (scope: AccountScope, id: string) =>
    (await listKeys(db, accountsSeen(scope), now())).find((key) => key.id === id.toLowerCase());

  /** A key outlives the session that made it, so it must not come after its end. */
  const whileSignedIn = <Made>(session: Session, make: (tx: Tx) => Promise<Made>) =>
    db.transaction(async (tx) => ((await isStillSignedIn(tx, session)) ? make(tx) : ('signed_out' as const)));

  bind(router, apiRoutes.listKeys, services, async ({ scope }) => {
    const keys = await listKeys(reads, accountsSeen(scope), now());
    const spent = await spentByKey(reads, accountsSeen(scope), now());
    const limits = await spendLimitsOf(
      reads,
      keys.map(({ id }) => id),
    );
    const spending = (id: string) => ({ spent: spent.get(id), limit: limits.get(id) });
    return ok(keys.reverse().map((key) => keyView(key, spending(key.id), now())));
  });
  bind(router, apiRoutes.createKey, services, async ({ scope, session, person, body }) => {
    const { name, mode, expires_in_days: days } = body;
    const accountId = mode === 'live' ? scope.liveId : scope.sandboxId;
    const expiresAt = days === undefined ? null : new Date(now().getTime() + days * dayMilliseconds);
    const wanted = { accountId, mode, name: name.trim(), expiresAt, madeBy: person.id };
    const made = await whileSignedIn(session, (tx) => requestKey(tx, wanted));
    if (made === 'signed_out') return refusedWith(errors.notSignedIn());
    if (made.outcome === 'too_many') return tooMany();
    return ok({ id: made.id, name: name.trim(), mode, key: made.key, expires_at: expiresAt?.toISOString() ?? null });
  });
  bind(router, apiRoutes.rotateKey, services, async ({ scope, session, person, id, body }) => {
    const old = await ownKey(scope, id);
    if (old === undefined) return notFound();
    const order = { id: old.id, overlapSeconds: body.overlap_hours * hourSeconds, now: now(), madeBy: person.id };
    const rotation = await whileSignedIn(session, (tx) => rotateKey(tx, order));
    if (rotation === 'signed_out') return refusedWith(errors.notSignedIn());
    switch (rotation.outcome) {
      case 'not_found':
        return notFound();
      case 'too_many':
        return tooMany();
      case 'not_active':
        return refusedWith(errors.conflict('This key has ended; make a new one instead'));
      case 'dashboards_own':
        return refusedWith(errors.conflict("This is the dashboard's own key: nobody holds it, so it is not rotated"));
      case 'rotated': {
        const { key, expiresAt } = rotation;
        const expires_at = expiresAt?.toISOString() ?? null;
        return ok({ id: rotation.id, name: old.name, mode: old.mode, key, expires_at });
      }
    }
  });
  bind(router, apiRoutes.listKeyRequests, services, async ({ scope, id }) => {
    const key = await ownKey(scope, id);
    return key === undefined ? notFound() : ok((await lastRequests(reads, key.id)).map(requestView));
  });
  bind(router, apiRoutes.setSpendLimit, services, async ({ scope, id, body }) => {
    const amount = body.amount === undefined ? null : parseAmount(body.amount.trim());
    if (amount?.ok === false) return wrongField('amount', `amount: ${amount.message}`);
    const key = await ownKey(scope, id);
    if (key === undefined) return notFound();
    const owned = { id: key.id, accountId: key.mode === 'live' ? scope.liveId : scope.sandboxId };
    await db.transaction((tx) => {
      if (amount === null) return removeSpendLimit(tx, owned);
      return setSpendLimit(tx, owned, { amount: amount.units, period: body.period, now: now() });
    });
    return ok({ spend_limit: limitView((await spendLimitsOf(db, [key.id])).get(key.id)) });
  });
  bind(router, apiRoutes.revokeKey, services, async ({ scope, id }) => {
    const key = await ownKey(scope, id);
    if (key === undefined) return notFound();
    await revokeKey(db, key.id);
    return ok(null);
  });
}

/** A person sees those of both modes; a key those beside it, so that a sandbox key tells nothing of the live account. */
function accountsSeen({ role, accountId, liveId, sandboxId }: AccountScope): string[] {
  return role === 'key' ? [accountId] : [liveId, sandboxId];
}

function requestView({ at, requestId, generationId, ...rest }: NotedRequest): Of<typeof resources.requestNote> {
  return { at: at.toISOString(), request_id: requestId, generation_id: generationId, ...rest };
}
