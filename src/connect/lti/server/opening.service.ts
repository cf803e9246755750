/** What a good launch leaves: the person, the link of the course with its room, and the page that it opens. */
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { claimNames, type DeepLinkReturn, type LaunchClaims, titleOf } from '../launch.rules.ts';
import { type CoursePart, ltiLimits } from '../lti.rules.ts';
import { noteCourseRooms } from './course-rooms.service.ts';
import {
  claimLink,
  insertLaunch,
  insertLink,
  insertVisit,
  linkByKey,
  type LinkChange,
  type LinkKey,
  type LinkRow,
  linksOfContent,
  setLink,
  upsertMember,
  upsertPerson,
} from './launching.queries.ts';
import { notePlatformLaunch, type PlatformRow } from './platforms.queries.ts';

export const MEMBERS_JOB = 'lti.members';
const hourMs = 3_600_000;

export type CourseOpening = {
  platform: PlatformRow;
  claims: LaunchClaims;
  part: CoursePart;
  person: string | null;
  course: string | null;
  locale: string;
};

/** What each launch says again of its link. */
function newsOf(ctx: Ctx, { claims, course }: CourseOpening): LinkChange {
  const context = claims[claimNames.context];
  const title = titleOf(claims[claimNames.link]?.title);
  return {
    contextId: context?.id ?? null,
    contextTitle: course,
    ...(title === null ? {} : { title }),
    lineItemUrl: claims[claimNames.grades]?.lineitem ?? null,
    membershipsUrl: claims[claimNames.members]?.context_memberships_url ?? null,
    lastLaunchAt: new Date(ctx.now()),
  };
}

/** The link that deep linking made, or a copy of it: a copied course keeps its rooms. */
async function linkOfContent(ctx: Ctx, tx: Db, of: { opening: CourseOpening; key: LinkKey }): Promise<LinkRow | null> {
  const { opening, key } = of;
  const content = opening.claims[claimNames.custom]?.['atrium_content'];
  if (typeof content !== 'string' || !isId(content)) return null;
  const all = await linksOfContent(tx, { accountId: opening.platform.accountId, content });
  const news = newsOf(ctx, opening);
  const waiting = all.find(
    (one) => one.resourceLinkId === null && one.platformId === key.platformId && one.deploymentId === key.deploymentId,
  );
  const claimed = waiting === undefined ? null : await claimLink(tx, waiting.id, { ...news, resourceLinkId: key.resourceLinkId });
  const [first] = all;
  if (claimed !== null || first === undefined) return claimed;
  const at = new Date(ctx.now());
  const copy = await insertLink(tx, {
    ...{ title: first.title, roomId: first.roomId, gradeRule: first.gradeRule, gradePercent: first.gradePercent },
    ...news,
    ...key,
    ...{ id: newId(ctx.now()), accountId: opening.platform.accountId, content, createdAt: at },
    roomSince: first.roomId === null ? null : at,
  });
  await noteCourseRooms(tx, [first.roomId]);
  return copy;
}

async function linkFor(ctx: Ctx, tx: Db, opening: CourseOpening): Promise<LinkRow> {
  const { platform, claims } = opening;
  const link = claims[claimNames.link];
  const key = { platformId: platform.id, deploymentId: claims[claimNames.deployment] ?? '', resourceLinkId: link?.id ?? '' };
  const known = await linkByKey(tx, key);
  if (known !== null) return setLink(tx, known.id, newsOf(ctx, opening));
  const copied = await linkOfContent(ctx, tx, { opening, key });
  if (copied !== null) return copied;
  const made = await insertLink(tx, {
    ...{ title: opening.course ?? '', ...newsOf(ctx, opening), ...key },
    ...{ id: newId(ctx.now()), accountId: platform.accountId, content: newId(ctx.now()), createdAt: new Date(ctx.now()) },
  });
  // another launch of the same link was faster
  const there = made ?? (await linkByKey(tx, key));
  if (there === null) throw new Error('a link of a course was not written');
  return there;
}

