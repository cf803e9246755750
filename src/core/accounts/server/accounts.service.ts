import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record, recordForBoth } from '#core/audit/server/audit.service.ts';
import type { Parsed } from '#kit/contract.ts';
import type { accountsCalls, AccountView } from '../accounts.contract.ts';
import {
  type AccountKind,
  type AccountState,
  type Entitlements,
  entitlementsOf,
  type EntitlementSources,
  looksAfter,
  mayBecome,
  mayOpenAgain,
  mayTakeOver,
  mayEditAccount,
  type MemberRole,
  noBranding,
  placeAt,
} from '../accounts.rules.ts';
import {
  accountById,
  accountNamesById,
  anyAccountOf,
  changeAccountRow,
  insertAccount,
  insertMembership,
  lockAccount,
  lockAccounts,
  ownersOf,
  recordedBytesOf,
  type AccountMembership,
  seatsOf,
  setAccountState,
} from './accounts.queries.ts';
import type { AccountRow } from './accounts.table.ts';
import { notInPlan } from '../refusal.rules.ts';
import { accountEvents } from './accounts.events.ts';
import { lookOf } from './look.service.ts';

export type AccountWithoutRights = Omit<AccountView, 'rights'>;

/** What its limits come from. */
const holdingsOf = (row: AccountRow): EntitlementSources => ({
  stored: row.entitlements,
  plan: row.planEntitlements,
  raised: row.raisedEntitlements,
  extra: row.extraEntitlements,
  service: row.service,
});

export function accountOf(row: AccountRow): AccountWithoutRights {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    name: row.name,
    locale: row.locale,
    timeZone: row.timeZone,
    branding: { ...noBranding, ...row.branding },
    entitlements: entitlementsOf(row.kind, holdingsOf(row)),
    version: row.version,
    createdAt: row.createdAt.getTime(),
  };
}

function actorOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

/** The account that the session acts in, with what the reader may do. */
export async function getAccount(ctx: Ctx): Promise<AccountView> {
  const actor = actorOf(ctx);
  const row = await accountById(ctx.db.read, actor.accountId);
  if (row === null) throw notFound();
  return { ...accountOf(row), rights: { edit: mayEditAccount(actor.scope) } };
}

/** What the account has of a look of its own may go, and nothing be set, unless its plan includes one. Throws `limit_reached`. */
async function mustHaveLook(tx: Db, accountId: string, wanted: object): Promise<void> {
  if (Object.values(wanted).every((value) => value === null)) return;
  const row = await lockAccount(tx, accountId);
  if (row === null || accountOf(row).entitlements.branding) return;
  const held = new Map<string, unknown>(Object.entries(row.branding));
  const isNew = Object.entries(wanted).some(([name, value]) => value !== null && value !== undefined && held.get(name) !== value);
  if (isNew) throw notInPlan(accountId, 'branding');
}

/** Changes the account's own data. Throws `changed_meanwhile` when somebody else did since `version`. */
export async function updateAccount(ctx: Ctx, body: Parsed<typeof accountsCalls.update>['body']): Promise<AccountView> {
  const actor = actorOf(ctx);
  if (!mayEditAccount(actor.scope)) throw notAllowed('account.edit');
  const { version, name, locale, timeZone, branding } = body;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
  return ctx.db.write(async (tx) => {
    if (branding !== undefined) await mustHaveLook(tx, actor.accountId, branding);
    const look =
      branding === undefined ? {} : { branding: { ...(await lockAccount(tx, actor.accountId))?.branding, ...lookOf(branding) } };
    const row = await changeAccountRow(tx, { id: actor.accountId, version }, { ...change, ...look });
    if (row === null)
      throw new Failure('changed_meanwhile', { data: { version: (await accountById(tx, actor.accountId))?.version ?? 0 } });
    await record(ctx, tx, {
      action: 'accounts.changed',
      subjectKind: 'account',
      subjectId: row.id,
      data: { fields: Object.keys({ ...change, ...look }).join(',') },
    });
    await ctx.bus.push(tx, { topic: `account:${row.id}`, kind: 'account-changed' });
    return { ...accountOf(row), rights: { edit: true } };
  });
}

