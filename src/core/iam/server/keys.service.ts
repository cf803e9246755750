/** Keys of programs: made, listed, ended, and looked up by every call that comes with one. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { isInRanges, parseRange, type AddressRange } from '#kit/ranges.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached, notInPlan } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import type { AuthRefusal } from '#core/identity/server/sessions/bearer.service.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import type { KeyItem, keysCalls } from '../keys.contract.ts';
import { boundaryOfKey, keyLimits, keyMark, keyStateOf, neverByKey } from '../keys.rules.ts';
import {
  type FoundKey,
  countKeys,
  endKey,
  endKeysOf,
  insertKey,
  keyByHash,
  keyOf,
  keysOf,
  lockKeys,
  touchKey,
} from './keys.queries.ts';
import type { KeyRow } from './keys.table.ts';

/** How often the last use of a key is written down. Milliseconds. */
const seenEvery = 60_000;
/** A key has no session; this names none. */
const noSession = '00000000-0000-0000-0000-000000000000';

function requireManager(ctx: Ctx): UserActor {
  const actor = requireUser(ctx);
  if (!actor.scope.includes('keys.manage')) throw notAllowed('keys.manage');
  return actor;
}

type ListedKey = { row: KeyRow; awake: boolean };
function itemOf({ row, awake }: ListedKey, names: ReadonlyMap<string, string>, now: number): KeyItem {
  const facts = { revokedAt: row.revokedAt?.getTime() ?? null, expiresAt: row.expiresAt?.getTime() ?? null, awake };
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    ranges: row.ranges,
    owner: row.forAccount ? 'account' : 'person',
    madeBy: { id: row.userId, name: names.get(row.userId) ?? '' },
    state: keyStateOf(facts, now),
    createdAt: row.createdAt.getTime(),
    expiresAt: facts.expiresAt,
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    lastAddress: row.lastAddress,
  };
}

const offered = (actor: UserActor): string[] => actor.scope.filter((name) => !neverByKey.includes(name));

export async function listKeys(ctx: Ctx): Promise<ResultIn<typeof keysCalls.list>> {
  const actor = requireManager(ctx);
  // system: who is awake follows from people, whom nobody else sees
  const keys = await keysOf(ctx.system.read, actor.accountId, new Date(ctx.now()));
  const names = await findNames(
    ctx.system.read,
    keys.map(({ row }) => row.userId),
  );
  return {
    items: keys.map((one) => itemOf(one, names, ctx.now())),
    scopes: offered(actor),
    forAccount: actor.role === 'owner',
    callsPerMinute: keyLimits.callsPerMinute,
  };
}

/**
 * Makes a key. It allows no more than its maker holds: what exceeds that is refused now, and counts for nothing later.
 * Throws `exceeds_own`, `limit_reached`, `past`, `proof_needed`.
 */
export async function createKey(
  ctx: Ctx,
  body: Parsed<typeof keysCalls.create>['body'],
): Promise<ResultIn<typeof keysCalls.create>> {
  const actor = requireManager(ctx);
  await requireProof(ctx);
  const beyond = body.scopes.filter((name) => !offered(actor).includes(name));
  if (beyond.length > 0) throw new Failure('exceeds_own', { data: { permissions: beyond } });
  // an account's own key acts for its owner, so that nobody else can make one
  if (body.owner === 'account' && actor.role !== 'owner') throw new Failure('exceeds_own', { data: { permissions: [] } });
  if (body.expiresAt !== null && body.expiresAt <= ctx.now()) throw new Failure('past', { fields: { 'body.expiresAt': 'past' } });
  const now = new Date(ctx.now());
  const token = `${keyMark}${newToken()}`;
  const row: KeyRow = {
    id: newId(ctx.now()),
    accountId: actor.accountId,
    userId: actor.userId,
    forAccount: body.owner === 'account',
    name: body.name,
    prefix: token.slice(0, keyMark.length + 6),
    hash: hashToken(token),
    scopes: [...new Set(body.scopes)].sort(),
    ranges: body.ranges,
    createdAt: now,
    expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    revokedAt: null,
    lastUsedAt: null,
    lastAddress: null,
  };
  // system: keys are written by no account's own hand
  await ctx.system.write(async (tx) => {
    await lockKeys(tx, actor.accountId);
    const used = await countKeys(tx, actor.accountId, now);
    const may = await entitlementsFor(tx, actor.accountId);
    if (!may.apiAllowed) throw notInPlan(actor.accountId, 'apiAllowed');
    if (!fits(may.accessKeys, used))
      throw limitReached({ accountId: actor.accountId, limit: 'accessKeys', max: may.accessKeys, used });
    if (used >= keyLimits.perAccount)
      throw new Failure('limit_reached', { data: { limit: 'accessKeys', used, max: keyLimits.perAccount } });
    await insertKey(tx, row);
    await record(ctx, tx, {
      action: 'iam.key-made',
      subjectKind: 'access-key',
      subjectId: row.id,
      data: { scopes: row.scopes.join(' '), owner: body.owner },
    });
  });
  return { key: itemOf({ row, awake: true }, new Map([[actor.userId, actor.name]]), ctx.now()), token };
}

