/** Every text of a mail that the product sends, for the domain where they are changed: it comes before most of those that send them. */
import { iamMails } from '#core/iam/server/iam.mail.ts';
import { accountMails } from '#core/outbox/server/outbox.mail.ts';
import { catalogOf } from '#core/templates/server/templates.mail.ts';
import { webhookMails } from '#connect/webhooks/server/webhooks.mail.ts';
import { roomMails } from '#meet/rooms/server/rooms.mail.ts';
import { scheduleMails } from '#meet/schedule/server/schedule.mail.ts';
import { limitMails } from '#meet/usage/server/usage.mail.ts';
import { adminMails } from '#operate/admin/server/admin.mail.ts';
import { ownershipMails } from '#operate/ownership/server/ownership.mail.ts';
import { newsletterMails } from '#publish/newsletter/server/newsletter.mail.ts';
import { billingMails, disputeMails, sellerMails, sentMails, subscriptionMails } from '#sales/billing/server/mail.service.ts';
import { overflowMails } from '#sales/overflow/server/overflow.mail.ts';
import { resaleMails } from '#sales/resale/server/resale.mail.ts';
import { chatMails } from '#talk/chat/server/chat.mail.ts';
import { mailboxMails } from '#talk/mailbox/server/mailbox.mail.ts';
import { taskMails } from '#talk/tasks/server/tasks.mail.ts';
import { ticketMails } from '#talk/tickets/server/tickets.mail.ts';
import { vendorMails } from '#sales/vendors/server/vendors.mail.ts';

export const mailTemplates = catalogOf(
  [
    accountMails,
    iamMails,
    roomMails,
    scheduleMails,
    limitMails,
    vendorMails,
    billingMails,
    sentMails,
    subscriptionMails,
    sellerMails,
    disputeMails,
    overflowMails,
    resaleMails,
    webhookMails,
    ticketMails,
    chatMails,
    mailboxMails,
    taskMails,
    newsletterMails,
    ownershipMails,
    adminMails,
  ].flatMap((mails) => Object.values(mails)),
);
