/** Keeps what operators did: every change through a route that only they may use, whichever it is. */
import { type ApiRoute, apiRoutes } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import { insertAction } from '../../people/actions-store.ts';
import type { Person } from '../../people/people.ts';

const names = new Map<ApiRoute, string>(Object.entries<ApiRoute>(apiRoutes).map(([name, route]) => [route, name]));

export async function noteAction(
  db: Db,
  route: ApiRoute,
  request: { person: Person | null; id: string; body: unknown },
): Promise<void> {
  const { person, id, body } = request;
  if (route.access !== 'operator' || route.method === 'GET' || person === null) return;
  const done = { personId: person.id, email: person.email, action: names.get(route) ?? route.path };
  await insertAction(db, { ...done, subject: id, detail: body ?? {} });
}
