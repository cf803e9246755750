/** The account's endpoint and its secrets: made, changed, shown, replaced, ended. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newCode, newId } from '#kit/server/ids.ts';
import { openIfKnown, sameText } from '#kit/server/secrets.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { endpointCalls, SecretItem } from '../endpoint.contract.ts';
import { endpointLimits } from '../endpoint.rules.ts';
import { parseRange } from '#kit/ranges.ts';
import {
  changeSecret,
  countUsable,
  type EndpointRow,
  endpointOf,
  insertEndpoint,
  insertSecret,
  lockEndpoint,
  lockSecret,
  type NewSecret,
  secretById,
  type SecretRow,
  secretsOf,
  usableSecrets,
} from './endpoint.queries.ts';

const purpose = 'endpoint.secret';
const firstName = 'Main';
const hour = 3_600_000;

/** Long enough that nobody guesses it (198 bits), and only of letters and digits: some clients do not encode what people paste. */
const newSecretText = () => newCode(40);
const newKey = () => newCode(16);

export function actorFor(ctx: Ctx, permission: 'api.view' | 'api.manage'): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!ctx.actor.scope.includes(permission)) throw notAllowed(permission);
  return ctx.actor;
}

type SecretState = SecretItem['state'];

function stateOf(row: SecretRow, now: number): SecretState {
  if (row.revokedAt !== null) return 'revoked';
  if (row.endsAt === null) return 'active';
  return row.endsAt.getTime() > now ? 'ending' : 'ended';
}
export const isUsable = (row: SecretRow, now: number): boolean => ['active', 'ending'].includes(stateOf(row, now));

export const secretItem = (row: SecretRow, now: number): SecretItem => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  calls: row.calls,
  ranges: row.ranges,
  callsPerMinute: row.callsPerMinute,
  bodyHash: row.bodyHash,
  hashes: row.hashes,
  meetingsAtOnce: row.meetingsAtOnce,
  peoplePerMeeting: row.peoplePerMeeting,
  state: stateOf(row, now),
  endsAt: row.endsAt?.getTime() ?? null,
  replaces: row.replaces,
  createdAt: row.createdAt.getTime(),
  lastUsedAt: row.lastUsedAt?.getTime() ?? null,
  lastAddress: row.lastAddress,
});

/** The secret's text. */
export const openSecret = (ctx: Ctx, row: Pick<SecretRow, 'secretSealed'>): string => ctx.secrets.open(purpose, row.secretSealed);

/** Null when the key that sealed it is lost: such a secret does not work, and a successor takes its place. */
export const readableSecret = (ctx: Ctx, row: Pick<SecretRow, 'secretSealed'>): string | null =>
  openIfKnown(ctx.secrets, purpose, row.secretSealed);

/** As it is stored. */
export const sealSecret = (ctx: Ctx, text: string): string => ctx.secrets.seal(purpose, text);

/** Makes the doors of all processes drop the cached endpoint, and open screens refresh. */
export async function tellDoors(ctx: Ctx, tx: Db, row: { id: string; accountId: string }): Promise<void> {
  await ctx.bus.push(tx, { topic: `endpoint:${row.id}`, kind: 'secrets' });
  await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'endpoint' });
}

type SecretRules = 'calls' | 'ranges' | 'callsPerMinute' | 'bodyHash' | 'hashes' | 'meetingsAtOnce' | 'peoplePerMeeting';
type SecretWish = Pick<NewSecret, 'name'> & Partial<Pick<NewSecret, SecretRules | 'replaces'>>;

type NewText = { endpoint: EndpointRow; wish: SecretWish; text?: string };
function insertNew(ctx: Ctx, tx: Db, { endpoint, wish, text = newSecretText() }: NewText): Promise<SecretRow> {
  return insertSecret(tx, {
    ...wish,
    id: newId(ctx.now()),
    accountId: endpoint.accountId,
    endpointId: endpoint.id,
    secretSealed: sealSecret(ctx, text),
    hint: text.slice(-4),
    createdAt: new Date(ctx.now()),
    createdBy: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
  });
}

/** Makes an account's endpoint with its first secret; an account that has one keeps it. `tx` must see the account. */
export async function makeEndpoint(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const endpoint: EndpointRow = {
    id: newId(ctx.now()),
    accountId,
    key: newKey(),
    host: null,
    hostCheckedAt: null,
    hostTrouble: null,
    hostAskedAt: null,
    hostCode: null,
    createdAt: new Date(ctx.now()),
  };
  if (await insertEndpoint(tx, endpoint)) await insertNew(ctx, tx, { endpoint, wish: { name: firstName } });
}

