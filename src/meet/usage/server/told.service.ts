/** Tells accounts that they come near a limit, and that they reached it: once each time, before somebody is refused. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { LimitName } from '#core/accounts/refusal.rules.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { findEntitlements } from '#core/accounts/server/use.service.ts';
import { findHolders } from '#core/iam/server/holders.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { type MarkLevel, type LimitMark, type LimitNature, stepOf } from '../limit-marks.rules.ts';
import { countedHere, dropMark, marksOf, setMark, usesPage } from './told.queries.ts';
import { limitMails } from './usage.mail.ts';

/** What a domain that comes later counts of its things. */
export type UseSource = { limit: LimitName; countsOf: (db: Db, accountIds: readonly string[]) => Promise<Map<string, number>> };
/** `used` and `max` in the unit of the limit; `max` null = no limit. */
export type InUse = { accountId: string; limit: LimitName; used: number; max: number | null };

const accountsAtOnce = 500;
/** Longer than the job's pause, so that nothing falls between two runs. */
const lookBackMs = 6 * 60_000;
const peaks: readonly LimitName[] = ['meetingsAtOnce', 'peopleAtOnce', 'callsPerMinute', 'peoplePerMeeting', 'minutesPerMeeting'];
/** A lesson that comes near its end is no news, and the meeting says so itself; that one was ended by the plan is. */
const toldWhenReached: readonly LimitName[] = ['minutesPerMeeting'];
const natureOf = (limit: LimitName): LimitNature => (peaks.includes(limit) ? 'peak' : 'stock');

async function step(ctx: Ctx, use: InUse, mark: LimitMark | null): Promise<void> {
  const { accountId, limit, used, max } = use;
  const next = stepOf(mark, { used, max, nature: natureOf(limit), now: ctx.now() });
  if (next.do === 'nothing' || (next.do === 'tell' && next.level === 'near' && toldWhenReached.includes(limit))) return;
  await ctx.system.write(async (tx) => {
    if (next.do === 'forget') return dropMark(tx, { accountId, name: limit });
    const { level } = next;
    if (!(await setMark(tx, { accountId, name: limit, level, toldAt: ctx.now() }, mark?.level ?? null))) return;
    const told = { accountId, level, data: { limit, used: Math.round(used * 10) / 10, max: max ?? 0 } };
    for (const userId of await findHolders(tx, { accountId, permission: 'subscriptions.purchase', now: ctx.now() }))
      await tell(ctx, tx, { ...told, userId });
  });
}

const page = '/my-subscriptions';
type LimitNotice = { userId: string; accountId: string; level: MarkLevel; data: { limit: LimitName; used: number; max: number } };
/** In the product and by mail, each unless they turned it off. */
async function tell(ctx: Ctx, tx: Db, { userId, accountId, level, data }: LimitNotice): Promise<void> {
  await notify(ctx, tx, { userId, accountId, kind: level === 'near' ? 'limitNear' : 'limitReached', data, link: page });
  const person = await findPerson(tx, userId);
  if (person === null) return;
  await sendMail(ctx, tx, {
    template: limitMails[level],
    to: person.email,
    locale: localeOf(person.locale),
    data,
    path: page,
    accountId,
    userId,
    reader: { userId, accountId },
  });
}

/** Checks some uses of accounts, sends the notices that are due, and deletes marks of uses that fell. Two runs at once send one notice. */
export async function tellUses(ctx: Ctx, uses: readonly InUse[]): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  const rows = await marksOf(ctx.system.read, [...new Set(uses.map((one) => one.accountId))]);
  const marks = new Map(rows.map((row) => [`${row.accountId} ${row.name}`, row]));
  for (const use of uses) await step(ctx, use, marks.get(`${use.accountId} ${use.limit}`) ?? null);
}

/** Looks at all accounts, page by page: as many questions for ten thousand of them as for ten, by page. */
export async function watchLimits(ctx: Ctx, sources: readonly UseSource[]): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  const { read } = ctx.system;
  for (let after: string | null = null; ; ) {
    const span = { now: ctx.now(), since: ctx.now() - lookBackMs };
    const page = await usesPage(read, { after, limit: accountsAtOnce }, span);
    const ids = page.map((row) => row.id);
    const may = await findEntitlements(read, ids);
    const uses: InUse[] = [];
    const add = (accountId: string, limit: LimitName, used: number) => {
      const max = may.get(accountId)?.[limit];
      if (max === null || typeof max === 'number') uses.push({ accountId, limit, used, max });
    };
    for (const row of page) for (const limit of countedHere) add(row.id, limit, row[limit]);
    for (const { limit, countsOf } of sources) {
      const counts = await countsOf(read, ids);
      for (const id of ids) add(id, limit, counts.get(id) ?? 0);
    }
    await tellUses(ctx, uses);
    const last = ids.at(-1);
    if (last === undefined || ids.length < accountsAtOnce) return;
    after = last;
  }
}
