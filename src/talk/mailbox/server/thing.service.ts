/** What a mail is about, as it is now for its reader, and how the mail can be answered. */
import { Failure } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { get as getRecording } from '#meet/recordings/server/list.service.ts';
import type { InviteeAnswer } from '#meet/schedule/schedule.rules.ts';
import { type MyInvitation, myInvitation } from '#meet/schedule/server/my-invitation.service.ts';
import { isDue } from '#sales/billing/due.rules.ts';
import type { InvoiceItem, InvoiceView } from '#sales/billing/invoices.contract.ts';
import { get as getInvoice } from '#sales/billing/server/invoices.service.ts';
import { getIssue } from '#talk/tickets/server/issues.service.ts';
import type { MailInvoiceDue, MailThing } from '../mailbox.contract.ts';
import type { InvitationAnswer, MailReplyWay, MailThingKind } from '../mailbox.rules.ts';
import type { MailboxRow } from './mailbox.table.ts';

export const answerOf = { yes: 'accepted', maybe: 'tentative', no: 'declined' } as const satisfies Readonly<
  Record<InvitationAnswer, InviteeAnswer>
>;
const answeredWords: Readonly<Record<InviteeAnswer, string>> = {
  none: 'none',
  accepted: 'yes',
  tentative: 'maybe',
  declined: 'no',
};
const invitationState = ({ state, answer }: MyInvitation): string => (state === 'open' ? answeredWords[answer] : state);

/** In fewer words than those who sell need. */
function invoiceState(state: InvoiceItem['state'], unpaid: 'open' | 'overdue'): string {
  if (state === 'open' || state === 'uncollectible') return unpaid;
  return state === 'pending_tax' ? 'draft' : state;
}

function dueOf({ actor }: Ctx, invoice: InvoiceView): MailInvoiceDue | null {
  if (invoice.kind !== 'invoice' || !isDue(invoice)) return null;
  const mayPay = actor.kind === 'user' && actor.scope.includes('subscriptions.purchase');
  return {
    ...{ amount: invoice.remaining, currency: invoice.currency, day: invoice.dueDate },
    payable: mayPay && invoice.rights.pay,
  };
}

type ThingSeen = Omit<MailThing, 'kind' | 'id'> & { reply: MailReplyWay | null };
const thingReaders: Readonly<Record<MailThingKind, (ctx: Ctx, id: string) => Promise<ThingSeen>>> = {
  ticket: async (ctx, id) => {
    const { number, state, rights } = await getIssue(ctx, id);
    const reply = rights.reply ? 'ticket' : null;
    return { name: `#${number}`, state, path: `/issues/user/details/${id}`, at: null, due: null, reply };
  },
  invoice: async (ctx, id) => {
    const invoice = await getInvoice(ctx, id);
    return {
      name: invoice.number,
      state: invoiceState(invoice.state, invoice.overdue ? 'overdue' : 'open'),
      path: `/invoices/${id}`,
      at: null,
      due: dueOf(ctx, invoice),
      reply: null,
    };
  },
  meeting: async (ctx, id) => {
    const mine = await myInvitation(ctx, id);
    const reply = mine.state === 'open' ? 'invitation' : null;
    return { name: mine.title, state: invitationState(mine), path: mine.path, at: mine.startsAt, due: null, reply };
  },
  recording: async (ctx, id) => {
    const { name, state } = await getRecording(ctx, id);
    if (state === 'deleting' || state === 'deleted') return gone;
    return { name, state, path: '/recordings/myRecordings', at: null, due: null, reply: null };
  },
};
const gone: ThingSeen = { name: null, state: 'gone', path: null, at: null, due: null, reply: null };

function thingKindOf({ kind, template }: Pick<MailboxRow, 'kind' | 'template'>): MailThingKind | null {
  if (kind === 'tickets') return 'ticket';
  if (kind === 'recordings') return 'recording';
  if (kind === 'invoices') return template?.startsWith('billing.') === true ? 'invoice' : null;
  return kind === 'meetings' && /^(?:meeting|schedule)\./.test(template ?? '') ? 'meeting' : null;
}

type MailAbout = { thing: MailThing | null; reply: MailReplyWay | null };
export async function aboutOf(ctx: Ctx, actor: UserActor, row: MailboxRow): Promise<MailAbout> {
  const received = row.place !== 'draft' && row.place !== 'sent';
  if (row.kind === 'people') return { thing: null, reply: received && row.senderId !== actor.userId ? 'person' : null };
  const [kind, id] = [thingKindOf(row), row.aboutId];
  if (kind === null || id === null) return { thing: null, reply: null };
  const { reply, ...seen } = await thingReaders[kind](ctx, id).catch((error: unknown) => {
    if (error instanceof Failure && (error.code === 'not_found' || error.code === 'not_allowed')) return gone;
    throw error;
  });
  return { thing: { kind, id, ...seen }, reply };
}
