/** Dynamic Registration 1.0: the platform tells where it answers, we tell it what we are, and neither needs a person who copies values. */
import * as z from 'zod/mini';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { optionalValue, readableValue, writtenText } from '#kit/lenient.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { serviceScopes } from '../launch.rules.ts';
import type { ltiCalls } from '../lti.contract.ts';
import { ltiLimits, type LtiRefusal } from '../lti.rules.ts';
import { accountBehind, isLtiOpen } from './login.service.ts';
import { askPlatform } from './platform-client.service.ts';
import {
  insertRegistration,
  type RegistrationRow,
  registrationById,
  settleRegistration,
  takeRegistration,
} from './platforms.queries.ts';
import { connectPlatform, ltiKeeper, mustHoldOneMore, oncePerClient } from './platforms.service.ts';
import { refuse, type RefusedLaunch } from './refusing.service.ts';
import { addressesOf, toolKeyFor } from './tool-keys.service.ts';

type LtiCalls = typeof ltiCalls;
const field = z.string().check(z.minLength(1), z.maxLength(ltiLimits.url));
const webUrl = field.check(z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')));
const query = z.object({ openid_configuration: webUrl, registration_token: optionalValue(z.string().check(z.maxLength(8_000))) });
const configuration = z.object({
  issuer: webUrl,
  authorization_endpoint: webUrl,
  token_endpoint: webUrl,
  jwks_uri: webUrl,
  registration_endpoint: webUrl,
});
const answer = z.object({
  client_id: writtenText.check(z.minLength(1), z.maxLength(ltiLimits.clientId)),
  'https://purl.imsglobal.org/spec/lti-tool-configuration': readableValue(
    z.object({ deployment_id: optionalValue(writtenText.check(z.maxLength(ltiLimits.deploymentId))) }),
  ),
});

export async function startRegistration(
  ctx: Ctx,
  body: Parsed<LtiCalls['startRegistration']>['body'],
): Promise<ResultIn<LtiCalls['startRegistration']>> {
  const { accountId, userId } = ltiKeeper(ctx);
  await mustHoldOneMore(ctx.db.read, accountId);
  const [id, token, key] = [newId(ctx.now()), newToken(), await toolKeyFor(ctx, accountId)];
  const expiresAt = ctx.now() + ltiLimits.registrationSeconds * 1_000;
  await ctx.db.write((tx) =>
    insertRegistration(tx, {
      ...{ ...body, id, accountId, tokenHash: hashToken(token), byId: userId, state: 'waiting' },
      ...{ createdAt: new Date(ctx.now()), expiresAt: new Date(expiresAt) },
    }),
  );
  return { id, url: `${siteUrl(ctx)}/lti/${key}/register/${token}`, expiresAt };
}

export async function registration(ctx: Ctx, id: string): Promise<ResultIn<LtiCalls['registration']>> {
  const { accountId } = ltiKeeper(ctx);
  const row = await registrationById(ctx.db.read, id);
  if (row === null || row.accountId !== accountId) throw notFound();
  const over = row.expiresAt.getTime() <= ctx.now();
  const open = row.state === 'waiting' || row.state === 'running';
  const state = open ? (over ? 'expired' : 'waiting') : row.state === 'done' ? 'done' : 'failed';
  return { state, platformId: row.platformId, refusal: row.refusal };
}

/** What the platform learns of us (§4.5 of the specification). */
function toolConfiguration(ctx: Ctx, key: string, name: string) {
  const at = addressesOf(ctx, key);
  const site = new URL(siteUrl(ctx));
  return {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: at.login,
    redirect_uris: [at.redirect],
    client_name: name,
    jwks_uri: at.keys,
    logo_uri: at.icon,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: Object.values(serviceScopes).join(' '),
    'https://purl.imsglobal.org/spec/lti-tool-configuration': {
      domain: site.host,
      target_link_uri: at.launch,
      claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
      messages: [
        { type: 'LtiResourceLinkRequest', target_link_uri: at.launch, label: name },
        { type: 'LtiDeepLinkingRequest', target_link_uri: at.launch, label: name },
      ],
    },
  };
}

/** The issuer must be at home where its configuration is (§3.4): otherwise anybody could register in its name. */
const isAtHome = (issuer: string, at: string) => new URL(issuer).hostname === new URL(at).hostname;

type RegistrationEnd = { refusal: LtiRefusal; value?: string } | { platformId: string; origin: string };
async function register(
  ctx: Ctx,
  of: { row: RegistrationRow; key: string; asked: z.infer<typeof query> },
): Promise<RegistrationEnd> {
  const { row, key, asked } = of;
  const bearer = asked.registration_token === undefined ? {} : { authorization: `Bearer ${asked.registration_token}` };
  const told = await askPlatform(ctx, asked.openid_configuration, { headers: { accept: 'application/json', ...bearer } });
  const read = z.safeParse(configuration, told.body);
  if (told.status !== 200 || !read.success) return { refusal: 'platform_refused', value: String(told.status) };
  const {
    issuer,
    authorization_endpoint: authUrl,
    token_endpoint: tokenUrl,
    jwks_uri: keysUrl,
    registration_endpoint,
  } = read.data;
  if (!isAtHome(issuer, asked.openid_configuration)) return { refusal: 'issuer_mismatch', value: issuer };
  // the token is for the platform that gave it
  if (!isAtHome(issuer, registration_endpoint)) return { refusal: 'platform_refused', value: registration_endpoint };
  const made = await askPlatform(ctx, registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...bearer },
    body: JSON.stringify(toolConfiguration(ctx, key, 'Atrium')),
  });
  const client = z.safeParse(answer, made.body);
  if (made.status < 200 || made.status > 299 || !client.success)
    return { refusal: 'platform_refused', value: String(made.status) };
  const deployment = client.data['https://purl.imsglobal.org/spec/lti-tool-configuration']?.deployment_id;
  const platform = await oncePerClient(() =>
    ctx.system.write((tx) =>
      connectPlatform(ctx, tx, {
        ...{ name: row.name, program: row.program, issuer, authUrl, tokenUrl, keysUrl, clientId: client.data.client_id },
        ...{
          deploymentIds: deployment === undefined ? [] : [deployment],
          teachersMakeRooms: true,
          roomOffer: 'made_there',
          launchPlace: 'frame',
        },
        ...{ accountId: row.accountId, registered: 'itself', connectedBy: row.byId },
      }),
    ),
  );
  return { platformId: platform.id, origin: new URL(issuer).origin };
}