/** The account's endpoint; made when it has none yet. For the account itself or the system, hence the system's hands. */
export async function ensureEndpoint(ctx: Ctx, accountId: string): Promise<EndpointRow> {
  const known = await endpointOf(ctx.system.read, accountId);
  if (known !== null) return known;
  await ctx.system.write((tx) => makeEndpoint(ctx, tx, accountId));
  const made = await endpointOf(ctx.system.read, accountId);
  if (made === null) throw notFound();
  return made;
}

function checkRanges(ranges: readonly string[] | null | undefined): void {
  const bad = (ranges ?? []).find((range) => parseRange(range) === null);
  if (bad !== undefined) throw new Failure('bad_range', { data: { range: bad } });
}

async function checkRoom(ctx: Ctx, tx: Db, endpointId: string): Promise<void> {
  if ((await countUsable(tx, endpointId, new Date(ctx.now()))) >= endpointLimits.secrets)
    throw new Failure('limit_reached', { data: { limit: 'secrets', max: endpointLimits.secrets } });
}

const recordDeed = (ctx: Ctx, tx: Db, { action, row }: { action: string; row: SecretRow }): Promise<void> =>
  record(ctx, tx, {
    ...{ action: `endpoint.secret-${action}`, subjectKind: 'endpoint-key', subjectId: row.id, data: { name: row.name } },
  });

/** One change of a secret of the actor's account: locked, done, recorded and announced in one transaction. */
function onSecret<T>(
  ctx: Ctx,
  id: string,
  work: (tx: Db, held: { row: SecretRow; now: number }) => Promise<{ result: T; action: string | null }>,
): Promise<T> {
  return ctx.db.write(async (tx) => {
    const actor = actorFor(ctx, 'api.manage');
    const endpoint = await lockEndpoint(tx, actor.accountId);
    const row = await lockSecret(tx, id);
    if (row === null || endpoint === null || row.endpointId !== endpoint.id) throw notFound();
    const { result, action } = await work(tx, { row, now: ctx.now() });
    if (action !== null) {
      await recordDeed(ctx, tx, { action, row });
      await tellDoors(ctx, tx, endpoint);
    }
    return result;
  });
}

/** Two secrets with one text look alike, and one of them could not be revoked. Throws `secret_taken`. */
async function mustBeNew(ctx: Ctx, tx: Db, wish: { endpointId: string; text: string }): Promise<void> {
  const rows = await usableSecrets(tx, wish.endpointId, new Date(ctx.now()));
  if (rows.some((row) => sameText(readableSecret(ctx, row) ?? '', wish.text))) throw new Failure('secret_taken');
}

export async function addSecret(ctx: Ctx, body: Parsed<typeof endpointCalls.addSecret>['body']): Promise<SecretItem> {
  const actor = actorFor(ctx, 'api.manage');
  checkRanges(body.ranges);
  await ensureEndpoint(ctx, actor.accountId);
  return ctx.db.write(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor.accountId);
    if (endpoint === null) throw notFound();
    await checkRoom(ctx, tx, endpoint.id);
    const { secret: text } = body;
    if (text !== undefined) await mustBeNew(ctx, tx, { endpointId: endpoint.id, text });
    const row = await insertNew(ctx, tx, { endpoint, wish: wishOf(body, body.name), ...(text !== undefined && { text }) });
    await recordDeed(ctx, tx, { action: 'made', row });
    await tellDoors(ctx, tx, endpoint);
    return secretItem(row, ctx.now());
  });
}

type SecretFields = Parsed<typeof endpointCalls.editSecret>['body'];
const wishOf = (fields: SecretFields, name: string): SecretWish => ({
  name,
  ...(fields.calls === undefined ? {} : { calls: fields.calls }),
  ...(fields.ranges === undefined ? {} : { ranges: fields.ranges }),
  ...(fields.callsPerMinute === undefined ? {} : { callsPerMinute: fields.callsPerMinute }),
  ...(fields.bodyHash === undefined ? {} : { bodyHash: fields.bodyHash }),
  ...(fields.hashes === undefined ? {} : { hashes: fields.hashes }),
  ...(fields.meetingsAtOnce === undefined ? {} : { meetingsAtOnce: fields.meetingsAtOnce }),
  ...(fields.peoplePerMeeting === undefined ? {} : { peoplePerMeeting: fields.peoplePerMeeting }),
});

export async function editSecret(ctx: Ctx, id: string, body: SecretFields): Promise<SecretItem> {
  actorFor(ctx, 'api.manage');
  checkRanges(body.ranges);
  return onSecret(ctx, id, async (tx, { row, now }) => ({
    result: secretItem(await changeSecret(tx, row.id, wishOf(body, body.name ?? row.name)), now),
    action: 'changed',
  }));
}

/** Shows the secret and records who looked. Throws `SealBroken`, answered as `secret_lost`, when its key is lost. */
export async function reveal(ctx: Ctx, id: string): Promise<{ secret: string }> {
  actorFor(ctx, 'api.manage');
  return onSecret(ctx, id, async (_tx, { row, now }) => {
    if (!isUsable(row, now)) throw notFound();
    return { result: { secret: openSecret(ctx, row) }, action: 'shown' };
  });
}

