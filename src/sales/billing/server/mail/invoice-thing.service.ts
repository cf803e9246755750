import type { Ctx } from '#kit/server/ctx.ts';
import type { MailThingSource, MailThingView } from '#kit/server/mail-thing.ts';
import { isDue } from '../../due.rules.ts';
import type { InvoiceItem, InvoiceView } from '../../invoices.contract.ts';
import { get } from '../invoices.service.ts';

/** In fewer words than those who sell need. */
function stateOf(state: InvoiceItem['state'], unpaid: 'open' | 'overdue'): string {
  if (state === 'open' || state === 'uncollectible') return unpaid;
  return state === 'pending_tax' ? 'draft' : state;
}

function dueOf({ actor }: Ctx, invoice: InvoiceView): Pick<MailThingView, 'due' | 'act'> {
  if (invoice.kind !== 'invoice' || !isDue(invoice)) return {};
  const mayPay = actor.kind === 'user' && actor.scope.includes('subscriptions.purchase') && invoice.rights.pay;
  const due = { amount: invoice.remaining, currency: invoice.currency, day: invoice.dueDate };
  return { due, act: mayPay ? 'pay' : null };
}

/** An invoice in the mails of the customer who pays it. */
export const mailThing: MailThingSource = {
  kind: 'invoice',
  isAbout: (template) => template.startsWith('billing.'),
  view: async (ctx, id) => {
    const invoice = await get(ctx, id);
    const state = stateOf(invoice.state, invoice.overdue ? 'overdue' : 'open');
    return { name: invoice.number, state, path: `/invoices/${id}`, ...dueOf(ctx, invoice) };
  },
};
