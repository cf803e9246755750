/** Looks for people of the reader's account. The system's eyes for it, because people belong to no account. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { FoundGroup, peopleCalls } from '../people.contract.ts';
import { lackedToFindPeople, peopleLimits, type PeoplePurpose, peopleRules, seesAddresses } from '../people.rules.ts';
import { type FoundPerson, type PeopleSearch, searchPeople } from './people-search.queries.ts';

type HoldersQuery = { accountId: string; permission: string; now: number; among: readonly string[] };
type RecentPeopleQuery = { accountId: string; userId: string; limit: number };
/** What the search asks of later domains. */
export type PeopleNeighbours = {
  /** Ids of those people who hold a permission. */
  holdersAmong: (db: Db, query: HoldersQuery) => Promise<ReadonlySet<string>>;
  /** Ids of those with whom somebody worked last, the last first. */
  recentPeople: (db: Db, query: RecentPeopleQuery) => Promise<string[]>;
  /** Groups of that name that the reader may choose. */
  groupChoices: (ctx: Ctx, search: string, limit: number) => Promise<FoundGroup[]>;
  /** Ids of those who are in a group. Throws `not_found`. */
  peopleOfGroup: (ctx: Ctx, groupId: string, limit: number) => Promise<string[]>;
};

/** Pages that are read until enough people hold the permission. */
const mostPages = 5;
type Holding = { permission: string; limit: number } & Pick<PeopleNeighbours, 'holdersAmong'>;
/** The same as `searchPeople` among those who hold a permission. */
export async function searchHolders(
  db: Db,
  search: PeopleSearch,
  { permission, limit, holdersAmong }: Holding,
): Promise<FoundPerson[]> {
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
type FindPeopleResult = ResultIn<typeof peopleCalls.find>;
const firstOfEach = (people: readonly FoundPerson[], limit: number): FoundPerson[] =>
  [...new Map(people.map((one) => [one.id, one])).values()].slice(0, limit);

/** Throws `not_allowed` for a purpose that is not the reader's, and `not_found` for a group that is not. */
export async function findPeople(ctx: Ctx, query: Query, neighbours: PeopleNeighbours): Promise<FindPeopleResult> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  const purpose: PeoplePurpose = query.for;
  const lacked = lackedToFindPeople(purpose, actor);
  if (lacked !== null) throw notAllowed(lacked);
  if (purpose === 'owner' && actor.seat?.accountState === 'closed') return { items: [], groups: [] };
  const rule = { holding: undefined, groups: undefined, ...peopleRules[purpose] };
  const { accountId, userId } = actor;
  const { read } = ctx.system;
  const { email, search, limit } = query;
  const reader: PeopleSearch = {
    ...{ accountId, search, email, now: new Date(ctx.now()) },
    fit: purpose === 'owner' ? 'owners' : 'people',
    without: rule.self === 'out' ? userId : undefined,
  };
  const find = (among: readonly string[] | undefined, most: number) => {
    const wanted = { ...reader, among };
    if (rule.holding === undefined) return searchPeople(read, wanted, { limit: most, offset: 0 });
    const { holdersAmong } = neighbours;
    return searchHolders(read, wanted, { permission: rule.holding, limit: most, holdersAmong });
  };
  const shows = seesAddresses(purpose, actor);
  const shown = (people: readonly FoundPerson[]) =>
    people.map(({ id, name, email: address }) => ({ id, name, email: shows ? address : null }));
  if (query.group !== undefined) {
    if (rule.groups === undefined) throw notFound();
    const ids = await neighbours.peopleOfGroup(ctx, query.group, peopleLimits.ofGroup);
    return { items: shown(await find(ids, peopleLimits.ofGroup)), groups: [] };
  }
  const isFirstSight = search === '' && email === undefined;
  const offersGroups = rule.groups !== undefined && email === undefined;
  const findRecent = async () => {
    const ids = await neighbours.recentPeople(read, { accountId, userId, limit: peopleLimits.recent });
    return ids.length === 0 ? [] : find(ids, limit);
  };
  const [recent, others, groups] = await Promise.all([
    isFirstSight ? findRecent() : [],
    find(undefined, limit),
    offersGroups ? neighbours.groupChoices(ctx, search, peopleLimits.groups) : [],
  ]);
  return { items: shown(firstOfEach([...recent, ...others], limit)), groups };
}
