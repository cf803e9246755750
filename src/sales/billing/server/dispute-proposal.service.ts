/**
 * A draft of the answer to a bank about a disputed payment, from what is known here. In English, which the banks of all countries read; the
 * sender may change it.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import { formatMoney, money } from '#kit/money.ts';
import { findSignInDays, type SignInDay } from '#core/identity/server/sign-in/sign-ins.service.ts';
import { usedDays } from '#meet/usage/server/usage.service.ts';
import type { UsageDay } from '#meet/usage/usage.rules.ts';
import { disputeLimits, type DisputeProposal } from '../disputes.contract.ts';
import { keptPayments } from './dispute-answers.queries.ts';
import { invoiceById, linesOf } from './invoices.queries.ts';
import type { InvoiceRow, LineRow, PaymentRow } from './invoices.table.ts';
import { paperKinds } from './papers.service.ts';

const DAY_MS = 86_400_000;
/** Days before a payment that are listed, too: earlier use of the service shows who uses it. */
const DAYS_BEFORE = 30;
/** Lines of each kind. */
const MOST_LINES = 120;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
type ServicePeriod = { from: number; until: number };

/** What the invoice is for; without a period of its own the thirty days after it was paid. */
function spanOf(lines: readonly LineRow[], payment: PaymentRow): ServicePeriod {
  const starts = lines.flatMap((line) => line.periodStart?.getTime() ?? []);
  const ends = lines.flatMap((line) => line.periodEnd?.getTime() ?? []);
  const paid = payment.createdAt.getTime();
  return starts.length === 0 || ends.length === 0
    ? { from: paid, until: paid + 30 * DAY_MS }
    : { from: Math.min(...starts), until: Math.max(...ends) };
}

const productOf = (invoice: InvoiceRow, lines: readonly LineRow[]): string =>
  [
    `Online meeting rooms (BigBlueButton hosting), sold as a service and used over the internet; nothing is shipped.`,
    `Invoice ${invoice.number ?? ''} of ${invoice.issueDate ?? ''} over ${formatMoney(money(invoice.total, invoice.currency), 'en-GB')}:`,
    ...lines.map(({ title, detail }) => `- ${[title, detail].filter((word) => word !== '').join(', ')}`),
  ].join('\n');

const plural = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;
function activityOf(signIns: readonly SignInDay[], days: readonly UsageDay[]): string {
  const parts = [
    ['Sign-ins of the customer (days in UTC, address, times):', signIns.map((one) => `${one.day}  ${one.address}  ${one.times}`)],
    [
      'Meetings that the customer held:',
      days
        .filter((one) => one.meetings > 0 || one.minutes > 0)
        .map(
          (one) =>
            `${one.day}  ${plural(one.meetings, 'meeting')}, ${one.people} people, ${plural(one.minutes, 'minute')} of presence`,
        ),
    ],
  ] as const;
  return parts
    .flatMap(([title, lines]) => (lines.length === 0 ? [] : [[title, ...lines.slice(-MOST_LINES)].join('\n')]))
    .join('\n\n')
    .slice(0, disputeLimits.text);
}

/** `kept`: earlier payments that stayed. */
function otherOf(payment: PaymentRow, kept: number): string {
  const way = payment.offSession
    ? 'The payment was the renewal of a subscription, with the card that the customer had stored for it.'
    : 'The customer typed the card in on the page of the card provider, after accepting the terms.';
  return kept === 0 ? way : `${way}\nBefore it the customer made ${plural(kept, 'payment')} to us that stayed.`;
}

/** Texts for each field, which the sender may change; empty where nothing is known. */
export async function proposalFor(ctx: Ctx, payment: PaymentRow): Promise<DisputeProposal> {
  const { read } = ctx.system;
  const { accountId } = payment;
  const invoice = await invoiceById(read, payment.invoiceId);
  if (invoice === null) throw new Error('a payment without its invoice');
  const lines = await linesOf(read, invoice.id);
  const span = spanOf(lines, payment);
  const from = Math.min(span.from, payment.createdAt.getTime()) - DAYS_BEFORE * DAY_MS;
  const until = Math.min(span.until, ctx.now() + DAY_MS);
  const [signIns, days, kept] = await Promise.all([
    findSignInDays(read, { accountId, from: new Date(from), until: new Date(until) }),
    usedDays(read, { accountId, from: dayOf(from), until: dayOf(until) }),
    keptPayments(read, { accountId, before: payment.createdAt }),
  ]);
  const { buyer } = invoice;
  const address = buyer === null ? [] : [buyer.street, `${buyer.postcode} ${buyer.city}`.trim(), buyer.country];
  return {
    texts: {
      product: productOf(invoice, lines).slice(0, disputeLimits.text),
      name: buyer?.name.slice(0, disputeLimits.line) ?? '',
      email: buyer?.email ?? '',
      address: address
        .filter((word) => word !== '')
        .join(', ')
        .slice(0, disputeLimits.line),
      period: `${dayOf(span.from)} to ${dayOf(span.until)}`,
      activity: activityOf(signIns, days),
      other: otherOf(payment, kept),
    },
    document: paperKinds(invoice).includes('pdf') ? 'invoice' : 'none',
  };
}
