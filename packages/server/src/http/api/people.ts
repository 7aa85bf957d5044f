/** The operator's part about people: who there is, whom to take out of an account, whom to invite. */
import { errors, invitationsShownDays, isId, isListedId } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import { signInUrl } from '../../accounts/sign-in-links.ts';
import { type Inviting, invite } from '../../people/invitations.ts';
import { listInvitationRows, markInvitationWithdrawn } from '../../people/invitations-store.ts';
import { personOf, takeOut } from '../../people/people.ts';
import { hasRole, type ListedPersonRow, listPersonRows } from '../../people/people-store.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { bindChange } from './operator-change.ts';
import { type ApiOutcome, bind, ok, refusedWith, wrongField } from './route.ts';
import { personView } from './session.ts';

const mustStaySentence =
  'An account keeps at least one owner, and the operator at least one account; invite another owner first';

export function addPeopleRoutes(router: Router, services: AccessServices): void {
  const { db } = services;
  bind(router, apiRoutes.listPeople, services, async ({ query }) => {
    const { cursor = null, limit, text = null } = query;
    if (cursor !== null && !isListedId(cursor)) return wrongField('cursor', 'cursor must be `next` of the page before');
    // One more than asked for tells whether there is a next page.
    const rows = await listPersonRows(db, { text, before: cursor, limit: limit + 1 });
    const items = rows.slice(0, limit).map(listedPersonView);
    return ok({ items, next: rows.length > limit ? items.at(-1)!.id : null });
  });

  bindChange(router, apiRoutes.removeMembership, services, async (tx, { id, body }) => {
    const accountId = body.account_id;
    const isThere = isId(id) && isId(accountId);
    const outcome = isThere ? await takeOut(tx, { accountId, personId: id }) : 'not_found';
    if (outcome === 'not_found') return refusedWith(errors.notFound('Nobody of that id is in that account'));
    if (outcome === 'must_stay') return refusedWith(errors.conflict(mustStaySentence));
    return ok(null);
  });

  addInvitationRoutes(router, services);
}

function listedPersonView(row: ListedPersonRow): Of<typeof resources.operatorPerson> {
  const person = personView(personOf(row));
  return {
    ...person,
    memberships: person.memberships.map((membership) => ({
      ...membership,
      must_stay: row.must_stay_in.includes(membership.account_id),
    })),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function addInvitationRoutes(router: Router, services: AccessServices): void {
  const { db, publicUrl } = services;
  bind(router, apiRoutes.listInvitations, services, async () => {
    const rows = await listInvitationRows(db, invitationsShownDays);
    return ok(
      rows.map((row) => ({
        id: row.id,
        email: row.email,
        role: row.role,
        account: row.account_id === null ? null : { id: row.account_id, email: row.account_email! },
        state: row.state,
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      })),
    );
  });

  bindChange(
    router,
    apiRoutes.invite,
    services,
    async (tx, { body, person }) => {
      const { email, role, account_id: accountId = null } = body;
      if (accountId === null && role === 'member') {
        return wrongField('role', 'role must be "owner" for a new account; name an account_id to invite a member');
      }
      if (accountId !== null && !isId(accountId)) return refusedWith(errors.notFound('Account not found'));
      return answerInviting(publicUrl, await invite(tx, { email, role, accountId, invitedBy: person.id }));
    },
    async (tx, { body: { email, role, account_id: accountId } }) => {
      const isInAlready = accountId !== undefined && (await hasRole(tx, { accountId, email: email.trim(), role }));
      return isInAlready ? 'makeSignInLink' : 'invite';
    },
  );

  bindChange(router, apiRoutes.withdrawInvitation, services, async (tx, { id }) => {
    const withdrawn = isId(id) ? await markInvitationWithdrawn(tx, id) : 'not_found';
    return withdrawn === 'withdrawn' ? ok(null) : refusedWith(errors.notFound('There is no such open invitation'));
  });
}

function answerInviting(publicUrl: string, inviting: Inviting): ApiOutcome<{ id: string; url: string }> {
  switch (inviting.outcome) {
    case 'invited':
      return ok({ id: inviting.id, url: signInUrl(publicUrl, inviting.token) });
    case 'email_not_valid':
      return wrongField('email', 'email must be an email address');
    case 'account_not_found':
      return refusedWith(errors.notFound('Account not found'));
    case 'account_exists':
      return refusedWith(
        errors.conflict('There is an account with this email address; invite into it by its account_id'),
      );
  }
}
