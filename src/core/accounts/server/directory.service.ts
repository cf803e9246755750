/** Accounts with their owners: all for the operator, its own customers for a vendor. Reads with the rights of the system, so permissions are checked first. */
import { Failure } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import type { AccountKind, AccountState, Entitlements } from '../accounts.rules.ts';
import { tellLimits } from './plan.service.ts';
import { accountById, changeAccountRow, lockAccount } from './accounts.queries.ts';
import { requireKeeper, requireKept } from './accounts.service.ts';
import type { AccountRow } from './accounts.table.ts';
import {
  countDirectory,
  type DirectoryFilter,
  type DirectoryOrder,
  directoryPage,
  firstOwners,
  keptPeople,
  type KeptPerson,
  type AccountOwner,
  type PeopleReach,
  useOf,
} from './directory.queries.ts';

export type KeptAccount = {
  row: AccountRow;
  /** The first of its owners. */
  owner: AccountOwner | null;
  people: number;
  recordedBytes: number;
  /** Epoch milliseconds, to ten minutes. */
  lastActiveAt: number | null;
};

async function withFigures(db: Db, rows: readonly AccountRow[]): Promise<KeptAccount[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [owners, uses] = await Promise.all([firstOwners(db, ids), useOf(db, ids)]);
  const ownerOf = new Map(owners.map((one) => [one.accountId, one]));
  const use = new Map(uses.map((one) => [one.id, one]));
  return rows.map((row) => ({
    row,
    owner: ownerOf.get(row.id) ?? null,
    people: use.get(row.id)?.people ?? 0,
    recordedBytes: use.get(row.id)?.bytes ?? 0,
    lastActiveAt: use.get(row.id)?.activeAt?.getTime() ?? null,
  }));
}

/** The signed-in keeper. Throws `not_allowed` for everybody else. */
export function keeperOf(ctx: Ctx): UserActor {
  requireKeeper(ctx);
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

export type DirectoryQuery = {
  search?: string | undefined;
  kinds?: readonly AccountKind[];
  states?: readonly AccountState[];
  order?: DirectoryOrder;
  cursor?: string | undefined;
  limit: number;
  among?: DirectoryFilter['among'];
};
export type DirectoryPage = { items: KeptAccount[]; next: string | null; total?: number | undefined };

const vendorReach = (vendorId: string): PeopleReach => ({ kind: 'vendor', vendorId });
/** People of the accounts that the actor looks after, by a part of their name or address. */
export function findKeptPeople(ctx: Ctx, search: string, limit: number): Promise<KeptPerson[]> {
  const keeper = keeperOf(ctx);
  const reach = keeper.accountKind === 'operator' ? ({ kind: 'all' } as const) : vendorReach(keeper.accountId);
  return keptPeople(ctx.system.read, { reach, search, limit });
}

/** People of the customers of a seller, for another domain, which asked its own rule; `vendorId` null: the operator is the seller. */
export function findPeopleOf(db: Db, of: { vendorId: string | null; search: string; limit: number }): Promise<KeptPerson[]> {
  const { vendorId, search, limit } = of;
  return keptPeople(db, { reach: vendorId === null ? { kind: 'direct' } : vendorReach(vendorId), search, limit });
}

/** A page of the accounts that the actor looks after. */
export async function listKept(ctx: Ctx, query: DirectoryQuery): Promise<DirectoryPage> {
  const keeper = keeperOf(ctx);
  const { read } = ctx.system;
  const filter = {
    vendorId: keeper.accountKind === 'operator' ? null : keeper.accountId,
    search: query.search === undefined || query.search === '' ? null : query.search,
    kinds: query.kinds ?? [],
    states: query.states ?? [],
    among: query.among,
  };
  const lastId = idCursor.read(query.cursor);
  const last = lastId === null ? null : await accountById(read, lastId);
  const [rows, total] = await Promise.all([
    directoryPage(read, filter, { order: query.order ?? 'newest', last, limit: query.limit + 1 }),
    countDirectory(read, filter),
  ]);
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: await withFigures(read, shown),
    next,
    total,
  };
}

/** One account that the actor looks after. Throws `not_found` for every other. */
export async function getKept(ctx: Ctx, id: string): Promise<KeptAccount> {
  keeperOf(ctx);
  const row = isId(id) ? await accountById(ctx.system.read, id) : null;
  requireKept(ctx, row);
  const [kept] = await withFigures(ctx.system.read, row === null ? [] : [row]);
  if (kept === undefined) throw new Failure('not_found');
  return kept;
}

/** The same, locked until the transaction ends. */
export async function lockKept(ctx: Ctx, tx: Db, id: string): Promise<AccountRow> {
  keeperOf(ctx);
  const row = isId(id) ? await lockAccount(tx, id) : null;
  requireKept(ctx, row);
  if (row === null) throw new Failure('not_found');
  return row;
}

export type KeptChange = {
  id: string;
  version: number;
  name?: string | undefined;
  locale?: string | undefined;
  timeZone?: string | undefined;
  /** Only what differs from the limits of its plan, else of its kind; a key that is left out goes back to them. */
  limits?: Partial<Entitlements> | undefined;
};

/**
 * Changes name, language, zone or limits of an account that the actor looks after. While it has a plan, the limits count instead of what the plan
 * says, and those of the account itself wait for its end. Throws `changed_meanwhile`, also where a plan began or ended since `version`.
 */
export async function updateKept(ctx: Ctx, tx: Db, change: KeptChange): Promise<void> {
  const row = await lockKept(ctx, tx, change.id);
  if (row.version !== change.version) throw new Failure('changed_meanwhile', { data: { version: row.version } });
  const { name, locale, timeZone, limits } = change;
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(limits === undefined ? {} : row.planEntitlements === null ? { entitlements: limits } : { extraEntitlements: limits }),
  };
  await changeAccountRow(tx, { id: row.id, version: row.version }, set);
  const deed = { subjectKind: 'account', subjectId: row.id, accountId: row.id };
  const fields = Object.keys(set).filter((field) => !field.toLowerCase().endsWith('entitlements'));
  if (fields.length > 0)
    await recordForBoth(ctx, tx, { ...deed, action: 'accounts.changed', data: { fields: fields.join(',') } });
  if (limits !== undefined) {
    await recordForBoth(ctx, tx, { ...deed, action: 'accounts.limits-changed', data: figuresOf(limits) });
    return tellLimits(ctx, tx, row.id);
  }
  await ctx.bus.push(tx, { topic: `account:${row.id}`, kind: 'account-changed' });
}

const figuresOf = (limits: Partial<Entitlements>): Record<string, string | number | boolean | null> => ({ ...limits });
