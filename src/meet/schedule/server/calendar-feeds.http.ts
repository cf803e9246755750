/** `/calendar/{secret}.ics`: what a person sees of the calendar, for programs that subscribe to it. The address is all they have. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { findCompany, rightsAt } from '#core/iam/server/principals.service.ts';
import { feedOf, readFeed } from './feeds.service.ts';

const params = z.object({ secret: z.string() });

/** Reads of one address, and tries of one caller that know none. */
const reads = { max: 120, windowSeconds: 3_600 };
const unknownAddresses = { max: 60, windowSeconds: 3_600 };

type FeedOwner = { userId: string; accountId: string };
/** The owner as they are now: who left the account, or whose account is closed, has no feed. No session, hence the system's eyes. */
async function ownerNow(ctx: Ctx, { userId, accountId }: FeedOwner): Promise<UserActor | null> {
  const db = ctx.system.read;
  const [person, seats] = [await findPerson(db, userId), await findSeats(db, userId)];
  const seat = seats.find(({ account }) => account.id === accountId);
  if (person?.state !== 'active' || seat?.account.state !== 'active' || !isOpenSeat(seat, ctx.now())) return null;
  const company = await findCompany(db, { accountId, userId });
  if (company === null) return null;
  const { kind: accountKind } = seat.account;
  const at = { mfa: false, ip: ctx.caller.address, now: ctx.now() };
  return {
    kind: 'user',
    ...{ userId, accountId, accountKind, sessionId: '', role: seat.membership.role },
    ...rightsAt(company, { kind: accountKind, at }),
    ...{ name: person.name, email: person.email, locale: person.locale, timeZone: person.timeZone },
  };
}

async function sendCalendar({ ctx, request, reply, actAs }: HttpExchange): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'private, no-cache', 'content-security-policy': "default-src 'none'; sandbox" });
  const feed = await feedOf(ctx, z.parse(params, request.params).secret);
  const actor = feed === null ? null : await ownerNow(ctx, feed);
  if (feed === null || actor === null) {
    await ctx.limits.use(`calendar-feed:${callerIn(request.ip)}`, unknownAddresses);
    throw notFound();
  }
  await ctx.limits.use(`calendar-feed:${feed.id}`, reads);
  const file = await readFeed(actAs(actor), feed);
  const etag = `"${createHash('sha256')
    .update(file.replace(/^DTSTAMP:.*$/gm, ''))
    .digest('base64url')
    .slice(0, 27)}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(file);
}

export const httpRoutes = (): HttpRoute[] => [
  { methods: ['GET'], path: '/calendar/:secret(^[\\w-]{20,64}$).ics', access: 'guest', handle: sendCalendar },
];
