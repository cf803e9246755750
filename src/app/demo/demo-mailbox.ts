/** Sample mails of the owner of the sample school: an invitation, invoices, news, letters from colleagues, a draft; tickets wrote some already. */
import * as z from 'zod/mini';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { queueMails } from '#core/outbox/server/bulk-mail.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { roomsQuery } from '#meet/rooms/rooms.contract.ts';
import { list as listRooms } from '#meet/rooms/server/list.service.ts';
import { wallAt } from '#meet/schedule/schedule.rules.ts';
import { create as schedule } from '#meet/schedule/server/planning.service.ts';
import { limitMails } from '#meet/usage/server/usage.mail.ts';
import { list as listInvoices } from '#sales/billing/server/invoices.service.ts';
import { billingMails } from '#sales/billing/server/mail.service.ts';
import { deliverMail } from '#talk/mailbox/server/delivering.service.ts';
import { findCorrespondents, saveDraft, sendDraft } from '#talk/mailbox/server/drafts.service.ts';
import { addLabel } from '#talk/mailbox/server/labels.service.ts';
import { spreadMails } from './demo.queries.ts';

const day = 86_400_000;
type Mailbox = { ctx: Ctx; as: (actor: UserActor) => Ctx; customer: UserActor };

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

async function fromPlatform({ ctx, as, customer }: Mailbox): Promise<void> {
  const { userId, accountId, email: to, locale } = customer;
  const reader = { userId, accountId };
  const { items } = await listInvoices(as(customer), { limit: 20 });
  await ctx.system.write(async (tx) => {
    for (const [invoice, template] of [
      [items.find(({ state }) => state === 'paid'), billingMails.receipt],
      [items.find(({ state }) => state === 'open'), billingMails.issued],
    ] as const) {
      if (invoice === undefined) continue;
      const amountText = (minor: number) => formatMoney(money(BigInt(minor), invoice.currency), locale);
      const data = {
        name: invoice.accountName,
        number: invoice.number ?? '',
        total: amountText(invoice.total),
        due: amountText(invoice.remaining),
        dueDate: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(invoice.dueDate ?? 0)),
      };
      await sendMail(ctx, tx, {
        template,
        to,
        locale,
        data,
        accountId,
        reader,
        about: invoice.id,
        path: `/invoices/${invoice.id}`,
      });
    }
    const data = { limit: 'people', used: 17, max: 20 };
    await sendMail(ctx, tx, {
      template: limitMails.near,
      to,
      locale,
      data,
      path: '/my-subscriptions',
      accountId,
      userId,
      reader,
    });
    const words = 'Captions can be turned on in every room, and the lobby became calmer.';
    await queueMails(ctx, tx, [
      {
        ...{ template: 'newsletter.campaign', to, locale, subject: 'Live captions and a calmer lobby', text: words },
        ...{ html: `<p>${words}</p>`, headers: {}, onceKey: null, about: newId(), reader },
      },
    ]);
  });
}

export async function fillMailbox(mailbox: Mailbox): Promise<void> {
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
