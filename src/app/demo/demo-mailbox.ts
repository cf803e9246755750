/** Sample mails of the owner of the sample school: an invitation, news, letters from colleagues, a draft; invoices and tickets wrote theirs already. */
import * as z from 'zod/mini';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { queueMails } from '#core/outbox/server/bulk-mail.service.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { roomsQuery } from '#meet/rooms/rooms.contract.ts';
import { list as listRooms } from '#meet/rooms/server/list.service.ts';
import { wallAt } from '#meet/schedule/schedule.rules.ts';
import { create as schedule } from '#meet/schedule/server/planning.service.ts';
import { deliverMail } from '#talk/mailbox/server/delivering.service.ts';
import { findCorrespondents, saveDraft, sendDraft } from '#talk/mailbox/server/drafts.service.ts';
import { addLabel } from '#talk/mailbox/server/labels.service.ts';
import { spreadMails } from './demo.queries.ts';

const day = 86_400_000;
type DemoMailbox = { ctx: Ctx; as: (actor: UserActor) => Ctx; customer: UserActor };

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

async function fromPlatform({ ctx, customer }: DemoMailbox): Promise<void> {
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

export async function fillMailbox(mailbox: DemoMailbox): Promise<void> {
  const { ctx, as, customer } = mailbox;
  const [admin, teacher] = (await findCorrespondents(as(customer), 'example.org')).items.map((one) => colleague(customer, one));
  await addLabel(as(customer), { name: 'To do', hue: 2 });
  await fromPlatform(mailbox);
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
