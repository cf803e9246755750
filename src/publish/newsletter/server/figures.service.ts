/** Signed addresses in the mails of readers who agreed to be counted: a picture that tells of an open, and links that lead on. */
import { createHash } from 'node:crypto';
import type { Ctx } from '#kit/server/ctx.ts';
import { linkUrl, noteClick, noteOpened, type ReaderOfCampaign } from './figures.queries.ts';
import { readLink, signLink } from './links.service.ts';

/** The address that a link leads to is looked up by this: nobody can bring one along. */
export const linkHash = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 16);

export const figuresToken = (ctx: Ctx, { campaignId, subscriberId }: ReaderOfCampaign): string =>
  signLink(ctx, { kind: 'figures', subscriberId, listId: null, campaignId, at: ctx.now() });
function readerBehind(ctx: Ctx, token: string): ReaderOfCampaign | null {
  const link = readLink(ctx, token);
  return link?.kind === 'figures' && link.campaignId !== null
    ? { campaignId: link.campaignId, subscriberId: link.subscriberId }
    : null;
}

export async function countOpened(ctx: Ctx, token: string): Promise<'known' | 'unknown'> {
  const reader = readerBehind(ctx, token);
  if (reader === null) return 'unknown';
  await ctx.system.write((tx) => noteOpened(tx, reader));
  return 'known';
}

/** Where the link leads, also for readers who agree no longer; null: it is not one of ours. */
export async function followLink(ctx: Ctx, { token, hash }: { token: string; hash: string }): Promise<string | null> {
  const reader = readerBehind(ctx, token);
  const url = reader === null ? null : await linkUrl(ctx.system.read, { ...reader, hash });
  if (reader !== null && url !== null) await ctx.system.write((tx) => noteClick(tx, { ...reader, hash }));
  return url;
}
