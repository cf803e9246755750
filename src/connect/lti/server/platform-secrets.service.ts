/** LTI 1.1: whether the account lets platforms in by a key, and their shared secrets, which are shown once. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newCode } from '#kit/server/ids.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { ltiCalls } from '../lti.contract.ts';
import { changePlatformRow, mayLaunchByKey, type PlatformRow, platformsWithSecret, setKeyLaunches } from './platforms.queries.ts';
import { connectPlatform, ltiKeeper, ownPlatform, viewPlatform } from './platforms.service.ts';
import { toolKeyFor } from './tool-keys.service.ts';

type LtiCalls = typeof ltiCalls;
const purpose = 'lti secret';
/** Letters and digits only: some platforms do not encode what people paste. */
const newSecretText = () => newCode(40);
const newConsumerKey = () => newCode(16);

/** Null when the key that sealed it is lost: then the account takes a new one. */
export const readableSecret = (ctx: Ctx, { secretSealed }: Pick<PlatformRow, 'secretSealed'>): string | null =>
  secretSealed === null ? null : openIfKnown(ctx.secrets, purpose, secretSealed);

export async function changeKeyLaunches(
  ctx: Ctx,
  { allowed }: Parsed<LtiCalls['changeKeyLaunches']>['body'],
): Promise<ResultIn<LtiCalls['changeKeyLaunches']>> {
  const { accountId } = ltiKeeper(ctx);
  await toolKeyFor(ctx, accountId);
  await ctx.db.write(async (tx) => {
    await setKeyLaunches(tx, { accountId, keyLaunches: allowed });
    const action = `lti.key-launches-${allowed ? 'allowed' : 'refused'}`;
    await record(ctx, tx, { action, subjectKind: 'account', subjectId: accountId, accountId });
  });
  return { allowed };
}

export async function addKeyPlatform(
  ctx: Ctx,
  body: Parsed<LtiCalls['addKeyPlatform']>['body'],
): Promise<ResultIn<LtiCalls['addKeyPlatform']>> {
  const { accountId, userId } = ltiKeeper(ctx);
  if (!(await mayLaunchByKey(ctx.db.read, accountId))) throw new Failure('key_launches_off');
  const secret = newSecretText();
  const row = await ctx.db.write((tx) =>
    connectPlatform(ctx, tx, {
      ...body,
      ...{ accountId, connectedBy: userId, registered: 'by_key', clientId: newConsumerKey() },
      ...{ deploymentIds: [], authUrl: '', tokenUrl: '', keysUrl: '', secretSealed: ctx.secrets.seal(purpose, secret) },
    }),
  );
  return { ...(await viewPlatform(ctx.db.read, row)), secret };
}

/** The old one is refused at once. */
export async function renewSecret(
  ctx: Ctx,
  id: string,
  { version }: Parsed<LtiCalls['renewSecret']>['body'],
): Promise<ResultIn<LtiCalls['renewSecret']>> {
  const row = await ownPlatform(ctx, id);
  if (row.registered !== 'by_key') throw new Failure('no_secret');
  const secret = newSecretText();
  await ctx.db.write(async (tx) => {
    const changed = await changePlatformRow(tx, { id, version }, { secretSealed: ctx.secrets.seal(purpose, secret) });
    if (changed === null) throw new Failure('changed_meanwhile');
    const subject = { subjectKind: 'lti-platform', subjectId: id, accountId: row.accountId };
    await record(ctx, tx, { action: 'lti.secret-replaced', ...subject, data: { name: row.name } });
  });
  return { secret };
}

/** Across accounts. `resealed`: now under the newest key; `lost`: those that no key opens, left as they are. */
export async function sealPlatformsAgain(ctx: Ctx): Promise<{ resealed: number; lost: number }> {
  const stale = (await platformsWithSecret(ctx.system.read)).filter(
    ({ secretSealed }) => secretSealed !== null && ctx.secrets.stale(secretSealed),
  );
  let resealed = 0;
  for (const row of stale) {
    const secret = readableSecret(ctx, row);
    if (secret === null) continue;
    const change = { secretSealed: ctx.secrets.seal(purpose, secret) };
    if ((await ctx.system.write((tx) => changePlatformRow(tx, row, change))) !== null) resealed += 1;
  }
  return { resealed, lost: stale.length - resealed };
}
