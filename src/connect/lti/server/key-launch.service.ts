/** A launch of LTI 1.1: the form is signed with the shared secret of its consumer key, is some minutes old at most, and comes once. */
import { createHmac } from 'node:crypto';
import type { Ctx } from '#kit/server/ctx.ts';
import { hashToken, sameText } from '#kit/server/secrets.ts';
import {
  claimsOfKeyLaunch,
  type KeyLaunch,
  keyLaunchIn,
  parametersIn,
  type SentParameters,
  signatureBase,
  signatureKey,
  timeTrouble,
} from '../key-launch.rules.ts';
import { type LaunchRefusal, missingClaim } from '../launch.rules.ts';
import { keyLaunchSeconds } from '../lti.rules.ts';
import { useNonce } from './launching.queries.ts';
import { type LaunchAnswer, openLaunch } from './launch.service.ts';
import { accountBehind, isPlatformOpen } from './login.service.ts';
import { readableSecret } from './platform-secrets.service.ts';
import { platformOfConsumer, type PlatformRow } from './platforms.queries.ts';
import { originsOf, refuse } from './refusing.service.ts';
import { addressesOf } from './tool-keys.service.ts';

type SignedForm = { address: string; sent: SentParameters; launch: KeyLaunch };

function signatureTrouble(ctx: Ctx, platform: PlatformRow, { address, sent, launch }: SignedForm): LaunchRefusal | null {
  const method = launch.oauth_signature_method;
  if (method !== 'HMAC-SHA1') return { refusal: 'algorithm_refused', value: method.slice(0, 20) };
  const secret = readableSecret(ctx, platform);
  if (secret === null) return { refusal: 'signature_invalid' };
  const expected = createHmac('sha1', signatureKey(secret)).update(signatureBase(address, sent)).digest('base64');
  return sameText(expected, launch.oauth_signature) ? null : { refusal: 'signature_invalid' };
}

/** Only what the platform signed may use up a nonce. It is kept as long as its timestamp could be believed. */
async function replayTrouble(ctx: Ctx, platform: PlatformRow, launch: KeyLaunch): Promise<LaunchRefusal | null> {
  const nonceHash = hashToken(`${launch.oauth_timestamp} ${launch.oauth_nonce}`);
  const expiresAt = new Date((Number(launch.oauth_timestamp) + 2 * keyLaunchSeconds) * 1_000);
  const row = { platformId: platform.id, accountId: platform.accountId, nonceHash, expiresAt };
  return (await ctx.system.write((tx) => useNonce(tx, row))) ? null : { refusal: 'nonce_used' };
}

/** `query`: what stands behind the address, which is signed too. Throws `not_found` where no account has that key. */
export async function launchByKey(
  ctx: Ctx,
  key: string,
  posted: { body: unknown; query: SentParameters },
): Promise<LaunchAnswer> {
  const accountId = await accountBehind(ctx, key);
  const sent = parametersIn(posted.body, posted.query);
  const launch = sent === null ? missingClaim('oauth_consumer_key') : keyLaunchIn(sent);
  if (sent === null || 'refusal' in launch)
    return refuse(ctx, { accountId, platform: null, why: 'refusal' in launch ? launch : missingClaim('oauth_consumer_key') });
  const consumerKey = launch.oauth_consumer_key;
  const platform = await platformOfConsumer(ctx.system.read, { accountId, consumerKey });
  if (platform === null) return refuse(ctx, { accountId, platform, why: { refusal: 'client_unknown', value: consumerKey } });
  const refused = (why: LaunchRefusal) => refuse(ctx, { accountId, platform, why });
  if (!(await isPlatformOpen(ctx, platform))) return refused({ refusal: 'lti_disabled' });
  const { origin, pathname } = new URL(addressesOf(ctx, key).keyLaunch);
  const address = `${origin}${pathname}`;
  const trouble =
    signatureTrouble(ctx, platform, { address, sent, launch }) ??
    timeTrouble(launch, Math.floor(ctx.now() / 1_000)) ??
    (await replayTrouble(ctx, platform, launch));
  if (trouble !== null) return refused(trouble);
  const read = claimsOfKeyLaunch(launch, platform.issuer);
  if ('refusal' in read) return refused(read);
  const opened = await openLaunch(ctx, platform, read.claims);
  return opened.kind === 'opened' && platform.launchPlace === 'tab'
    ? { kind: 'tab', again: opened.path, origins: originsOf(platform) }
    : opened;
}
