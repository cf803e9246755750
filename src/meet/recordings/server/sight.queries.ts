import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Reach } from '#kit/reach.ts';
import { idsNamed, keysNamed, reachSql } from '#kit/server/db/reach-sql.ts';
import { taggedRooms } from '#meet/rooms/server/live.service.ts';
import { recordings } from './recordings.table.ts';

/** Whose recordings: those of a person and of rooms, and with `account` also what the account may see. */
export type RecordingSight = {
  userId: string;
  ledRooms: readonly string[];
  guestRooms: readonly string[];
  account: string | null;
};
/** What statements leave of the person's own account, or add to it; without them `sight` alone counts. */
export type SightReach = { accountId: string; see: Reach; lead: Reach; play: Reach };
type SightQuery = { sight: RecordingSight | 'everything'; bin: 'in' | 'out'; reach?: SightReach };

const inRooms = (ids: readonly string[]) => (ids.length === 0 ? sql`false` : inArray(recordings.roomId, [...ids]));
const shown = and(eq(recordings.state, 'published'), ne(recordings.visibility, 'owner'));

function seenBy(sight: RecordingSight | 'everything', bin: 'in' | 'out'): SQL | undefined {
  if (sight === 'everything') return undefined;
  const leads = [eq(recordings.ownerId, sight.userId), inRooms(sight.ledRooms)];
  if (bin === 'in') return or(...leads);
  const ofAccount = sight.account === null ? undefined : and(eq(recordings.accountId, sight.account), shown);
  return or(...leads, and(inRooms(sight.guestRooms), shown), ofAccount);
}

const namedIn =
  (accountId: string) =>
  (names: readonly string[]): SQL => {
    const [ids, keys] = [idsNamed(names, 'recording'), keysNamed(names)];
    const itself = ids.length === 0 ? sql`false` : inArray(recordings.id, ids);
    const tagged = keys.length === 0 ? sql`false` : sql`${recordings.roomId} in ${taggedRooms(accountId, keys)}`;
    return sql`(${itself} or ${inRooms(idsNamed(names, 'room'))} or coalesce(${tagged}, false))`;
  };
export function reached({ reach, sight, bin }: SightQuery): SQL | undefined {
  const seen = seenBy(sight, bin);
  if (reach === undefined || sight === 'everything') return seen;
  const of = (one: Reach, own: SQL) => reachSql(one, { own, named: namedIn(reach.accountId) });
  const [mine, other] = [eq(recordings.accountId, reach.accountId), ne(recordings.accountId, reach.accountId)];
  const leads = of(reach.lead, sql`false`);
  const rooms = inRooms([...sight.ledRooms, ...sight.guestRooms]);
  const own = sql`(${recordings.ownerId} = ${sight.userId} or ${rooms} or ${leads})`;
  const watchable = inArray(recordings.state, ['published', 'unpublished']);
  const given = bin === 'in' || sight.account === null ? undefined : and(mine, watchable, of(reach.play, sql`false`));
  return and(or(seen, given, sight.account === null ? undefined : and(mine, leads)), or(other, of(reach.see, own)));
}