export async function revokeKey(ctx: Ctx, id: string): Promise<ResultIn<typeof keysCalls.revoke>> {
  const actor = requireManager(ctx);
  const row = await keyOf(ctx.db.read, { id, accountId: actor.accountId });
  if (row === null) throw notFound();
  await ctx.system.write(async (tx) => {
    if ((await endKey(tx, id, new Date(ctx.now()))) === 'ended')
      await record(ctx, tx, { action: 'iam.key-ended', subjectKind: 'access-key', subjectId: id });
  });
  const keys = await keysOf(ctx.system.read, actor.accountId, new Date(ctx.now()));
  const now = keys.find((one) => one.row.id === id);
  if (now === undefined) throw notFound();
  return itemOf(now, await findNames(ctx.system.read, [row.userId]), ctx.now());
}

/** Ends what a person, or somebody in their name, made since then (epoch ms). `tx` is the system's. */
export async function endKeysSince(ctx: Ctx, tx: Db, of: { userId: string; since: number }): Promise<void> {
  const ended = await endKeysOf(tx, { userId: of.userId, since: new Date(of.since), at: new Date(ctx.now()) });
  for (const { id, accountId } of ended)
    await record(ctx, tx, { action: 'iam.key-ended', subjectKind: 'access-key', subjectId: id, accountId });
}

/** Why the key opens nothing at the moment, or null. */
function refusalOfKey(key: FoundKey, ctx: Ctx): AuthRefusal['refused'] | null {
  if (key.revokedAt !== null) return 'ended';
  if (key.expiresAt !== null && key.expiresAt <= ctx.now()) return 'expired';
  if (!key.awake || key.accountState !== 'active') return 'suspended';
  const ranges = key.ranges.map(parseRange).filter((range): range is AddressRange => range !== null);
  return key.ranges.length > 0 && !isInRanges(ctx.caller.address, ranges) ? 'invalid' : null;
}

/** The place that a key acts in; `boundary` is what it leaves of the person's rights. */
export type KeyPlace = Pick<FoundKey, 'accountId' | 'accountKind' | 'policyVersion'> & {
  userId: string;
  boundary: ReturnType<typeof boundaryOfKey>;
};
export type RightsOfKey = (ctx: Ctx, place: KeyPlace) => Promise<Pick<UserActor, 'scope' | 'policy'>>;

/**
 * The person a key acts for, looked up by each call. Throws `too_many_requests` with `data.seconds` above the limit of calls in a
 * minute, which is counted in the database, for all processes together.
 */
export async function authenticateKey(ctx: Ctx, token: string, rightsOf: RightsOfKey): Promise<UserActor | AuthRefusal> {
  const key = await keyByHash(ctx.system.read, hashToken(token), new Date(ctx.now()));
  if (key === null || key.userId === null || key.role === null) return { refused: 'invalid' };
  const refused = refusalOfKey(key, ctx);
  if (refused !== null) return { refused };
  if (!(await entitlementsFor(ctx.system.read, key.accountId)).apiAllowed) throw notInPlan(key.accountId, 'apiAllowed');
  await ctx.limits.use(`access-key:${key.id}`, { max: keyLimits.callsPerMinute, windowSeconds: 60 });
  if (key.lastUsedAt === null || key.lastUsedAt < ctx.now() - seenEvery)
    await touchKey(ctx.system.read, key.id, { at: new Date(ctx.now()), address: ctx.caller.address });
  const { accountId, accountKind, policyVersion, userId, role } = key;
  return {
    kind: 'user',
    userId,
    accountId,
    accountKind,
    sessionId: noSession,
    key: { id: key.id },
    role,
    ...(await rightsOf(ctx, { accountId, accountKind, policyVersion, userId, boundary: boundaryOfKey(key.scopes) })),
    name: key.name ?? '',
    email: key.email ?? '',
    locale: key.locale ?? 'en-US',
    timeZone: key.timeZone ?? 'UTC',
  };
}
