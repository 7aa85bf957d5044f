/** The form of a route of the account interface, and the fields that several routes share. */

import { type Field, integer, oneOf, text } from '../../fields.ts';
import { idCharacters } from '../../ids.ts';
import { emailCharactersMax, page, passwordCharactersMax, passwordCharactersMin } from '../../limits.ts';
import { modes } from '../../mode.ts';
import * as shape from '../shapes.ts';

/**
 * Who may ask:
 * `anyone`; a signed-in `person`; `account`: a person in one of their accounts, or an API key for its own;
 * `owner`: an owner of the account, signed in (a leaked key must not be able to make itself a successor); `operator`;
 * `operator_look`: the operator, or a live key that an operator made for an account of theirs, because nothing can be changed by it.
 */
export type Access = 'anyone' | 'person' | 'account' | 'owner' | 'operator' | 'operator_look';

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With at most one open part: `/api/keys/{id}/rotate`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Field<unknown>>>;
  readonly body?: Readonly<Record<string, Field<unknown>>>;
  /** The body is read by the family, as in its own submit. */
  readonly familyBody?: true;
  /** Refusals beyond those that follow from the rest: access, query, body and open part. */
  readonly alsoRefuses?: readonly (
    | 'InsufficientCredits'
    | 'NoSuchThing'
    | 'Conflict'
    | 'LinkOver'
    | 'IdempotencyMismatch'
    | 'RateLimited'
  )[];
  /** Null: 204. */
  readonly answer: shape.Shape<unknown> | null;
  /** What is answered instead of JSON. */
  readonly contentType?: 'text/csv' | 'text/event-stream';
}

export const route = <const Route extends ApiRoute>(definition: Route): Route => definition;

/** The id of anything, as text: whether it is one is told when it is looked for. */
export const id = () => text(idCharacters, idCharacters);

/** Which account a signed-in person means. A key means its own, and these are not taken beside it. */
export const scope = {
  account: id().about(
    "For signed-in people: the live account's id, their first when left out. A key means its own account, and is refused beside it.",
  ),
  mode: oneOf(...modes)
    .byDefault('live')
    .about(
      'For signed-in people: the account itself or its sandbox twin. A key says it by itself, and is refused beside it.',
    ),
};

export const paged = {
  cursor: text(1, 200).about('`next` of the page before.'),
  limit: integer(page.limitMin, page.limitMax).byDefault(page.limitDefault),
};

export const email = () => text(3, emailCharactersMax).about('An email address.');
export const password = () =>
  text(passwordCharactersMin, passwordCharactersMax).about(`At least ${passwordCharactersMin} characters.`);
/** One that was chosen before: it may be shorter than a new one may. */
export const knownPassword = () => text(1, passwordCharactersMax);
export const ok = shape.object({ ok: shape.yesOrNo });
