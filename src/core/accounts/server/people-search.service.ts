/** Looks for people of the reader's account. The system's eyes for it, because people belong to no account. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { peopleCalls } from '../people.contract.ts';
import { lackedToFindPeople, type PeoplePurpose, peopleRules } from '../people.rules.ts';
import { type FoundPerson, type PeopleSearch, searchPeople } from './people-search.queries.ts';

type HoldersQuery = { accountId: string; permission: string; now: number; among: readonly string[] };
/** Ids of those people who hold a permission; permissions belong to a later domain. */
export type HoldersAmong = (db: Db, query: HoldersQuery) => Promise<ReadonlySet<string>>;

/** Pages that are read until enough people hold the permission. */
const mostPages = 5;
type Holding = { permission: string; limit: number; holdersAmong: HoldersAmong };
async function searchHolders(db: Db, search: PeopleSearch, { permission, limit, holdersAmong }: Holding): Promise<FoundPerson[]> {
  const found: FoundPerson[] = [];
  for (let page = 0; page < mostPages && found.length < limit; page += 1) {
    const people = await searchPeople(db, search, { limit, offset: page * limit });
    const among = people.map(({ id }) => id);
    const holders = await holdersAmong(db, { accountId: search.accountId, permission, now: search.now.getTime(), among });
    found.push(...people.filter(({ id }) => holders.has(id)));
    if (people.length < limit) break;
  }
  return found.slice(0, limit);
}

type Query = Parsed<typeof peopleCalls.find>['query'];
/** Throws `not_allowed` for a purpose that is not the reader's. */
export async function findPeople(ctx: Ctx, query: Query, holdersAmong: HoldersAmong): Promise<ResultIn<typeof peopleCalls.find>> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  const purpose: PeoplePurpose = query.for;
  const lacked = lackedToFindPeople(purpose, actor);
  if (lacked !== null) throw notAllowed(lacked);
  if (purpose === 'owner' && actor.seat?.accountState === 'closed') return { items: [] };
  const rule = { holding: undefined, ...peopleRules[purpose] };
  const search: PeopleSearch = {
    accountId: actor.accountId,
    fit: purpose === 'owner' ? 'owners' : 'people',
    search: query.search,
    email: query.email,
    now: new Date(ctx.now()),
    without: rule.self === 'out' ? actor.userId : undefined,
  };
  const { read } = ctx.system;
  const { limit } = query;
  const people =
    rule.holding === undefined
      ? await searchPeople(read, search, { limit, offset: 0 })
      : await searchHolders(read, search, { permission: rule.holding, limit, holdersAmong });
  return { items: people.map(({ id, name, email }) => ({ id, name, email: rule.addresses === 'shown' ? email : null })) };
}
