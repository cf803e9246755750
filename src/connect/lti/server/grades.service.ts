/** Attendance as grades (Assignment and Grade Services 2.0): sent after each meeting, as long as the teacher wishes it. */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { CourseVisit, GradeRule } from '../course.contract.ts';
import { gradeOf, serviceScopes } from '../launch.rules.ts';
import { teaching } from './content.service.ts';
import { gradedLinks, membersOfLink, setGradeSent } from './course.queries.ts';
import { linkById, setLink } from './launching.queries.ts';
import { attendedOf } from './members.service.ts';
import { askPlatform, serviceToken } from './platform-client.service.ts';
import { platformById } from './platforms.queries.ts';
import { findVisit, visitView } from './visit.service.ts';

export const GRADE_JOB = 'lti.grade';
const mostGraded = 5_000;

/** Queues the grades of each course that counts meetings of this room. */
export async function gradeRoom(ctx: Ctx, roomId: string): Promise<void> {
  await ctx.system.write(async (tx) => {
    for (const link of await gradedLinks(tx, roomId)) await queueGrades(ctx, tx, link.id);
  });
}
const queueGrades = (ctx: Ctx, tx: Db, linkId: string) =>
  ctx.jobs.enqueue(tx, { job: GRADE_JOB, payload: { linkId }, key: linkId });

/** A line item may carry a query, which stays behind the added path (AGS 2.0 §3.4). */
function scoresUrl(lineItem: string): string {
  const url = new URL(lineItem);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`;
  return url.href;
}

/** Each grade is noted once the platform took it, so that a run that broke off goes on where it was. */
export async function sendGrades(ctx: Ctx, { linkId }: { linkId: string }): Promise<void> {
  const link = await linkById(ctx.system.read, linkId);
  const platform = link === null ? null : await platformById(ctx.system.read, link.platformId);
  if (link === null || link.gradeRule === 'none' || link.lineItemUrl === null || platform?.enabled !== true) return;
  const learners = (await membersOfLink(ctx.system.read, linkId, mostGraded)).filter(({ part }) => part === 'learner');
  const { meetings, people } = await attendedOf(
    ctx,
    link,
    learners.map(({ personId }) => personId),
  );
  if (meetings === 0) return;
  const attended = new Map(people.map((one) => [one.personId, one.attended]));
  const due = learners.flatMap(({ personId, sub, gradeSent }) => {
    const grade = gradeOf(attended.get(personId) ?? 0, meetings);
    return grade === gradeSent ? [] : [{ personId, sub, grade }];
  });
  if (due.length === 0) return;
  const token = await serviceToken(ctx, platform, [serviceScopes.score]);
  const refused: number[] = [];
  for (const { personId, sub, grade } of due) {
    const score = {
      ...{ userId: sub, scoreGiven: grade, scoreMaximum: 100, timestamp: new Date(ctx.now()).toISOString() },
      ...{ activityProgress: 'Completed', gradingProgress: 'FullyGraded' },
    };
    const { status } = await askPlatform(ctx, scoresUrl(link.lineItemUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.ims.lis.v1.score+json' },
      body: JSON.stringify(score),
    });
    if (status >= 200 && status < 300) await ctx.system.write((tx) => setGradeSent(tx, { linkId, personId, grade }));
    else refused.push(status);
  }
  // one that the platform does not take must not keep the others from theirs
  if (refused.length > 0)
    throw new Error(`a platform took ${due.length - refused.length} of ${due.length} grades: ${refused[0]}`);
}

export async function setGrade(ctx: Ctx, { token, body }: { token: string; body: GradeRule }): Promise<CourseVisit> {
  const { link } = await teaching(ctx, token);
  if (link === null) throw notFound();
  await ctx.system.write(async (tx) => {
    await setLink(tx, link.id, { gradeRule: body.rule, gradePercent: body.atLeastPercent });
    if (body.rule !== 'none' && link.lineItemUrl !== null) await queueGrades(ctx, tx, link.id);
  });
  return visitView(ctx, await findVisit(ctx, token));
}
