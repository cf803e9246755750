/** A launch (LTI Core 1.3): the same browser, a good token of the platform, once; then a page of ours with a token in its address. */
import { compactVerify, decodeProtectedHeader } from 'jose';
import * as z from 'zod/mini';
import { readableText, readableValue } from '#kit/lenient.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hashToken } from '#kit/server/secrets.ts';
import {
  claimNames,
  headTrouble,
  type LaunchClaims,
  type LaunchRefusal,
  localeNamed,
  nameOf,
  partOf,
  readLaunch,
  titleOf,
} from '../launch.rules.ts';
import { type LoginRow, loginByState, useLogin } from './launching.queries.ts';
import { accountBehind, againUrl, isBrowserProof, isPlatformOpen, stateName } from './login.service.ts';
import { platformKey } from './platform-client.service.ts';
import { platformById, type PlatformRow } from './platforms.queries.ts';
import { originsOf, refuse, type RefusedLaunch } from './refusing.service.ts';
import { openCourse } from './opening.service.ts';

const launchFields = z.object({
  state: z.string().check(z.minLength(1), z.maxLength(200)),
  id_token: z.string().check(z.minLength(1), z.maxLength(60_000)),
  /** Ours: what the platform's frame kept for us. */
  proof: readableValue(z.string().check(z.maxLength(200))),
});
/** What platforms answer instead of a token (OpenID Connect Core §3.1.2.6). */
const errorFields = z.object({ error: z.string(), state: readableText });

export type LaunchAnswer =
  | RefusedLaunch
  | { kind: 'opened'; path: string }
  /** In a tab of its own. */
  | { kind: 'tab'; again: string; origins: readonly string[] }
  | {
      kind: 'ask-storage';
      fields: { state: string; id_token: string };
      name: string;
      frame: string;
      origin: string;
      origins: readonly string[];
    };

type PostedLaunch = z.infer<typeof launchFields>;
type BrowserLogin = { login: LoginRow; platform: PlatformRow };

/** Claims of the token, when everything about it is good. */
async function provenClaims(
  ctx: Ctx,
  posted: PostedLaunch,
  { login, platform }: BrowserLogin,
): Promise<{ claims: LaunchClaims } | LaunchRefusal> {
  let head: { alg?: unknown; kid?: unknown };
  try {
    head = decodeProtectedHeader(posted.id_token);
  } catch {
    return { refusal: 'token_malformed' };
  }
  const trouble = headTrouble(head);
  if (trouble !== null || typeof head.kid !== 'string') return trouble ?? { refusal: 'key_missing' };
  const found = await platformKey(ctx, platform, head.kid);
  if ('refusal' in found) return found;
  let payload: unknown;
  try {
    const verified = await compactVerify(posted.id_token, found.key, { algorithms: ['RS256'] });
    payload = JSON.parse(new TextDecoder().decode(verified.payload));
  } catch (error) {
    return { refusal: error instanceof SyntaxError ? 'token_malformed' : 'signature_invalid' };
  }
  return readLaunch(payload, {
    issuer: platform.issuer,
    clientId: platform.clientId,
    deploymentIds: platform.deploymentIds,
    nonceHash: login.nonceHash,
    hash: hashToken,
    now: ctx.now() / 1_000,
  });
}

/** The login of a state: of this account, and begun in this browser. */
async function loginOf(
  ctx: Ctx,
  posted: PostedLaunch,
  of: { key: string; accountId: string },
): Promise<BrowserLogin | LaunchAnswer> {
  const { accountId, key } = of;
  const login = await loginByState(ctx.system.read, hashToken(posted.state));
  const platform = login === null ? null : await platformById(ctx.system.read, login.platformId);
  if (login === null || platform === null || login.accountId !== accountId || login.expiresAt.getTime() <= ctx.now())
    return refuse(ctx, { accountId, platform: null, why: { refusal: 'state_unknown' } });
  const name = stateName(posted.state);
  const proof = ctx.cookies[name] ?? posted.proof;
  if (proof !== undefined && isBrowserProof(ctx, posted.state, proof)) return { login, platform };
  if (proof === undefined && login.storageTarget !== null)
    return {
      kind: 'ask-storage',
      fields: { state: posted.state, id_token: posted.id_token },
      name,
      frame: login.storageTarget,
      origin: new URL(platform.authUrl).origin,
      origins: originsOf(platform),
    };
  const again = againUrl(ctx, key, { ...login, platform });
  return refuse(ctx, { accountId, platform, why: { refusal: 'state_mismatch' }, again });
}

/** The language in which the course is, else the reader's. */
const localeIn = (ctx: Ctx, claims: LaunchClaims) => localeNamed(claims[claimNames.presentation]?.locale) ?? ctx.locale;

export async function openLaunch(ctx: Ctx, platform: PlatformRow, claims: LaunchClaims): Promise<LaunchAnswer> {
  const { accountId } = platform;
  const part = partOf(claims[claimNames.roles], platform.roles);
  const context = claims[claimNames.context];
  const facts = {
    ...{ accountId, platform, part, locale: localeIn(ctx, claims), person: nameOf(claims) },
    course: titleOf(context?.title ?? context?.label),
  };
  const isDeepLink = claims[claimNames.messageType] === 'LtiDeepLinkingRequest';
  if (part === 'nobody' || (isDeepLink && part !== 'teacher')) {
    const value = claims[claimNames.roles].map((role) => role.split('#').at(-1)).join(' ');
    return refuse(ctx, { ...facts, why: { refusal: 'role_refused', value } });
  }
  const opened = await openCourse(ctx, { ...facts, claims });
  return opened === 'room_missing' ? refuse(ctx, { ...facts, why: { refusal: opened } }) : { kind: 'opened', path: opened.path };
}

async function refuseIncomplete(ctx: Ctx, accountId: string, body: unknown): Promise<RefusedLaunch> {
  const told = z.safeParse(errorFields, body);
  const why: LaunchRefusal = told.success
    ? { refusal: 'platform_refused', value: told.data.error.slice(0, 200) }
    : { refusal: 'token_malformed' };
  const login =
    told.success && told.data.state !== undefined ? await loginByState(ctx.system.read, hashToken(told.data.state)) : null;
  const platform = login === null || login.accountId !== accountId ? null : await platformById(ctx.system.read, login.platformId);
  return refuse(ctx, { accountId, platform, why });
}

/** Throws `not_found` where no account has that key. */
export async function launch(ctx: Ctx, key: string, body: unknown): Promise<LaunchAnswer> {
  const accountId = await accountBehind(ctx, key);
  const read = z.safeParse(launchFields, body);
  if (!read.success) return refuseIncomplete(ctx, accountId, body);
  const found = await loginOf(ctx, read.data, { key, accountId });
  if ('kind' in found) return found;
  const { platform } = found;
  if (!(await ctx.system.write((tx) => useLogin(tx, found.login.stateHash, new Date(ctx.now())))))
    return refuse(ctx, { accountId, platform, why: { refusal: 'state_used' } });
  if (!(await isPlatformOpen(ctx, platform))) return refuse(ctx, { accountId, platform, why: { refusal: 'lti_disabled' } });
  const proven = await provenClaims(ctx, read.data, found);
  if ('refusal' in proven) return refuse(ctx, { accountId, platform, why: proven });
  return openLaunch(ctx, platform, proven.claims);
}
