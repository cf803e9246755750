/** Which notices and mails a person wants. Checked wherever notices and mails are made. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import type { noticesCalls } from '../outbox.contract.ts';
import { DIGEST_HOURS, hasMail, isNoticeTopic, type NoticeTopic, topicOf, topicsFor } from '../outbox.rules.ts';
import { choicesOf, dueDigests, isTurnedOff, keepChoices, noteDigest, unreadSince } from './choices.queries.ts';
import type { NoticeOwner } from './notices.queries.ts';

function actorOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

/** Whether this person wants a notice or a mail of that name; works with every database role. */
export async function wants(db: Db, owner: NoticeOwner, what: { kind: 'notices' | 'mails'; name: string }): Promise<boolean> {
  const topic = topicOf(what.kind, what.name);
  return topic === null || !(await isTurnedOff(db, owner, { kind: what.kind, topic }));
}

export async function getChoices(ctx: Ctx): Promise<ResultIn<typeof noticesCalls.choices>> {
  const { userId, accountId, accountKind } = actorOf(ctx);
  const chosen = await choicesOf(ctx.db.read, { userId, accountId });
  return {
    topics: topicsFor(accountKind).map((topic) => ({
      topic,
      notice: !chosen?.noNotice.includes(topic),
      mail: hasMail(topic) ? !chosen?.noMail.includes(topic) : null,
    })),
    digest: chosen?.digest ?? 'off',
  };
}

/** Keeps what is chosen. Topics that are not named stay as they are. */
export async function setChoices(
  ctx: Ctx,
  body: Parsed<typeof noticesCalls.choose>['body'],
): Promise<ResultIn<typeof noticesCalls.choices>> {
  const { userId, accountId } = actorOf(ctx);
  await ctx.db.write(async (tx) => {
    const old = await choicesOf(tx, { userId, accountId });
    const off = { notice: new Set(old?.noNotice.filter(isNoticeTopic)), mail: new Set(old?.noMail.filter(isNoticeTopic)) };
    const put = (list: Set<NoticeTopic>, topic: NoticeTopic, wanted: 'on' | 'off') =>
      wanted === 'on' ? list.delete(topic) : list.add(topic);
    for (const { topic, notice, mail } of body.topics ?? []) {
      put(off.notice, topic, notice ? 'on' : 'off');
      if (mail !== null && hasMail(topic)) put(off.mail, topic, mail ? 'on' : 'off');
    }
    await keepChoices(tx, {
      userId,
      accountId,
      noNotice: [...off.notice].sort(),
      noMail: [...off.mail].sort(),
      digest: body.digest ?? old?.digest ?? 'off',
    });
  });
  return getChoices(ctx);
}

/** Gives `send` everybody who wants a daily word about unread notices and has some. Across accounts, hence the system's eyes. Returns how many. */
export async function eachDigest(
  ctx: Ctx,
  send: (tx: Db, digest: { owner: NoticeOwner; email: string; locale: string; count: number }) => Promise<void>,
): Promise<number> {
  const at = new Date(ctx.now());
  // an hour less than a day: the job that comes every hour must not slip by an hour each day
  const before = new Date(ctx.now() - (DIGEST_HOURS - 1) * 3_600_000);
  let sent = 0;
  for (const row of await dueDigests(ctx.system.read, before))
    await ctx.system.write(async (tx) => {
      const owner = { userId: row.userId, accountId: row.accountId };
      if (!(await noteDigest(tx, owner, { before, at }))) return;
      const since = row.digestedAt ?? new Date(ctx.now() - DIGEST_HOURS * 3_600_000);
      const [count, person] = [await unreadSince(tx, owner, since), await findPerson(tx, row.userId)];
      if (count === 0 || person === null || person.state !== 'active') return;
      await send(tx, { owner, email: person.email, locale: person.locale, count });
      sent += 1;
    });
  return sent;
}
