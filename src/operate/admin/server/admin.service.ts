/** Accounts as their keepers see and change them. Another's account is not found. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { isRuleBroken } from '#kit/server/db/db.ts';
import {
  type AccountKind,
  type AccountState,
  type Entitlements,
  entitlementsOf,
  withoutPlan,
  mayBecome,
} from '#core/accounts/accounts.rules.ts';
import { changeAccountState, createAccount, findAccountNames, findSeats } from '#core/accounts/server/accounts.service.ts';
import { getKept, keeperOf, type KeptAccount, listKept, updateKept } from '#core/accounts/server/directory.service.ts';
import { isBeyondActing } from '#core/identity/server/sessions/acting.service.ts';
import { findInvitedOwners } from '#core/iam/server/owner-invitation.service.ts';
import { addNewcomer, welcome } from '#core/identity/server/owners.service.ts';
import { meetingCounts } from '#meet/meetings/server/attendance/usage.service.ts';
import { roomCounts } from '#meet/rooms/server/live.service.ts';
import { overflowOf } from '#sales/overflow/server/overflow.service.ts';
import { accountsStanding, findStandings, maySeeStandings } from '#sales/billing/server/standings.service.ts';
import { holdVendor } from '#sales/vendors/server/access.service.ts';
import type { AccountDetail, AccountItem } from '../account-views.contract.ts';
import type { usersCalls } from '../admin.contract.ts';
import { limitKeys, limitSwitches, rightsOver } from '../admin.rules.ts';

const month = 30 * 86_400_000;

const toBe = (who: { name: string; email: string } | undefined) =>
  who === undefined ? null : { name: who.name, email: who.email };

/** What the list shows of each account: the domains are asked once for all of them. */
async function itemsOf(ctx: Ctx, kept: readonly KeptAccount[]): Promise<AccountItem[]> {
  const ids = kept.map((one) => one.row.id);
  const vendors = kept.flatMap((one) => (one.row.vendorAccountId === null ? [] : [one.row.vendorAccountId]));
  const { read } = ctx.system;
  const ownerless = kept.flatMap((one) => (one.owner === null ? [one.row.id] : []));
  const [rooms, meetings, names, invited] = await Promise.all([
    roomCounts(read, ids),
    meetingCounts(read, ids, ctx.now() - month),
    findAccountNames(read, vendors),
    findInvitedOwners(read, ownerless),
  ]);
  return kept.map(({ row, owner, people, recordedBytes, lastActiveAt }) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: row.state,
    owner: owner === null ? null : { id: owner.id, name: owner.name, email: owner.email, proven: owner.proven },
    invited: toBe(invited.get(row.id)),
    usage: { rooms: rooms.get(row.id) ?? 0, people, meetings: meetings.get(row.id) ?? 0, recordedBytes },
    lastActiveAt,
    createdAt: row.createdAt.getTime(),
    vendor: row.vendorAccountId === null ? null : { id: row.vendorAccountId, name: names.get(row.vendorAccountId) ?? '' },
  }));
}

const kindNames: readonly AccountKind[] = ['customer', 'vendor'];
const stateNames: readonly AccountState[] = ['active', 'pending', 'suspended', 'closed'];
const chosen = <T extends string>(all: readonly T[], text: string | undefined): T[] => {
  const words = (text ?? '').split(',');
  return all.filter((one) => words.includes(one));
};

/** A page of accounts, the newest first or by name. */
export async function listUsers(
  ctx: Ctx,
  query: Parsed<typeof usersCalls.list>['query'],
): Promise<ResultIn<typeof usersCalls.list>> {
  const keeper = keeperOf(ctx);
  const page = await listKept(ctx, {
    among: accountsStanding(ctx, keeper, query),
    search: query.search,
    kinds: chosen(kindNames, query.kind),
    states: chosen(stateNames, query.state),
    order: query.sort,
    cursor: query.cursor,
    limit: query.limit,
  });
  const operator = keeper.accountKind === 'operator';
  const [items, standings] = await Promise.all([
    itemsOf(ctx, page.items),
    findStandings(
      ctx,
      keeper,
      page.items.map(({ row }) => row.id),
    ),
  ]);
  return {
    items: items.map((item) => ({ ...item, standing: standings.get(item.id) ?? null })),
    next: page.next,
    total: page.total,
    rights: {
      money: maySeeStandings(keeper),
      create: operator,
      staff: operator && keeper.scope.includes('staff.manage'),
      vendors: operator,
    },
  };
}

/** What was given to the account itself: beside its plan, else beside the standard. */
function figuresOf(row: KeptAccount['row']): Pick<AccountDetail, 'limitsBy' | 'limits' | 'standard'> {
  const { kind, planEntitlements: plan, raisedEntitlements: raised } = row;
  if (plan === null)
    return {
      limitsBy: 'standard',
      limits: limitsOf(row.entitlements),
      standard: limitsOf(entitlementsOf(kind, withoutPlan({}))),
    };
  const standard = entitlementsOf(kind, { ...withoutPlan({}), plan, raised });
  return { limitsBy: 'plan', limits: limitsOf(row.extraEntitlements), standard: limitsOf(standard) };
}

const limitsOf = (held: Partial<Entitlements>) =>
  Object.fromEntries([...limitKeys, ...limitSwitches].flatMap((key) => (held[key] === undefined ? [] : [[key, held[key]]])));