/** Makes a successor with the same rules; the old one works on for the overlap, so that a client can be changed at leisure. */
export async function rotate(
  ctx: Ctx,
  id: string,
  { overlapHours }: Parsed<typeof endpointCalls.rotate>['body'],
): Promise<ResultIn<typeof endpointCalls.rotate>> {
  const actor = actorFor(ctx, 'api.manage');
  return onSecret(ctx, id, async (tx, { row, now }) => {
    const endpoint = await endpointOf(tx, actor.accountId);
    if (endpoint === null || stateOf(row, now) !== 'active') throw new Failure('not_possible');
    const made = await insertNew(ctx, tx, {
      endpoint,
      wish: { ...wishOf(row, row.name), replaces: row.id },
    });
    const old = await changeSecret(tx, row.id, { endsAt: new Date(now + overlapHours * hour) });
    return { result: { old: secretItem(old, now), fresh: secretItem(made, now) }, action: 'replaced' };
  });
}

/** A day more, counted from its end, or from now when that is over. */
export async function extend(ctx: Ctx, id: string): Promise<SecretItem> {
  actorFor(ctx, 'api.manage');
  return onSecret(ctx, id, async (tx, { row, now }) => {
    if (row.endsAt === null || row.revokedAt !== null) throw new Failure('not_possible');
    const endsAt = new Date(Math.max(row.endsAt.getTime(), now) + 24 * hour);
    return { result: secretItem(await changeSecret(tx, row.id, { endsAt }), now), action: 'extended' };
  });
}

/** Ends a secret in all processes at once; doing it again changes nothing. */
export async function revoke(ctx: Ctx, id: string): Promise<SecretItem> {
  actorFor(ctx, 'api.manage');
  return onSecret(ctx, id, async (tx, { row, now }) => {
    if (row.revokedAt !== null) return { result: secretItem(row, now), action: null };
    return { result: secretItem(await changeSecret(tx, row.id, { revokedAt: new Date(now) }), now), action: 'revoked' };
  });
}

/** The secret of the actor's account, for the builder. Throws `not_possible` when it does not work any more. */
export async function usableSecret(ctx: Ctx, id: string): Promise<{ row: SecretRow; text: string }> {
  actorFor(ctx, 'api.manage');
  const row = await secretById(ctx.db.read, id);
  if (row === null) throw notFound();
  if (!isUsable(row, ctx.now())) throw new Failure('not_possible', { data: { reason: 'secret_ended' } });
  return { row, text: openSecret(ctx, row) };
}

/** For the command line: the newest secret that works and has no end; a new one when there is none. Throws `SealBroken` when its key is lost. */
export async function newestSecret(ctx: Ctx, accountId: string): Promise<{ endpoint: EndpointRow; secret: string }> {
  if (ctx.actor.kind !== 'system') throw notAllowed('api.manage');
  const endpoint = await ensureEndpoint(ctx, accountId);
  const newest = (await usableSecrets(ctx.system.read, endpoint.id, new Date(ctx.now()))).findLast((row) => row.endsAt === null);
  if (newest !== undefined) return { endpoint, secret: openSecret(ctx, newest) };
  const made = await ctx.system.write(async (tx) => {
    const row = await insertNew(ctx, tx, { endpoint, wish: { name: firstName } });
    await tellDoors(ctx, tx, endpoint);
    return row;
  });
  return { endpoint, secret: openSecret(ctx, made) };
}

/** For the command line: a successor of the newest secret, which works on for a day. */
export async function rotateNewest(ctx: Ctx, accountId: string): Promise<{ endpoint: EndpointRow; secret: string }> {
  if (ctx.actor.kind !== 'system') throw notAllowed('api.manage');
  const { id } = await ensureEndpoint(ctx, accountId);
  await ctx.system.write(async (tx) => {
    const endpoint = await lockEndpoint(tx, accountId);
    if (endpoint === null) throw notFound();
    const old = (await secretsOf(tx, id)).find((row) => row.endsAt === null);
    const wish = old === undefined ? { name: firstName } : { ...wishOf(old, old.name), replaces: old.id };
    const made = await insertNew(ctx, tx, { endpoint, wish });
    if (old !== undefined) await changeSecret(tx, old.id, { endsAt: new Date(ctx.now() + 24 * hour) });
    await record(ctx, tx, {
      action: 'endpoint.secret-replaced',
      subjectKind: 'endpoint-key',
      subjectId: made.id,
      accountId,
      data: { name: made.name },
    });
    await tellDoors(ctx, tx, endpoint);
  });
  return newestSecret(ctx, accountId);
}
