/** What is written down and mailed when somebody's safety is concerned. */
import { createHash } from 'node:crypto';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { findPerson, type Person } from '#core/accounts/server/people.service.ts';
import type { AuditData } from '#core/audit/audit.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { describeAgent, KNOWN_DEVICE_DAYS, localeOf } from '../identity.rules.ts';
import { makeLink, pathOf } from './links.service.ts';
import { noteDevice } from './safety.queries.ts';

type Deed = { action: string; userId: string; accountId?: string | null; data?: AuditData };

/** An entry about a person that names browser and system besides. */
export async function recordSafety(ctx: Ctx, tx: Db, deed: Deed): Promise<void> {
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
  new Intl.DateTimeFormat(localeOf(person.locale), { dateStyle: 'long', timeStyle: 'long', timeZone: person.timeZone }).format(
    ctx.now(),
  );
const nameOfAgent = (ctx: Ctx): string => {
  const { browser, system } = describeAgent(ctx.caller.agent);
  return [browser, system].filter((one) => one !== null).join(', ') || '–';
};

/** Mails the person when they sign in with a browser at an address that was not seen for 90 days. Nobody is told of their first. */
export async function tellNewDevice(ctx: Ctx, tx: Db, who: { userId: string; accountId: string }): Promise<void> {
  // jobs and the command line sign nobody in
  if (ctx.caller.address === '') return;
  const hash = createHash('sha256')
    .update(`${nameOfAgent(ctx)}\n${ctx.caller.address}`)
    .digest('hex');
  const since = new Date(ctx.now() - KNOWN_DEVICE_DAYS * 86_400_000);
  if ((await noteDevice(tx, { userId: who.userId, hash, at: new Date(ctx.now()) }, since)) !== 'new') return;
  const person = await findPerson(tx, who.userId);
  if (person === null) return;
  await sendMail(ctx, tx, {
    template: 'newDevice',
    to: person.email,
    locale: localeOf(person.locale),
    data: { name: person.name, device: nameOfAgent(ctx), address: ctx.caller.address, when: whenOf(ctx, person) },
    path: '/settings?tab=security',
    alsoPath: pathOf('not-me', await makeLink(ctx, tx, { kind: 'not-me', email: person.email, userId: person.id })),
    userId: person.id,
  });
  await recordSafety(ctx, tx, { action: 'identity.new-device', ...who });
}
