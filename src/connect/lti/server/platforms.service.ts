/** The learning platforms of an account: connected, changed, disconnected. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { idCursor, pageById, requirePosition } from '#kit/server/db/cursor.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { fits } from '#core/accounts/accounts.rules.ts';
import { limitReached, notInPlan } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { ltiCalls, LtiPlatform, LtiPlatformDetail } from '../lti.contract.ts';
import { ltiLimits, usualRoles } from '../lti.rules.ts';
import { noteCourseRooms } from './course-rooms.service.ts';
import { offeredRooms } from './course.queries.ts';
import {
  addDeployment,
  changePlatformRow,
  countPlatforms,
  courseCounts,
  deletePlatform,
  insertPlatform,
  lockPlatforms,
  platformById,
  type PlatformChange,
  type PlatformRow,
  platformsPage,
} from './platforms.queries.ts';

type LtiCalls = typeof ltiCalls;

export function ltiKeeper(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!ctx.actor.scope.includes('lti.manage')) throw notAllowed('lti.manage');
  return ctx.actor;
}

export function itemOf(row: PlatformRow, courses: number): LtiPlatform {
  return {
    ...{ id: row.id, name: row.name, program: row.program, issuer: row.issuer, registered: row.registered, courses },
    state: row.enabled ? (row.lastLaunchAt === null ? 'waiting' : 'connected') : 'disabled',
    lastLaunchAt: row.lastLaunchAt?.getTime() ?? null,
  };
}
export async function viewPlatform(db: Db, row: PlatformRow): Promise<LtiPlatformDetail> {
  const courses = (await courseCounts(db, [row.id])).get(row.id) ?? 0;
  const { clientId, deploymentIds, authUrl, tokenUrl, keysUrl, teachersMakeRooms, roomOffer, launchPlace, roles, version } = row;
  return {
    ...itemOf(row, courses),
    ...{ clientId, deploymentIds, authUrl, tokenUrl, keysUrl, teachersMakeRooms, roomOffer, launchPlace, roles, version },
  };
}

/** One platform of the actor's account. Throws `not_found`. */
export async function ownPlatform(ctx: Ctx, id: string): Promise<PlatformRow> {
  const { accountId } = ltiKeeper(ctx);
  const row = await platformById(ctx.db.read, id);
  if (row === null || row.accountId !== accountId) throw notFound();
  return row;
}

export const badCursor = () => new Failure('bad_cursor');

export async function listPlatforms(
  ctx: Ctx,
  query: Parsed<LtiCalls['platforms']>['query'],
): Promise<ResultIn<LtiCalls['platforms']>> {
  const { accountId } = ltiKeeper(ctx);
  const rows = await platformsPage(ctx.db.read, accountId, {
    after: requirePosition(idCursor, query.cursor, badCursor),
    limit: query.limit + 1,
  });
  const { shown, next } = pageById(rows, query.limit);
  const courses = await courseCounts(
    ctx.db.read,
    shown.map(({ id }) => id),
  );
  return {
    items: shown.map((row) => itemOf(row, courses.get(row.id) ?? 0)),
    next,
  };
}

export const platform = async (ctx: Ctx, id: string): Promise<LtiPlatformDetail> => {
  const row = await ownPlatform(ctx, id);
  return viewPlatform(ctx.db.read, row);
};

/** Throws `limit_reached`. Called under the lock, so that two at once are counted one after the other. */
export async function mustHoldOneMore(db: Db, accountId: string): Promise<void> {
  const plan = await entitlementsFor(db, accountId);
  if (!plan.ltiAllowed) throw notInPlan(accountId, 'ltiAllowed');
  const used = await countPlatforms(db, accountId);
  if (!fits(plan.ltiPlatforms, used)) throw limitReached({ accountId, limit: 'ltiPlatforms', max: plan.ltiPlatforms, used });
}

export type NewPlatform = Parsed<LtiCalls['addPlatform']>['body'] & {
  accountId: string;
  registered: PlatformRow['registered'];
  connectedBy: string;
  secretSealed?: string;
};
/** Writes it in the transaction and notes who did it. Throws `limit_reached`. */
export async function connectPlatform(ctx: Ctx, tx: Db, input: NewPlatform): Promise<PlatformRow> {
  await lockPlatforms(tx, input.accountId);
  await mustHoldOneMore(tx, input.accountId);
  const row = await insertPlatform(tx, { ...input, id: newId(ctx.now()), roles: usualRoles, createdAt: new Date(ctx.now()) });
  await record(ctx, tx, noteOf(row, 'added'));
  return row;
}
const noteOf = (row: PlatformRow, what: 'added' | 'changed' | 'removed') => ({
  ...{ action: `lti.platform-${what}`, subjectKind: 'lti-platform', subjectId: row.id, accountId: row.accountId },
  data: { name: row.name },
});

const platformKeys = ['lti_platforms_account_id_issuer_client_id_key', 'lti_platforms_consumer_key'];
/** `platform_exists` where the database says that there is one of this issuer and client. */
export async function oncePerClient<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (platformKeys.some((key) => isDuplicate(error, key)))
      throw new Failure('platform_exists', { fields: { 'body.clientId': 'platform_exists' } });
    throw error;
  }
}

export async function addPlatform(ctx: Ctx, body: Parsed<LtiCalls['addPlatform']>['body']): Promise<LtiPlatformDetail> {
  const { accountId, userId } = ltiKeeper(ctx);
  const input = { ...body, accountId, registered: 'by_hand' as const, connectedBy: userId };
  const row = await oncePerClient(() => ctx.db.write((tx) => connectPlatform(ctx, tx, input)));
  return viewPlatform(ctx.db.read, row);
}

const sameAddress = (row: PlatformRow, change: PlatformChange) => change.keysUrl === undefined || change.keysUrl === row.keysUrl;

export async function changePlatform(
  ctx: Ctx,
  id: string,
  { version, ...body }: Parsed<LtiCalls['changePlatform']>['body'],
): Promise<LtiPlatformDetail> {
  const row = await ownPlatform(ctx, id);
  const change: PlatformChange = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const next = await oncePerClient(() =>
    ctx.db.write(async (tx) => {
      await lockPlatforms(tx, row.accountId);
      if (body.enabled === true && !row.enabled) await mustHoldOneMore(tx, row.accountId);
      // keys of another address are another platform's
      const keys = sameAddress(row, change) ? {} : { keys: null, keysAt: null };
      const changed = await changePlatformRow(tx, { id, version }, { ...change, ...keys });
      if (changed !== null) await record(ctx, tx, noteOf(changed, 'changed'));
      return changed;
    }),
  );
  if (next === null) throw new Failure('changed_meanwhile');
  return viewPlatform(ctx.db.read, next);
}

export async function removePlatform(ctx: Ctx, id: string): Promise<Record<never, never>> {
  const row = await ownPlatform(ctx, id);
  await ctx.db.write(async (tx) => {
    const rooms = await offeredRooms(tx, id);
    await deletePlatform(tx, id);
    await noteCourseRooms(tx, rooms);
    await record(ctx, tx, noteOf(row, 'removed'));
  });
  return {};
}

export async function acceptDeployment(ctx: Ctx, id: string, deploymentId: string): Promise<LtiPlatformDetail> {
  await ownPlatform(ctx, id);
  const row = await ctx.db.write(async (tx) => {
    const changed = await addDeployment(tx, { id, deploymentId, most: ltiLimits.deployments });
    if (changed !== null) await record(ctx, tx, noteOf(changed, 'changed'));
    return changed;
  });
  if (row === null) throw new Failure('too_many');
  return viewPlatform(ctx.db.read, row);
}
