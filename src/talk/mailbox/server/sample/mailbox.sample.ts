/** Sample mails of the owner of the sample school: an invitation, news, letters from colleagues, a draft; invoices and tickets wrote theirs already. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { queueMails } from '#core/outbox/server/bulk-mail.service.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { SampleWorld } from '#kit/server/sample.ts';
import { roomsQuery } from '#meet/rooms/rooms.contract.ts';
import { list as listRooms } from '#meet/rooms/server/list.service.ts';
import { wallAt } from '#meet/schedule/schedule.rules.ts';
import { create as schedule } from '#meet/schedule/server/planning.service.ts';
import { deliverMail } from '#talk/mailbox/server/delivering.service.ts';
import { findCorrespondents, saveDraft, sendDraft } from '#talk/mailbox/server/drafts.service.ts';
import { addLabel } from '#talk/mailbox/server/labels.service.ts';

const day = 86_400_000;

/** As they are wherever nothing else was given to them. */
const colleague = (of: UserActor, { id: userId, name }: { id: string; name: string }): UserActor => ({
  ...of,
  ...{ userId, name, role: 'member' },
  scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }),
});

async function writeTo(ctx: Ctx, of: { to: string; subject: string; text: string }): Promise<string> {
  const id = newId(ctx.now());
  const { to, subject, text } = of;
  await saveDraft(ctx, { id, body: { recipients: [to], subject, text, files: [], replyTo: null, revision: 0 } });
  return id;
}
async function sendTo(ctx: Ctx, of: Parameters<typeof writeTo>[1]): Promise<void> {
  const id = await writeTo(ctx, of);
  await sendDraft(ctx, { id, revision: 1 });
  await deliverMail({ ...ctx, now: () => ctx.now() + 60_000 }, id);
}

async function fromPlatform({ ctx, school: { actor: customer } }: SampleWorld): Promise<void> {
  const { userId, accountId, email: to, locale } = customer;
  const words = 'Start a meeting from any conversation: its card shows who is in it.';
  await ctx.system.write((tx) =>
    queueMails(ctx, tx, [
      {
        ...{ template: 'newsletter.campaign', to, locale, subject: 'Meetings straight from chat', text: words },
        ...{ html: `<p>${words}</p>`, headers: {}, onceKey: null, about: newId(), reader: { userId, accountId } },
      },
    ]),
  );
}

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;
/** Sample mails came over some days, and most were read. Those about invoices keep the day on which they were written. */
async function spreadMails(db: Db, userId: string, now: number): Promise<void> {
  await db.execute(sql`
    update mailbox_items i set created_at = ${time(now)} - interval '20 minutes' - interval '9 hours' * (o.n - 1),
      read_at = case when o.n > 4 then coalesce(i.read_at, ${time(now)}) else i.read_at end
    from (
      select id, row_number() over (order by created_at desc, id desc) as n from mailbox_items
      where user_id = ${userId} and created_at > ${time(now)} - interval '1 hour'
    ) o
    where o.id = i.id and i.user_id = ${userId}`);
  await db.execute(sql`
    update mailbox_items set read_at = created_at
    where user_id = ${userId} and kind = 'invoices' and created_at < ${time(now)} - interval '3 days'`);
}

export async function fillSample(world: SampleWorld): Promise<void> {
  const { ctx, as } = world;
  const customer = world.school.actor;
  const [admin, teacher] = (await findCorrespondents(as(customer), 'example.org')).items.map((one) => colleague(customer, one));
  await addLabel(as(customer), { name: 'To do', hue: 2 });
  await fromPlatform(world);
  if (admin === undefined || teacher === undefined) return;
  const [room] = (await listRooms(as(teacher), z.parse(roomsQuery, { view: 'mine', limit: 1 }))).items;
  if (room !== undefined)
    await schedule(as(teacher), {
      ...{ roomId: room.id, title: 'Open day, last call', description: 'Who does what.', zone: customer.timeZone },
      ...{ start: `${wallAt(ctx.now() + 3 * day).slice(0, 10)}T15:00`, minutes: 45, repeat: null, lobbyMinutes: 10 },
      ...{ reminderMinutes: 30, invitees: [customer.email] },
    });
  await sendTo(as(customer), { to: admin.userId, subject: 'Keys of the lab', text: 'Who has the second key?' });
  await sendTo(as(admin), {
    ...{ to: customer.userId, subject: 'Re: Keys of the lab' },
    text: 'It hangs in the office again. I noted who takes it.',
  });
  await sendTo(as(teacher), {
    ...{ to: customer.userId, subject: 'Two laptops too few' },
    text: 'For the exam on Thursday we need two more laptops. Can we borrow them from the library?',
  });
  await writeTo(as(customer), { to: teacher.userId, subject: 'Re: Two laptops too few', text: 'I asked the library, and' });
  await ctx.system.write((tx) => spreadMails(tx, customer.userId, ctx.now()));
}
