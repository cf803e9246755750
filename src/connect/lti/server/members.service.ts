/** People of a course, as the platform tells them (Names and Role Provisioning Services 2.0), with what they attended. */
import * as z from 'zod/mini';
import type { ResultIn } from '#kit/contract.ts';
import { notAllowed } from '#kit/errors.ts';
import { readableList, readableText, writtenText } from '#kit/lenient.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { heldSince } from '#meet/meetings/server/attendance/course-attendance.service.ts';
import type { courseCalls } from '../course.contract.ts';
import { attendanceIn, nameOf, partOf, roleNames, serviceScopes } from '../launch.rules.ts';
import { personPrefix } from '../lti.rules.ts';
import { markGone, membersOfLink } from './course.queries.ts';
import { linkById, type LinkRow, setLink, upsertMember, upsertPerson } from './launching.queries.ts';
import { askPlatform, serviceToken } from './platform-client.service.ts';
import { platformById, type PlatformRow } from './platforms.queries.ts';
import { findVisit } from './visit.service.ts';

const mostPages = 20;
const mostPeople = 1_000;

const member = z.object({
  user_id: writtenText.check(z.minLength(1), z.maxLength(255)),
  roles: roleNames,
  status: readableText,
  name: readableText,
  given_name: readableText,
  family_name: readableText,
  email: readableText,
});
const membership = z.object({ members: readableList(member) });
type ToldMember = z.infer<typeof member>;

/** The next page, on the same site alone: the token is for no other. */
function nextPage(link: string | null, from: string): string | null {
  const links = (link ?? '').split('<').slice(1);
  const next = links
    .map((one) => one.split('>'))
    .find(([, facts = '']) => /\brel="?next"?/i.test(facts.split(',')[0] ?? ''))?.[0];
  if (next === undefined || !URL.canParse(next, from)) return null;
  const url = new URL(next, from);
  return url.origin === new URL(from).origin ? url.href : null;
}

async function toldMembers(ctx: Ctx, platform: PlatformRow, url: string): Promise<{ people: ToldMember[]; whole: boolean }> {
  const token = await serviceToken(ctx, platform, [serviceScopes.members]);
  const people: ToldMember[] = [];
  let page: string | null = url;
  for (let n = 0; page !== null && n < mostPages; n++) {
    const { status, body, link } = await askPlatform(ctx, page, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json' },
    });
    const read = z.safeParse(membership, body);
    if (status !== 200 || !read.success) throw new Error(`a platform told no people: ${status}`);
    people.push(...read.data.members);
    page = nextPage(link, page);
  }
  return { people, whole: page === null };
}

/** Asks the platform for the people of a link; who is not named any more is marked. */
export async function syncMembers(ctx: Ctx, { linkId }: { linkId: string }): Promise<void> {
  const link = await linkById(ctx.system.read, linkId);
  const platform = link === null ? null : await platformById(ctx.system.read, link.platformId);
  if (link === null || link.membershipsUrl === null || platform?.enabled !== true) return;
  const { people, whole } = await toldMembers(ctx, platform, link.membershipsUrl);
  await ctx.system.write(async (tx) => {
    const at = new Date(ctx.now());
    const { accountId } = link;
    for (const told of people.filter(({ status }) => status === undefined || status.toLowerCase() === 'active')) {
      const person = await upsertPerson(tx, {
        ...{ id: newId(ctx.now()), accountId, platformId: platform.id, sub: told.user_id },
        ...{ name: nameOf(told), email: told.email?.slice(0, 320) ?? null },
      });
      await upsertMember(tx, { linkId, personId: person.id, accountId, part: partOf(told.roles, platform.roles), seenAt: at });
    }
    if (whole) await markGone(tx, { linkId, seenBefore: at, at });
    await setLink(tx, linkId, { askedAt: at });
  });
}

export type AttendedPerson = { personId: string; attended: number; minutes: number };
/** What each person attended since the room stands behind the link. */
export async function attendedOf(
  ctx: Ctx,
  link: LinkRow,
  personIds: readonly string[],
): Promise<{ meetings: number; people: AttendedPerson[] }> {
  if (link.roomId === null) return { meetings: 0, people: [] };
  const since = link.roomSince ?? link.createdAt;
  const { meetings, stays } = await heldSince(ctx.system.read, { roomId: link.roomId, since, prefix: personPrefix });
  const byKey = Map.groupBy(stays, ({ key }) => key);
  const people = personIds.map((personId) => {
    const own = byKey.get(`${personPrefix}${personId}`) ?? [];
    return { personId, ...attendanceIn(meetings, { stays: own, atLeastPercent: link.gradePercent }) };
  });
  return { meetings: meetings.length, people };
}

export async function people(ctx: Ctx, token: string): Promise<ResultIn<(typeof courseCalls)['people']>> {
  const { row, link, platform } = await findVisit(ctx, token);
  if (row.part !== 'teacher') throw notAllowed('attendance.view');
  if (link === null || platform === null) return { items: [], meetings: 0, askedAt: null, more: false };
  const found = await membersOfLink(ctx.system.read, link.id, mostPeople + 1);
  const shown = found.slice(0, mostPeople);
  const { meetings, people: attended } = await attendedOf(
    ctx,
    link,
    shown.map(({ personId }) => personId),
  );
  const counted = new Map(attended.map((one) => [one.personId, one]));
  const items = shown.map(({ personId, name, part, gradeSent: grade }) => ({
    ...{ key: personId, name: name === '' ? `#${personId.slice(-4)}` : name, part, grade },
    attended: counted.get(personId)?.attended ?? 0,
    minutes: counted.get(personId)?.minutes ?? 0,
  }));
  return { items, meetings, askedAt: link.askedAt?.getTime() ?? null, more: found.length > mostPeople };
}
