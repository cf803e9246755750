/** Links that pay one invoice without signing in: signed with a key of their own, good for nothing else, and over after some weeks. */
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';

const purpose = 'invoice payment link';
/** Longer than reminders go on. */
const DAYS = 45;
const signed = (key: Uint8Array, invoiceId: string, until: string): string => hmacHex(key, `${invoiceId} ${until}`);

/** `<invoice>.<end in epoch ms>.<mark>` */
export function payToken(ctx: Ctx, invoiceId: string): string {
  const until = String(ctx.now() + DAYS * 86_400_000);
  return `${invoiceId}.${until}.${signed(ctx.secrets.derive(purpose), invoiceId, until)}`;
}
/** Where a mail leads to pay an invoice; `token` is a name that the log does not write down. */
export const payPath = (ctx: Ctx, invoiceId: string): string => `/purchase-plan?token=${payToken(ctx, invoiceId)}`;

/** The invoice that a token is for; null for one that is over, or not ours. */
export function invoiceOfToken(ctx: Ctx, token: string): string | null {
  const [invoiceId = '', until = '', mark = ''] = token.split('.');
  if (!isId(invoiceId) || !/^\d{13}$/.test(until) || Number(until) <= ctx.now()) return null;
  const known = ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(signed(key, invoiceId, until), mark));
  return known ? invoiceId : null;
}