/** An account by its id; null when there is none. `db` decides whose eyes look. */
export async function findAccount(db: Db, id: string): Promise<AccountWithoutRights | null> {
  const row = await accountById(db, id);
  return row === null ? null : accountOf(row);
}

/** Names of accounts by id, for lists: one question for all of them. */
export async function findAccountNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  return new Map((await accountNamesById(db, wanted)).map((one) => [one.id, one.name]));
}

/** What the account may hold; null values mean no limit. Throws `not_found` for an unknown account. */
export async function entitlementsFor(db: Db, accountId: string): Promise<Entitlements> {
  const account = await findAccount(db, accountId);
  if (account === null) throw notFound();
  return account.entitlements;
}

export type NewAccount = {
  name: string;
  kind: AccountKind;
  state: AccountState;
  locale: string;
  timeZone: string;
  /** Null: somebody is invited to own it, and nobody does before they accept. */
  ownerId: string | null;
  entitlements?: Partial<Entitlements>;
  /** Who brings it in. */
  vendorAccountId?: string;
};

/** Makes an account with its owner. `tx` must be the system's: nobody has eyes for an account that is not there yet. Returns its id. */
export async function createAccount(ctx: Ctx, tx: Db, input: NewAccount): Promise<string> {
  const id = newId(ctx.now());
  const createdAt = new Date(ctx.now());
  await insertAccount(tx, {
    id,
    kind: input.kind,
    name: input.name,
    state: input.state,
    locale: input.locale,
    timeZone: input.timeZone,
    branding: {},
    entitlements: input.entitlements ?? {},
    vendorAccountId: input.vendorAccountId ?? null,
    version: 1,
    createdAt,
  });
  if (input.ownerId !== null) await addMember(ctx, tx, { accountId: id, userId: input.ownerId, role: 'owner' });
  await record(ctx, tx, {
    action: 'accounts.created',
    subjectKind: 'account',
    subjectId: id,
    accountId: id,
    data: { kind: input.kind, state: input.state },
  });
  await ctx.events.publish(ctx, tx, {
    name: accountEvents.created,
    accountId: id,
    data: { kind: input.kind, state: input.state, ownerId: input.ownerId },
  });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'account' });
  return id;
}

/** Gives a person a place in an account. */
export async function addMember(
  ctx: Ctx,
  tx: Db,
  input: { accountId: string; userId: string; role: MemberRole; permissions?: readonly string[] },
): Promise<void> {
  await insertMembership(tx, {
    id: newId(ctx.now()),
    accountId: input.accountId,
    userId: input.userId,
    role: input.role,
    permissions: [...(input.permissions ?? [])],
    preset: input.role === 'staff' ? 'none' : input.role,
    state: 'active',
    createdAt: new Date(ctx.now()),
  });
  await record(ctx, tx, {
    action: 'accounts.member-added',
    subjectKind: 'user',
    subjectId: input.userId,
    accountId: input.accountId,
    data: { role: input.role },
  });
  await ctx.events.publish(ctx, tx, {
    name: accountEvents.memberAdded,
    accountId: input.accountId,
    data: { userId: input.userId, role: input.role },
  });
}

/** Name of the account, and the reason for its state as the person who changed it wrote it. */
export async function findStateReason(db: Db, id: string): Promise<{ name: string; reason: string | null } | null> {
  const row = await accountById(db, id);
  return row === null ? null : { name: row.name, reason: row.stateReason };
}

