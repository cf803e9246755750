import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '#kit/reach.ts';

/** How the rows of a list are named: which are the asker's own, and which have one of these names. */
export type ReachColumns = { own: SQL; named: (names: readonly string[]) => SQL };

/** The condition that leaves the rows which lie in the set. */
export function reachSql(reach: Reach, columns: ReachColumns): SQL {
  if (reach.is === 'everything') return sql`true`;
  if (reach.is === 'nothing') return sql`false`;
  if (reach.is === 'own') return sql`coalesce(${columns.own}, false)`;
  if (reach.is === 'named') return sql`coalesce(${columns.named(reach.names)}, false)`;
  if (reach.is === 'not') return sql`not (${reachSql(reach.of, columns)})`;
  const parts = reach.of.map((one) => sql`(${reachSql(one, columns)})`);
  return sql.join(parts, reach.is === 'and' ? sql` and ` : sql` or `);
}

/** The keys of tags among names such as `tag/<key>`. */
export const keysNamed = (names: readonly string[]): string[] => idsNamed(names, 'tag');
/** The ids among names such as `room/<id>`. */
export const idsNamed = (names: readonly string[], kind: string): string[] =>
  names.filter((name) => name.startsWith(`${kind}/`)).map((name) => name.slice(kind.length + 1));
