/** The page of a launch: what it shows, and the way into the room. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hashToken } from '#kit/server/secrets.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { brandFor } from '#core/accounts/server/brand.service.ts';
import { joinFromCourse } from '#meet/meetings/server/course-join.service.ts';
import { doorFacts } from '#meet/meetings/server/door-facts.service.ts';
import { openRecordings } from '#meet/recordings/server/open-recordings.service.ts';
import { roomOf, type RoomRow } from '#meet/rooms/server/live.service.ts';
import { nextStartIn } from '#meet/schedule/server/lobby.service.ts';
import type { courseCalls, CourseVisit } from '../course.contract.ts';
import { personPrefix } from '../lti.rules.ts';
import { type LinkRow, linkById, type VisitRow, visitByToken } from './launching.queries.ts';
import { isLtiOpen, isPlatformOpen } from './login.service.ts';
import { roomOfLink } from './opening.service.ts';
import { platformById, type PlatformRow } from './platforms.queries.ts';
import { originsOf } from './refusing.service.ts';

type CourseCalls = typeof courseCalls;
export type OpenVisit = { row: VisitRow; platform: PlatformRow | null; link: LinkRow | null; room: RoomRow | null };

const joins = { max: 30, windowSeconds: 60 };
const shownRecordings = 20;

/** What a token opens. Throws `not_found` where it is unknown or over, or the platform was switched off since. */
export async function findVisit(ctx: Ctx, token: string): Promise<OpenVisit> {
  const db = ctx.system.read;
  const row = await visitByToken(db, hashToken(token), new Date(ctx.now()));
  if (row === null) throw notFound();
  const platform = row.platformId === null ? null : await platformById(db, row.platformId);
  const open = platform === null ? await isLtiOpen(ctx, row.accountId) : await isPlatformOpen(ctx, platform);
  if (!open) throw notFound();
  const link = row.linkId === null ? null : await linkById(db, row.linkId);
  const test = row.roomId === null ? null : await roomOf(db, row.roomId);
  const room = link === null ? test : await roomOfLink(db, link);
  return { row, platform, link, room: room?.deletedAt === null ? room : null };
}

export const moderatesIn = ({ row: { part } }: OpenVisit): boolean => part === 'teacher' || part === 'assistant';

async function roomView(ctx: Ctx, room: RoomRow, visit: OpenVisit): Promise<NonNullable<CourseVisit['room']>> {
  const rests = room.suspendedAt !== null && room.liveMeetingId === null;
  return {
    name: room.name,
    state: rests ? 'rests' : room.liveState === 'live' ? 'live' : 'idle',
    people: room.livePeople,
    since: room.liveState === 'live' ? (room.liveSince?.getTime() ?? null) : null,
    record: (await doorFacts(ctx, room)).asksConsent,
    canStart: !rests && (moderatesIn(visit) || room.anyoneCanStart),
    nextAt: await nextStartIn(ctx, room.id),
    recordings: await openRecordings(ctx, room.id, shownRecordings),
  };
}

export async function visitView(ctx: Ctx, visit: OpenVisit): Promise<CourseVisit> {
  const { row, platform, link, room } = visit;
  const [account, house] = [await findAccount(ctx.system.read, row.accountId), await brandFor(ctx.system.read, row.accountId)];
  if (account === null) throw notFound();
  const { accent, logo } = account.branding;
  return {
    purpose: row.purpose === 'deep_link' ? 'deep_link' : room === null ? 'choose' : 'join',
    account: { name: account.name, accent: accent ?? house?.accent ?? null, logo: logo ?? house?.logo ?? null },
    course: row.course,
    person: { name: row.name, part: row.part },
    // nobody keeps what a page that is tried out would change
    teaches: row.part === 'teacher' && platform !== null,
    makesRooms: row.part === 'teacher' && platform?.teachersMakeRooms === true,
    takesGrades: row.purpose === 'deep_link' || (link?.lineItemUrl ?? null) !== null,
    grade: { rule: link?.gradeRule ?? 'none', atLeastPercent: link?.gradePercent ?? 50 },
    room: room === null ? null : await roomView(ctx, room, visit),
  };
}

export const visit = async (ctx: Ctx, token: string): Promise<CourseVisit> => visitView(ctx, await findVisit(ctx, token));

/** By which meetings know the person; a page that is tried out has nobody of a course. */
const keyIn = ({ row }: OpenVisit) => `${personPrefix}${row.personId ?? `test-${row.tokenHash.slice(0, 16)}`}`;
/** Platforms may keep names to themselves. */
const shownName = ({ row }: OpenVisit) =>
  row.name === '' ? `#${keyIn({ row, platform: null, link: null, room: null }).slice(-4)}` : row.name;

/** Throws what stands in the way, as joins do. */
export async function join(
  ctx: Ctx,
  { token, body }: { token: string; body: Parsed<CourseCalls['join']>['body'] },
): Promise<ResultIn<CourseCalls['join']>> {
  const found = await findVisit(ctx, token);
  await ctx.limits.use(`lti-join:${found.row.tokenHash}`, joins);
  if (found.room === null) throw new Failure('room_missing');
  const { url } = await joinFromCourse(
    { ...ctx, locale: found.row.locale },
    {
      roomId: found.room.id,
      name: shownName(found),
      key: keyIn(found),
      as: moderatesIn(found) ? 'moderator' : 'viewer',
      consent: body.consent,
    },
  );
  return { url };
}

/** What the server needs to send the page of a token; null: there is none. */
export async function frameOfVisit(
  ctx: Ctx,
  token: string,
): Promise<{ origins: readonly string[]; formAction: string | null; locale: string } | null> {
  const row = await visitByToken(ctx.system.read, hashToken(token), new Date(ctx.now()));
  if (row === null) return null;
  const platform = row.platformId === null ? null : await platformById(ctx.system.read, row.platformId);
  const back = row.deepLink?.returnUrl;
  const formAction = back === undefined ? null : new URL(back).origin;
  return { origins: originsOf(platform), formAction, locale: row.locale };
}