function returnOf({ claims }: CourseOpening): DeepLinkReturn | null {
  const settings = claims[claimNames.deepLinking];
  if (settings === undefined) return null;
  return {
    returnUrl: settings.deep_link_return_url,
    deploymentId: claims[claimNames.deployment] ?? '',
    contextId: claims[claimNames.context]?.id ?? null,
    data: settings.data ?? null,
    accepts: settings.accept_types,
  };
}

/** A page that stays open for some time, by the token in its address. */
export async function openVisit(
  ctx: Ctx,
  tx: Db,
  visit: Omit<Parameters<typeof insertVisit>[1], 'tokenHash' | 'createdAt' | 'expiresAt'> & { seconds: number },
): Promise<string> {
  const { seconds, ...row } = visit;
  const token = newToken();
  const [createdAt, expiresAt] = [new Date(ctx.now()), new Date(ctx.now() + seconds * 1_000)];
  await insertVisit(tx, { ...row, tokenHash: hashToken(token), createdAt, expiresAt });
  return `/lti/${row.purpose === 'deep_link' ? 'choose' : 'visit'}/${token}`;
}

async function personOf(ctx: Ctx, tx: Db, { platform, claims, person }: CourseOpening) {
  const email = claims.email?.slice(0, 320) ?? null;
  return upsertPerson(tx, {
    ...{ id: newId(ctx.now()), accountId: platform.accountId, platformId: platform.id, sub: (claims.sub ?? '').slice(0, 255) },
    ...{ name: person, email },
  });
}

async function noteOpened(ctx: Ctx, tx: Db, of: { opening: CourseOpening; name: string; roomId: string | null }): Promise<void> {
  const { platform, part, course } = of.opening;
  const at = new Date(ctx.now());
  await notePlatformLaunch(tx, platform.id, at);
  await insertLaunch(tx, {
    ...{ id: newId(ctx.now()), accountId: platform.accountId, at, platformId: platform.id, platform: platform.name },
    ...{ person: of.name === '' ? null : of.name, part, course, roomId: of.roomId, result: 'opened' },
  });
}

/** The link's room, as long as it is not in the bin. */
export async function roomOfLink(db: Db, link: Pick<LinkRow, 'roomId'>) {
  const room = link.roomId === null ? null : await roomOf(db, link.roomId);
  return room === null || room.deletedAt !== null ? null : room;
}

/** Where the launch leads; `room_missing`: there is no room, and this person may choose none. */
export function openCourse(ctx: Ctx, opening: CourseOpening): Promise<{ path: string } | 'room_missing'> {
  const { platform, claims, part, course, locale } = opening;
  const { accountId, id: platformId } = platform;
  return ctx.system.write(async (tx) => {
    const person = await personOf(ctx, tx, opening);
    const visit = {
      accountId,
      platformId,
      personId: person.id,
      part,
      name: person.name,
      course,
      locale,
      seconds: ltiLimits.visitSeconds,
    };
    if (claims[claimNames.messageType] === 'LtiDeepLinkingRequest') {
      await noteOpened(ctx, tx, { opening, name: person.name, roomId: null });
      return { path: await openVisit(ctx, tx, { ...visit, purpose: 'deep_link', deepLink: returnOf(opening) }) };
    }
    const link = await linkFor(ctx, tx, opening);
    const room = await roomOfLink(tx, link);
    await upsertMember(tx, { linkId: link.id, personId: person.id, accountId, part, seenAt: new Date(ctx.now()) });
    if (room === null && part !== 'teacher') return 'room_missing';
    const due = link.askedAt === null || link.askedAt.getTime() < ctx.now() - hourMs;
    if (part === 'teacher' && link.membershipsUrl !== null && due)
      await ctx.jobs.enqueue(tx, { job: MEMBERS_JOB, payload: { linkId: link.id }, key: link.id });
    await noteOpened(ctx, tx, { opening, name: person.name, roomId: room?.id ?? null });
    return { path: await openVisit(ctx, tx, { ...visit, purpose: 'room', linkId: link.id }) };
  });
}
