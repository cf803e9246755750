/** What is written down and mailed when somebody's safety is concerned. */
import { createHash } from 'node:crypto';
import { formatDate } from '#kit/dates.ts';
import { networkOf } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson, type Person } from '#core/accounts/server/people.service.ts';
import type { AuditData } from '#core/audit/audit.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { describeAgent, KNOWN_DEVICE_DAYS, localeOf } from '../identity.rules.ts';
import { makeLink, pathOf } from './sign-up/links.service.ts';
import { noteDevice } from './safety.queries.ts';

type SafetyAction = { action: string; userId: string; accountId?: string | null; data?: AuditData };

/** An entry about a person that names browser and system besides. */
export async function recordSafety(ctx: Ctx, tx: Db, deed: SafetyAction): Promise<void> {
  await record(ctx, tx, {
    action: deed.action,
    subjectKind: 'user',
    subjectId: deed.userId,
    ...(deed.accountId === undefined ? {} : { accountId: deed.accountId }),
    data: { ...describeAgent(ctx.caller.agent), ...deed.data },
  });
}

/** The present moment as that person reads it. */
export const whenOf = (ctx: Ctx, person: Person) =>
  formatDate(ctx.now(), 'zoned', { locale: localeOf(person.locale), zone: person.timeZone });
const nameOfAgent = (ctx: Ctx): string => {
  const { browser, system } = describeAgent(ctx.caller.agent);
  return [browser, system].filter((one) => one !== null).join(', ') || '–';
};

/** What a mail about a sign-in says, and the links in it: to what may be looked at, and to ending everything. */
const aboutSignIn = async (ctx: Ctx, tx: Db, person: Person) => ({
  to: person.email,
  locale: localeOf(person.locale),
  data: { name: person.name, device: nameOfAgent(ctx), address: ctx.caller.address, when: whenOf(ctx, person) },
  path: '/settings?tab=security',
  alsoPath: pathOf('not-me', await makeLink(ctx, tx, { kind: 'not-me', email: person.email, userId: person.id })),
  userId: person.id,
});

/**
 * Mails the person when they sign in with a browser in a network where it was not seen for 90 days: within one, addresses change by
 * themselves. The first browser of a person sends no mail.
 */
export async function tellNewDevice(ctx: Ctx, tx: Db, who: { userId: string; accountId: string }): Promise<void> {
  // jobs and the command line sign nobody in
  if (ctx.caller.address === '') return;
  const hash = createHash('sha256')
    .update(`${nameOfAgent(ctx)}\n${networkOf(ctx.caller.address)}`)
    .digest('hex');
  const since = new Date(ctx.now() - KNOWN_DEVICE_DAYS * 86_400_000);
  if ((await noteDevice(tx, { userId: who.userId, hash, at: new Date(ctx.now()) }, since)) !== 'new') return;
  const person = await findPerson(tx, who.userId);
  if (person === null) return;
  await sendMail(ctx, tx, { template: 'newDevice', ...(await aboutSignIn(ctx, tx, person)) });
  await recordSafety(ctx, tx, { action: 'identity.new-device', ...who });
}

/** Mails the person that their password was given right after many wrong ones, whether or not a second factor is still asked for. */
export async function tellAfterFailures(
  ctx: Ctx,
  tx: Db,
  { userId, failures }: { userId: string; failures: number },
): Promise<void> {
  const person = await findPerson(tx, userId);
  if (person === null) return;
  const about = await aboutSignIn(ctx, tx, person);
  await sendMail(ctx, tx, { template: 'manyFailures', ...about, data: { ...about.data, failures } });
}
