/** The login that a platform begins (Security Framework 1.1 §5.1.1): who it is, and a state and a nonce that bind the launch to it. */
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import { readableValue } from '#kit/lenient.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hashToken, hmacHex, newToken, sameText } from '#kit/server/secrets.ts';
import { entitlementsFor, findAccount } from '#core/accounts/server/accounts.service.ts';
import { ltiLimits } from '../lti.rules.ts';
import { insertLogin, type LoginRow } from './launching.queries.ts';
import { accountOfTool, mayLaunchByKey, type PlatformRow, platformsOfIssuer } from './platforms.queries.ts';
import { originsOf, refuse, type RefusedLaunch } from './refusing.service.ts';
import { addressesOf } from './tool-keys.service.ts';

const field = z.string().check(z.minLength(1), z.maxLength(4_000));
const optional = readableValue(field);
const loginFields = z.object({
  iss: field,
  login_hint: field,
  target_link_uri: field,
  lti_message_hint: optional,
  client_id: optional,
  lti_deployment_id: optional,
  lti_storage_target: optional,
  /** Ours: the login was begun again in a tab of its own. */
  here: optional,
});
type LoginFields = z.infer<typeof loginFields>;

/** What the browser keeps, by which the launch proves that it is the same one: nobody else can compute it from the state. */
export const browserProof = (ctx: Ctx, state: string): string => hmacHex(ctx.secrets.derive('lti browser'), state);
export const isBrowserProof = (ctx: Ctx, state: string, proof: string): boolean =>
  ctx.secrets.deriveAll('lti browser').some(({ key }) => sameText(hmacHex(key, state), proof));
export const stateName = (state: string): string => `lti-${hashToken(state).slice(0, 10)}`;

export type LoginAnswer =
  | RefusedLaunch
  | { kind: 'tab'; again: string; origins: readonly string[] }
  | {
      kind: 'go';
      url: string;
      cookie: { name: string; value: string; maxAge: number };
      origins: readonly string[];
      /** Frame of the platform that keeps the proof where cookies are not kept, and the origin that it listens at. */
      storage: { frame: string; origin: string } | null;
    };

/** The account behind the addresses of a key. Throws `not_found`. */
export async function accountBehind(ctx: Ctx, key: string): Promise<string> {
  const accountId = await accountOfTool(ctx.system.read, key);
  if (accountId === null) throw notFound();
  return accountId;
}

/** Whether the account's rooms may be opened from courses at all. */
export async function isLtiOpen(ctx: Ctx, accountId: string): Promise<boolean> {
  const account = await findAccount(ctx.system.read, accountId);
  return account?.state === 'active' && (await entitlementsFor(ctx.system.read, accountId)).ltiAllowed;
}

/** The same for one of its platforms. */
export async function isPlatformOpen(ctx: Ctx, { enabled, accountId, registered }: PlatformRow): Promise<boolean> {
  if (!enabled || !(await isLtiOpen(ctx, accountId))) return false;
  return registered !== 'by_key' || mayLaunchByKey(ctx.system.read, accountId);
}

type FoundPlatform = PlatformRow | 'platform_unknown' | 'client_unknown';
/** An issuer of many customers is recognized by its client; without one, by its deployment. */
function platformIn(all: readonly PlatformRow[], asked: LoginFields): FoundPlatform {
  if (all.length === 0) return 'platform_unknown';
  if (asked.client_id !== undefined) return all.find(({ clientId }) => clientId === asked.client_id) ?? 'client_unknown';
  const deployment = asked.lti_deployment_id;
  const deployed = all.filter(({ deploymentIds }) => deployment !== undefined && deploymentIds.includes(deployment));
  const [only, second] = deployed.length > 0 ? deployed : all;
  return only === undefined || second !== undefined ? 'client_unknown' : only;
}

/** Begins the same login in a tab of its own. */
export function againUrl(
  ctx: Ctx,
  key: string,
  login: Pick<LoginRow, 'loginHint' | 'messageHint' | 'deploymentId' | 'target'> & { platform: PlatformRow },
): string {
  const query = new URLSearchParams({
    iss: login.platform.issuer,
    client_id: login.platform.clientId,
    login_hint: login.loginHint,
    target_link_uri: login.target,
    ...(login.messageHint === null ? {} : { lti_message_hint: login.messageHint }),
    ...(login.deploymentId === null ? {} : { lti_deployment_id: login.deploymentId }),
    here: '1',
  });
  return `${addressesOf(ctx, key).login}?${query.toString()}`;
}

function authUrl(platform: PlatformRow, query: Record<string, string>): string {
  const url = new URL(platform.authUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

async function beginLogin(ctx: Ctx, key: string, of: { platform: PlatformRow; asked: LoginFields }): Promise<LoginAnswer> {
  const { platform, asked } = of;
  const [state, nonce] = [newToken(), newToken()];
  const row = {
    loginHint: asked.login_hint,
    messageHint: asked.lti_message_hint ?? null,
    deploymentId: asked.lti_deployment_id ?? null,
    target: asked.target_link_uri,
  };
  if (platform.launchPlace === 'tab' && asked.here === undefined)
    return { kind: 'tab', again: againUrl(ctx, key, { ...row, platform }), origins: originsOf(platform) };
  await ctx.system.write((tx) =>
    insertLogin(tx, {
      ...row,
      stateHash: hashToken(state),
      accountId: platform.accountId,
      platformId: platform.id,
      nonceHash: hashToken(nonce),
      storageTarget: asked.lti_storage_target ?? null,
      expiresAt: new Date(ctx.now() + ltiLimits.loginSeconds * 1_000),
    }),
  );
  const url = authUrl(platform, {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.clientId,
    redirect_uri: addressesOf(ctx, key).redirect,
    login_hint: asked.login_hint,
    state,
    nonce,
    ...(row.messageHint === null ? {} : { lti_message_hint: row.messageHint }),
  });
  const frame = asked.lti_storage_target;
  return {
    kind: 'go',
    url,
    cookie: { name: stateName(state), value: browserProof(ctx, state), maxAge: ltiLimits.loginSeconds },
    origins: originsOf(platform),
    storage: frame === undefined ? null : { frame, origin: new URL(platform.authUrl).origin },
  };
}

/** Throws `not_found` where no account has that key. */
export async function login(ctx: Ctx, key: string, query: unknown): Promise<LoginAnswer> {
  const accountId = await accountBehind(ctx, key);
  const read = z.safeParse(loginFields, query);
  if (!read.success) {
    const value = String(read.error.issues[0]?.path[0] ?? '');
    return refuse(ctx, { accountId, platform: null, why: { refusal: 'login_incomplete', value } });
  }
  const asked = read.data;
  const platform = platformIn(await platformsOfIssuer(ctx.system.read, { accountId, issuer: asked.iss }), asked);
  if (platform === 'platform_unknown')
    return refuse(ctx, { accountId, platform: null, why: { refusal: platform, value: asked.iss } });
  if (platform === 'client_unknown')
    return refuse(ctx, {
      accountId,
      platform: null,
      why: { refusal: platform, ...(asked.client_id === undefined ? {} : { value: asked.client_id }) },
    });
  if (!(await isPlatformOpen(ctx, platform))) return refuse(ctx, { accountId, platform, why: { refusal: 'lti_disabled' } });
  return beginLogin(ctx, key, { platform, asked });
}
