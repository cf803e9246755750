/** Links and addresses by which invitees answer: signed, not stored. They end with the invitee's row. */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';

const purpose = 'schedule.invitation-link';
const MAC_LENGTH = 32;
const macOf = (key: Uint8Array, id: string) => hmacHex(key, id).slice(0, MAC_LENGTH);
const plain = (id: string) => id.replaceAll('-', '');

export function signInvitee({ secrets }: Pick<Ctx, 'secrets'>, id: string): string {
  return Buffer.from(`${plain(id)}${macOf(secrets.derive(purpose), id)}`, 'hex').toString('base64url');
}
/** Null: it is not one of ours. */
export function readInvitee({ secrets }: Pick<Ctx, 'secrets'>, token: string): string | null {
  const [, body = '', mac = ''] = /^([0-9a-f]{32})([0-9a-f]{32})$/.exec(Buffer.from(token, 'base64url').toString('hex')) ?? [];
  const id = body.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return body !== '' && secrets.deriveAll(purpose).some(({ key }) => sameText(macOf(key, id), mac)) ? id : null;
}
export const invitationPath = (token: string): string => `/calendar/invitation?token=${token}`;
