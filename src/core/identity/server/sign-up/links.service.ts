/** Mailed and printed links. Only a hash of their token is kept; opening one changes nothing, because mail scanners open them too. */
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import type { LinkView } from '#core/identity/links.contract.ts';
import { LINK_HOURS, type LinkKind, RESEND_SECONDS, tidyEmail, USE_LIMITS } from '#core/identity/identity.rules.ts';
import { insertLink, linkByHash, lockLink, markLinkUsed, voidInvitationLinks } from './links.queries.ts';
import type { LinkRow } from '#core/identity/server/identity.table.ts';

/** `hours`: another life than the usual one of its kind. */
export type NewLink = { kind: LinkKind; email: string | null; userId?: string; data?: Record<string, string>; hours?: number };

/** Makes a link's token. Only its hash is stored, so the returned token is the only copy. */
export async function makeLink(ctx: Ctx, tx: Db, link: NewLink): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(ctx.now() + (link.hours ?? LINK_HOURS[link.kind]) * 3_600_000);
  await insertLink(tx, {
    hash: hashToken(token),
    kind: link.kind,
    userId: link.userId ?? null,
    email: link.email,
    data: link.data ?? {},
    createdAt: new Date(ctx.now()),
    expiresAt,
    usedAt: null,
  });
  return token;
}

/** People who open a link of that invitation read that it works no more. */
export const closeInvitationLinks = (ctx: Ctx, tx: Db, invitationId: string): Promise<void> =>
  voidInvitationLinks(tx, invitationId, new Date(ctx.now()));

/** Where a link of that kind leads on this site. */
export function pathOf(kind: LinkKind, token: string): string {
  const page = {
    'sign-up': '/verify-email',
    'email-change': '/verify-email',
    reset: '/update-password',
    registration: '/complete-registration',
    invitation: '/complete-registration',
    'first-run': '/complete-registration',
    membership: '/complete-registration',
    'first-sign-in': '/update-password',
    'not-me': '/not-me',
  }[kind];
  return `${page}?token=${token}`;
}

function stateOf(ctx: Ctx, row: LinkRow): LinkView['state'] {
  if (row.usedAt !== null) return 'used';
  return row.expiresAt.getTime() <= ctx.now() ? 'expired' : 'good';
}

/** Throws unless the link is there, one of `kinds`, unused and not too old. */
function requireGood(ctx: Ctx, row: LinkRow | null, kinds: readonly LinkKind[]): LinkRow {
  if (row === null || !kinds.includes(row.kind)) throw new Failure('link_unknown');
  const state = stateOf(ctx, row);
  if (state === 'used') throw new Failure('link_used');
  if (state === 'expired') throw new Failure('link_expired');
  return row;
}

/** Slows down guessing of tokens. */
export const slowGuessing = (ctx: Ctx): Promise<void> => ctx.limits.use(`link:${callerIn(ctx.caller.address)}`, USE_LIMITS.link);

/** Looks at a link without using it. With the rights of the system, because its holder may not be signed in. */
export async function lookAtLink(ctx: Ctx, token: string, kinds: readonly LinkKind[]): Promise<LinkRow> {
  return requireGood(ctx, await linkByHash(ctx.system.read, hashToken(token)), kinds);
}

/** Uses a link in the transaction of what it allows; it works once. */
export async function takeLink(ctx: Ctx, tx: Db, use: { token: string; kinds: readonly LinkKind[] }): Promise<LinkRow> {
  const row = requireGood(ctx, await lockLink(tx, hashToken(use.token)), use.kinds);
  await markLinkUsed(tx, row.hash, new Date(ctx.now()));
  return row;
}

/** The link whatever its state, or null. */
export const findLink = (ctx: Ctx, token: string): Promise<LinkRow | null> => linkByHash(ctx.system.read, hashToken(token));

/** The provider that this browser came by for that link. */
type ArrivedBy = (ctx: Ctx, data: LinkRow['data']) => Promise<LinkView['provider']>;
/** What a link is for. Changes nothing. */
export async function linkInfo(ctx: Ctx, input: { token: string }, arrivedBy: ArrivedBy): Promise<LinkView> {
  await slowGuessing(ctx);
  const row = await findLink(ctx, input.token);
  if (row === null) throw new Failure('link_unknown');
  const { organisation = null, invitedBy, invitee = null } = row.data;
  return {
    kind: row.kind,
    state: stateOf(ctx, row),
    email: row.email,
    ...{ organisation, invitee },
    inviter: invitedBy === undefined ? null : ((await findPerson(ctx.system.read, invitedBy))?.name ?? null),
    provider: await arrivedBy(ctx, row.data),
    expiresAt: row.expiresAt.getTime(),
  };
}

/**
 * Counts a mail that anybody can cause to an address. Throws `too_many_requests` with `data.seconds` when the last of that kind is too
 * fresh or there were too many; it does not matter whether the address is known, so the answer tells nothing.
 */
export async function countMail(ctx: Ctx, mail: { kind: string; email: string }): Promise<void> {
  const who = hashToken(tidyEmail(mail.email));
  await ctx.limits.use(`mail:${mail.kind}:${who}`, { max: 1, windowSeconds: RESEND_SECONDS });
  await ctx.limits.use(`mail:any:${who}`, USE_LIMITS.recipient);
}
