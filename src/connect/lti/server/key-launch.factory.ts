/** A platform of LTI 1.1: connected by a key, and the forms that it signs as RFC 5849 says, written apart from our own reading of it. */
import { createHmac, randomUUID } from 'node:crypto';
import type { UserActor } from '#kit/server/ctx.ts';
import type { World } from '#app/proof/testing.ts';

export type KeyPlatform = { id: string; url: string; consumerKey: string; secret: string; version: number };
export type LaunchFields = Record<string, string>;

export async function connectByKey(
  world: World,
  boss: UserActor,
  wish: { launchPlace?: 'frame' | 'tab' } = {},
): Promise<KeyPlatform> {
  const { lti } = world.api(boss);
  await lti.changeKeyLaunches({ body: { allowed: true } });
  const body = { name: 'Old Moodle', program: 'moodle' as const, issuer: 'https://moodle.example', ...wish };
  const { id, clientId, secret, version } = await lti.addKeyPlatform({ body });
  const { addresses } = await lti.overview();
  return { id, url: addresses.keyLaunch, consumerKey: clientId, secret, version };
}

const encoded = (text: string) => encodeURIComponent(text).replaceAll("'", '%27').replaceAll('(', '%28').replaceAll(')', '%29');

type Signer = { clock: { now(): number } };
/** The form of a good launch, with changes that are signed, too. */
export function signedForm(
  world: Signer,
  platform: Pick<KeyPlatform, 'url' | 'consumerKey' | 'secret'>,
  more: LaunchFields = {},
): LaunchFields {
  const fields: LaunchFields = {
    ...{ lti_message_type: 'basic-lti-launch-request', lti_version: 'LTI-1p0', resource_link_id: 'link-1' },
    ...{ resource_link_title: 'Weekly meeting', context_id: 'c1', context_title: 'Biology (Year 9)', user_id: 'u1' },
    ...{ lis_person_name_full: "Tara O'Teacher", roles: 'Instructor', launch_presentation_locale: 'de_DE' },
    ...{ oauth_consumer_key: platform.consumerKey, oauth_signature_method: 'HMAC-SHA1', oauth_version: '1.0' },
    ...{
      oauth_timestamp: String(Math.floor(world.clock.now() / 1_000)),
      oauth_nonce: randomUUID(),
      oauth_callback: 'about:blank',
    },
    ...more,
  };
  const { origin, pathname, searchParams } = new URL(platform.url);
  const pairs = [...Object.entries(fields), ...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const base = `POST&${encoded(`${origin}${pathname}`)}&${encoded(pairs.join('&'))}`;
  const oauth_signature = createHmac('sha1', `${platform.secret}&`).update(base).digest('base64');
  return { ...fields, oauth_signature };
}
