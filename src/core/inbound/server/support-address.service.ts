/** The one address that is not signed: everybody with an account may write to it. */
import type { Ctx } from '#kit/server/ctx.ts';

/** Null: no mail comes in. */
export function supportAddress({ config }: Pick<Ctx, 'config'>): string | null {
  const domain = config.inboundAddress?.split('@')[1];
  return domain === undefined ? null : `support@${domain}`;
}
/** Whatever stands behind a `+`: people give each purpose an address of its own. */
export function isSupportAddress(ctx: Pick<Ctx, 'config'>, address: string): boolean {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@');
  return `${local.split('+')[0]}@${domain}` === supportAddress(ctx);
}
