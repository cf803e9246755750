/** Reading what was written down. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notAllowed } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { AuditEntry, auditCalls } from '../audit.contract.ts';
import { EXPORT_PAGE } from '../audit.rules.ts';
import { actorsOf, type AuditFilter, countEntries, entriesOf, narrowedAudit, type AuditOwner } from './audit.queries.ts';
import { record } from './audit.service.ts';
import type { AuditRow } from './audit.table.ts';

/** Names of people by their ids, whatever account they are in; who is gone is left out. Known only to a later domain. */
export type NamesOf = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
/** How many days back the plan of an account reads; null: as far as entries are kept. Known only to a later domain. */
export type DaysOf = (ctx: Ctx, accountId: string) => Promise<number | null>;
/** What an entry is about, other than a person. */
export type ThingReference = { kind: string; id: string };
/** Names of things that the reader's account may know, as they are now; what is gone or has none is left out. Known only to later domains. */
export type ThingsNamed = (
  ctx: Ctx,
  things: readonly ThingReference[],
) => Promise<readonly (ThingReference & { name: string })[]>;
export type AuditNeighbours = { namesOf: NamesOf; thingsNamed: ThingsNamed; daysOf: DaysOf };

type AuditNames = Pick<AuditNeighbours, 'namesOf' | 'thingsNamed'>;

const day = 86_400_000;
const peopleShown = 200;

/** Whose entries the actor sees, and with which eyes: what concerns no account only the system's can see, and only the operator may. */
function sightOf(ctx: Ctx): AuditOwner & { db: Db } {
  if (ctx.actor.kind !== 'user' || !ctx.actor.scope.includes('audit.view')) throw notAllowed('audit.view');
  const { accountId, accountKind } = ctx.actor;
  return accountKind === 'operator'
    ? { accountId, homeless: 'with', db: ctx.system.read }
    : { accountId, homeless: 'without', db: ctx.db.read };
}

const partsOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((one) => one !== '');

type ExportRequest = Parsed<typeof auditCalls.exported>['body'];
/** The shorter of what was asked for and what the plan reads: what is older stays written down, for the plan that reads it again. */
function sinceOf(ctx: Ctx, asked: number | undefined, plan: number | null): Date | null {
  const days = Math.min(asked ?? Number.POSITIVE_INFINITY, plan ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(days) ? new Date(ctx.now() - days * day) : null;
}

const filterOf = (
  ctx: Ctx,
  { accountId, homeless, days }: AuditOwner & { days: number | null },
  asked: ExportRequest,
): AuditFilter => ({
  accountId,
  homeless,
  action: asked.action,
  groups: partsOf(asked.group),
  people: partsOf(asked.person).filter(isId),
  subjectId: asked.subjectId,
  since: sinceOf(ctx, asked.days, days),
  search: asked.search,
});

const personIn = (row: AuditRow): string | null =>
  row.subjectKind === 'user' && row.subjectId !== null && isId(row.subjectId) ? row.subjectId : null;

const thingIn = ({ subjectKind: kind, subjectId: id }: AuditRow): ThingReference[] =>
  kind !== 'user' && id !== null && isId(id) ? [{ kind, id }] : [];

async function entriesFrom(ctx: Ctx, rows: readonly AuditRow[], { namesOf, thingsNamed }: AuditNames): Promise<AuditEntry[]> {
  const ids = new Set(rows.flatMap((row) => [row.actorUserId, personIn(row)]).filter((id) => id !== null));
  const [people, things] = await Promise.all([
    ids.size === 0 ? new Map<string, string>() : namesOf(ctx, [...ids]),
    thingsNamed(ctx, rows.flatMap(thingIn)),
  ]);
  const names = new Map(things.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return rows.map((row) => {
    const { at, accountId: _account, ...entry } = row;
    const subjectName = people.get(personIn(row) ?? '') ?? names.get(`${row.subjectKind} ${row.subjectId}`) ?? null;
    return { ...entry, at: at.getTime(), actorName: people.get(row.actorUserId ?? '') ?? null, subjectName };
  });
}

async function pageOf(
  ctx: Ctx,
  filter: AuditFilter,
  page: { db: Db; cursor: string | undefined; limit: number; names: AuditNames },
): Promise<{ items: AuditEntry[]; next: string | null }> {
  const rows = await entriesOf(page.db, filter, { before: idCursor.read(page.cursor), limit: page.limit + 1 });
  const { shown, next } = pageById(rows, page.limit);
  return {
    items: await entriesFrom(ctx, shown, page.names),
    next,
  };
}

/** Entries of the actor's account, newest first. */
export async function listAudit(
  ctx: Ctx,
  query: Parsed<typeof auditCalls.list>['query'],
  { daysOf, ...names }: AuditNeighbours,
): Promise<ResultIn<typeof auditCalls.list>> {
  const { db, ...whose } = sightOf(ctx);
  const days = await daysOf(ctx, whose.accountId);
  const filter = await narrowedAudit(ctx.system.read, filterOf(ctx, { ...whose, days }, query));
  const page = await pageOf(ctx, filter, { db, cursor: query.cursor, limit: query.limit, names });
  return { ...page, total: await countEntries(db, filter), days };
}

/** Everybody who stands in the entries, by name. */
export async function auditPeople(
  ctx: Ctx,
  { namesOf }: Pick<AuditNeighbours, 'namesOf'>,
): Promise<ResultIn<typeof auditCalls.people>> {
  const { db, ...whose } = sightOf(ctx);
  const ids = await actorsOf(db, whose, peopleShown);
  const names = ids.length === 0 ? new Map<string, string>() : await namesOf(ctx, ids);
  const items = [...names].map(([id, name]) => ({ id, name }));
  return { items: items.sort((a, b) => a.name.localeCompare(b.name)) };
}

/** A page of a file. Who takes the entries away stands in them too. */
export async function exportAudit(
  ctx: Ctx,
  body: ExportRequest,
  { daysOf, ...names }: AuditNeighbours,
): Promise<ResultIn<typeof auditCalls.exported>> {
  const { db, ...whose } = sightOf(ctx);
  const days = await daysOf(ctx, whose.accountId);
  const page = await pageOf(ctx, await narrowedAudit(ctx.system.read, filterOf(ctx, { ...whose, days }, body)), {
    db,
    cursor: body.cursor,
    limit: EXPORT_PAGE,
    names,
  });
  if (body.cursor === undefined)
    await ctx.db.write((tx) => record(ctx, tx, { action: 'audit.exported', subjectKind: 'audit', subjectId: null }));
  return page;
}