async function endOf(ctx: Ctx, of: Parameters<typeof register>[1]): Promise<RegistrationEnd> {
  try {
    return await register(ctx, of);
  } catch (error) {
    if (error instanceof Failure && error.code === 'limit_reached') return { refusal: 'lti_disabled' };
    ctx.log.warn({ error }, 'a platform could not register itself');
    return { refusal: 'platform_refused' };
  }
}

/** A platform registers itself. Throws `not_found` where no account has that key. */
export async function registerPlatform(
  ctx: Ctx,
  { key, token, asked }: { key: string; token: string; asked: unknown },
): Promise<RefusedLaunch | { kind: 'registered'; origins: readonly string[] }> {
  const accountId = await accountBehind(ctx, key);
  const read = z.safeParse(query, asked);
  if (!read.success) return refuse(ctx, { accountId, platform: null, why: { refusal: 'login_incomplete' } });
  if (!(await isLtiOpen(ctx, accountId))) return refuse(ctx, { accountId, platform: null, why: { refusal: 'lti_disabled' } });
  const taken = { accountId, tokenHash: hashToken(token), now: new Date(ctx.now()) };
  const row = await ctx.system.write((tx) => takeRegistration(tx, taken));
  if (row === null) return refuse(ctx, { accountId, platform: null, why: { refusal: 'state_unknown' } });
  const end = await endOf(ctx, { row, key, asked: read.data });
  if ('platformId' in end) {
    await ctx.system.write((tx) => settleRegistration(tx, row.id, { state: 'done', platformId: end.platformId }));
    return { kind: 'registered', origins: [end.origin] };
  }
  await ctx.system.write((tx) => settleRegistration(tx, row.id, { state: 'failed', refusal: end.refusal }));
  const refused = await refuse(ctx, { accountId, platform: null, why: end });
  return { ...refused, origins: [new URL(read.data.openid_configuration).origin] };
}