/** Every place that a person has, the oldest first. */
export const findSeats = (db: Db, userId: string): Promise<AccountMembership[]> => seatsOf(db, userId);
/** Whether the person may act in that place now; the account's own state is another question. */
export function isOpenSeat({ membership, passwordChangedAt }: AccountMembership, now: number): boolean {
  const ms = (at: Date | null) => at?.getTime() ?? null;
  const { state, expiresAt, lockedAt } = membership;
  const facts = { state, expiresAt: ms(expiresAt), lockedAt: ms(lockedAt), passwordChangedAt: ms(passwordChangedAt) };
  return placeAt(facts, now) === 'active';
}
/** Ids of the account's owners. */
export const findOwners = (db: Db, accountId: string): Promise<string[]> => ownersOf(db, accountId);

/** Throws unless the actor may look after accounts at all. */
export function requireKeeper(ctx: Ctx): void {
  if (ctx.actor.kind === 'system') return;
  if (ctx.actor.kind !== 'user' || ctx.actor.accountKind === 'customer' || !ctx.actor.scope.includes('users.manage'))
    throw notAllowed('users.manage');
}
/** Throws `not_found` unless the account is one that the actor looks after. */
export function requireKept(ctx: Ctx, account: Pick<AccountRow, 'kind' | 'vendorAccountId'> | null): void {
  if (ctx.actor.kind === 'system' && account !== null) return;
  if (account === null || ctx.actor.kind !== 'user' || !looksAfter(ctx.actor, account)) throw notFound();
}

/**
 * Approves, suspends or closes an account, for the operator and its vendor. Takes effect with the next request of everybody in it.
 * Its owners get the reason.
 */
export async function changeAccountState(
  ctx: Ctx,
  input: { accountId: string; to: AccountState; reason?: string },
): Promise<void> {
  requireKeeper(ctx);
  await ctx.system.write(async (tx) => {
    const row = await lockAccount(tx, input.accountId);
    if (row === null) throw notFound();
    requireKept(ctx, row);
    const takesOver = ctx.actor.kind === 'user' && mayTakeOver(ctx.actor, row) && input.to === 'suspended';
    if (row.state === input.to && !takesOver) return;
    if (!takesOver && !mayBecome(row.state, input.to))
      throw new Failure('bad_request', { data: { from: row.state, to: input.to } });
    if (ctx.actor.kind === 'user' && !mayOpenAgain(ctx.actor, row)) throw notFound();
    const by = ctx.actor.kind === 'user' ? ctx.actor.accountId : null;
    await setAccountState(tx, row.id, { state: input.to, reason: input.reason ?? null, at: new Date(ctx.now()), by });
    const deed = { action: `accounts.${input.to}`, subjectKind: 'account', subjectId: row.id, data: { from: row.state } };
    await recordForBoth(ctx, tx, { ...deed, accountId: row.id });
    await ctx.events.publish(ctx, tx, {
      name: accountEvents.stateChanged,
      accountId: row.id,
      data: { from: row.state, to: input.to },
    });
    await ctx.bus.push(tx, { topic: `account:${row.id}`, kind: 'account-state', data: { state: input.to } });
    await ctx.bus.push(tx, { topic: 'operator:news', kind: 'account' });
  });
}

/** The installation's own account; null before the first run is done. */
export async function findOperatorAccount(db: Db): Promise<AccountWithoutRights | null> {
  const row = await anyAccountOf(db, 'operator');
  return row === null ? null : accountOf(row);
}

/** Bytes that an account's recordings take, those in the bin too. */
export const recordedBytes = (db: Db, accountId: string): Promise<number> => recordedBytesOf(db, accountId);

/** Accounts, and who brought them in, locked until the transaction ends: before anything that others wait for, such as a number of a series. */
export const holdAccounts = (tx: Db, ids: readonly string[]): Promise<void> => lockAccounts(tx, ids);

/** The account, locked until the transaction ends, so that its owner and its end are decided one after the other. */
export async function holdAccount(tx: Db, id: string): Promise<AccountWithoutRights> {
  const row = await lockAccount(tx, id);
  if (row === null) throw notFound();
  return accountOf(row);
}
