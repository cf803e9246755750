import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';
import { usualRoles } from '#connect/lti/lti.rules.ts';

export type LtiIds = Record<'platform' | 'registration', string>;
export const freshLtiIds = (): LtiIds => ({ platform: newId(), registration: newId() });
/** A learning platform, and one that may register itself, whose every word is that name. */
export function ltiRows({ account, owner, name, ids }: { account: string; owner: string; name: string; ids: LtiIds }): SQL[] {
  return [
    sql`insert into lti_platforms (id, account_id, name, program, issuer, client_id, auth_url, token_url, keys_url, teachers_make_rooms, room_offer, launch_place, roles, registered, created_at)
      values (${ids.platform}, ${account}, ${name}, 'moodle', 'https://lms.example', ${name}, 'https://lms.example/a', 'https://lms.example/t', 'https://lms.example/k', true, 'all', 'frame', ${JSON.stringify(usualRoles)}, 'by_hand', now())`,
    sql`insert into lti_registrations (id, account_id, token_hash, name, program, by_id, created_at, expires_at) values (${ids.registration}, ${account}, ${ids.registration}, ${name}, 'moodle', ${owner}, now(), now())`,
  ];
}
