/** Who a guest is, without an account. */
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, newToken } from '#kit/server/secrets.ts';

export const guestCookie = 'atrium_guest';
const guestCookieSeconds = 180 * 86_400;

/** Stable in one browser and one room, so that a person who comes back is the same one; another room's host cannot link the two. */
export function guestKey(ctx: Ctx, roomId: string): string {
  const known = ctx.cookies[guestCookie];
  const token = known !== undefined && /^[\w-]{20,64}$/.test(known) ? known : newToken(18);
  if (token !== known) ctx.setCookie({ name: guestCookie, value: token, path: '/', maxAge: guestCookieSeconds, httpOnly: true });
  return `guest-${hmacHex(ctx.secrets.derive('guest key'), `${roomId} ${token}`).slice(0, 24)}`;
}
