/** How a statement gets the rows of ids that it has found before. */

/**
 * A join that looks into the primary key once an id. Joined as usual, the planner reckons as if every month (migration
 * 0131) were looked into, and may read whole tables instead.
 */
export const rowById = (table: string, id: string, as: string): string =>
  `cross join lateral (select * from ${table} where id = ${id} limit 1) ${as}`;
