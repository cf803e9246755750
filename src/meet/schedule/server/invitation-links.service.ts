/** Links and addresses by which invitees answer: signed, not stored. They end with the invitee's row. */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';

const answerPurpose = 'schedule.invitation-link';
/** Address bars are shown and forwarded, so that the link into the room answers nothing and shows no address. */
const roomPurpose = 'schedule.room-link';
const MAC_LENGTH = 32;
const macOf = (key: Uint8Array, id: string) => hmacHex(key, id).slice(0, MAC_LENGTH);
const plain = (id: string) => id.replaceAll('-', '');

type LinkSecrets = Pick<Ctx, 'secrets'>;
const tokenOf = ({ secrets }: LinkSecrets, purpose: string, id: string): string =>
  Buffer.from(`${plain(id)}${macOf(secrets.derive(purpose), id)}`, 'hex').toString('base64url');
function idIn({ secrets }: LinkSecrets, purpose: string, token: string): string | null {
  const [, body = '', mac = ''] = /^([0-9a-f]{32})([0-9a-f]{32})$/.exec(Buffer.from(token, 'base64url').toString('hex')) ?? [];
  const id = body.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return body !== '' && secrets.deriveAll(purpose).some(({ key }) => sameText(macOf(key, id), mac)) ? id : null;
}

export const signInvitee = (ctx: LinkSecrets, id: string): string => tokenOf(ctx, answerPurpose, id);
/** Null: it is not one of ours. */
export const readInvitee = (ctx: LinkSecrets, token: string): string | null => idIn(ctx, answerPurpose, token);
export const signRoomLink = (ctx: LinkSecrets, id: string): string => tokenOf(ctx, roomPurpose, id);
/** Null: it is not one of ours. */
export const readRoomLink = (ctx: LinkSecrets, token: string): string | null => idIn(ctx, roomPurpose, token);
export const invitationPath = (token: string): string => `/calendar/invitation?token=${token}`;
