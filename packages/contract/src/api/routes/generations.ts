/** Generations of every family: listed, looked at, run again, cancelled, watched, and their files deleted. */
import { oneOf, text } from '../../fields.ts';
import { listedStatuses } from '../../states.ts';
import * as resources from '../resources.ts';
import * as shape from '../shapes.ts';
import { id, paged, route, scope } from './route.ts';

export const generationsRoutes = {
  listGenerations: route({
    method: 'GET',
    path: '/api/generations',
    access: 'account',
    summary: 'Generations of every family, newest first',
    query: {
      ...scope,
      ...paged,
      family: text(1, 40),
      status: oneOf(...listedStatuses).about(
        '`failed` are those that did not complete: the `cancelled`, which somebody ended, and the `faulted`.',
      ),
      key: id().about('Only those submitted with this key.'),
      text: text(1, 200).about('Words that the prompt holds, or the start of an id.'),
      from: text(10, 40).about('Created at or after this day or time.'),
      to: text(10, 40).about('Created before the end of this day, or before this time.'),
    },
    answer: resources.pageOf(resources.generationSummary),
  }),
  getGeneration: route({
    method: 'GET',
    path: '/api/generations/{id}',
    access: 'account',
    summary: "All about one generation; its links are fresh. The operator may look at every account's",
    query: scope,
    answer: resources.generation,
  }),
  deleteMedia: route({
    method: 'DELETE',
    path: '/api/generations/{id}/media',
    access: 'account',
    summary:
      'Delete the files of a generation that has ended, made and uploaded, before their days are over; the record stays',
    query: scope,
    alsoRefuses: ['Conflict'],
    answer: null,
  }),
  runAgain: route({
    method: 'POST',
    path: '/api/generations/{id}/run-again',
    access: 'account',
    summary: 'Submit the same request once more, at the price of today',
    query: scope,
    alsoRefuses: ['InsufficientCredits', 'Conflict'],
    answer: shape.object({ id: shape.id, family: shape.text, price: shape.amount }),
  }),
  cancelGeneration: route({
    method: 'POST',
    path: '/api/generations/{id}/cancel',
    access: 'account',
    summary:
      'End a generation that has not ended, as CANCELLED; its price comes back unless a paid engine may already work on it',
    query: scope,
    alsoRefuses: ['Conflict'],
    answer: resources.generationSummary,
  }),
  generate: route({
    method: 'POST',
    path: '/api/generate/{id}',
    access: 'account',
    summary: "Submit to the family of that name; body and answer are those of the family's own submit",
    query: scope,
    familyBody: true,
    alsoRefuses: ['InsufficientCredits', 'Conflict', 'IdempotencyMismatch', 'RateLimited'],
    answer: shape.anyObject,
  }),
  listFamilies: route({
    method: 'GET',
    path: '/api/families',
    access: 'account',
    summary: 'Prices, time limits and maintenance of the families, as they are set here',
    answer: shape.list(resources.familyState),
  }),
  watch: route({
    method: 'GET',
    path: '/api/events',
    access: 'account',
    summary:
      'Changes as they happen: `generation` and `delivery` with their summaries, `balance`; `reset` when some were missed, `alive` every few seconds',
    query: scope,
    answer: null,
    contentType: 'text/event-stream',
  }),
} as const;