/** Whether the owner is somebody whose sign-in the reader must not touch. */
async function guardOf(ctx: Ctx, keeper: UserActor, kept: KeptAccount) {
  const { owner } = kept;
  if (owner === null) {
    const invited = (await findInvitedOwners(ctx.system.read, [kept.row.id])).size > 0;
    return { hasOwner: false, invited, ownerProtected: false, ownerElsewhere: false };
  }
  const seats = await findSeats(ctx.system.read, owner.id);
  return {
    hasOwner: true,
    invited: false,
    ownerProtected: owner.id === keeper.userId || (await isBeyondActing(ctx.system.read, owner.id)),
    ownerElsewhere: seats.some(({ account }) => account.vendorAccountId !== keeper.accountId),
  };
}

/** What the reader may do with an account that they look after. */
export async function rightsIn(ctx: Ctx, kept: KeptAccount) {
  const keeper = keeperOf(ctx);
  const { kind, state, stateBy, vendorAccountId } = kept.row;
  return rightsOver(keeper, { kind, state, stateBy, vendorAccountId, ...(await guardOf(ctx, keeper, kept)) });
}

/** One account. Throws `not_found` unless the actor looks after it. */
export async function getUser(ctx: Ctx, input: { id: string }): Promise<AccountDetail> {
  const kept = await getKept(ctx, input.id);
  const { row } = kept;
  const [item] = await itemsOf(ctx, [kept]);
  if (item === undefined) throw notFound();
  const open = row.state === 'active' || row.state === 'pending';
  return {
    ...item,
    locale: row.locale,
    timeZone: row.timeZone,
    stateReason: open ? null : row.stateReason,
    stateAt: row.stateAt?.getTime() ?? null,
    ...figuresOf(row),
    over: await overflowOf(ctx, ctx.system.read, row.id),
    version: row.version,
    rights: await rightsIn(ctx, kept),
  };
}

/** Makes a customer's account with an owner who is mailed how to get in. The operator's alone: a vendor's customers take from its pool. */
export async function createUser(ctx: Ctx, body: Parsed<typeof usersCalls.create>['body']): Promise<AccountDetail> {
  const keeper = keeperOf(ctx);
  if (keeper.accountKind !== 'operator') throw notFound();
  const id = await ctx.system.write(async (tx) => {
    const ownerId = await addNewcomer(ctx, tx, body).catch(emailTaken);
    const accountId = await createAccount(ctx, tx, {
      name: body.organisation,
      kind: 'customer',
      state: 'active',
      locale: body.locale,
      timeZone: body.timeZone,
      ownerId,
      entitlements: filled(body.limits),
    });
    await welcome(ctx, tx, { userId: ownerId, accountId });
    return accountId;
  });
  return getUser(ctx, { id });
}

const emailTaken = (error: unknown): never => {
  if (error instanceof Failure && error.code === 'email_taken')
    throw new Failure('email_taken', { fields: { 'body.email': 'email_taken' } });
  throw error;
};

type LimitChange = NonNullable<Parsed<typeof usersCalls.update>['body']['limits']>;
/** Without the keys that are left out: those follow the standard. */
const filled = (limits: LimitChange): Partial<Entitlements> =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));

/** Changes name, language, zone and limits. Limits that this form does not know stay. Throws `changed_meanwhile`, `pool_exceeded`. */
export async function updateUser(
  ctx: Ctx,
  input: { id: string; body: Parsed<typeof usersCalls.update>['body'] },
): Promise<AccountDetail> {
  const kept = await getKept(ctx, input.id);
  const rights = await rightsIn(ctx, kept);
  const { limits, ...rest } = input.body;
  if (!rights.edit || (limits !== undefined && !rights.limits)) throw notFound();
  const known: readonly string[] = [...limitKeys, ...limitSwitches];
  const { planEntitlements: plan, entitlements: own, extraEntitlements: extra } = kept.row;
  const others = Object.fromEntries(Object.entries(plan === null ? own : extra).filter(([key]) => !known.includes(key)));
  try {
    await ctx.system.write(async (tx) => {
      // the vendor first, as wherever its pool is taken from: so that no two wait for each other
      if (limits !== undefined && kept.row.vendorAccountId !== null) await holdVendor(tx, kept.row.vendorAccountId);
      await updateKept(ctx, tx, {
        id: input.id,
        ...rest,
        ...(limits === undefined ? {} : { limits: { ...others, ...filled(limits) } }),
      });
    });
  } catch (error) {
    if (isRuleBroken(error, 'vendor_pool')) throw new Failure('pool_exceeded');
    throw error;
  }
  return getUser(ctx, { id: input.id });
}

/** Suspends with a reason, or opens again. Throws `wrong_state` when the account is past that. */
export async function setState(
  ctx: Ctx,
  input: { id: string; to: 'active' | 'suspended'; reason?: string },
): Promise<AccountDetail> {
  const kept = await getKept(ctx, input.id);
  const rights = await rightsIn(ctx, kept);
  const may = input.to === 'suspended' ? rights.suspend : rights.reactivate || rights.approve;
  if (!may) {
    if (kept.row.state === input.to || !mayBecome(kept.row.state, input.to)) throw new Failure('wrong_state');
    // what the operator closed, or what only the operator lets in, is not the vendor's to open
    throw notFound();
  }
  await changeAccountState(ctx, {
    accountId: input.id,
    to: input.to,
    ...(input.reason === undefined ? {} : { reason: input.reason }),
  });
  return getUser(ctx, { id: input.id });
}
