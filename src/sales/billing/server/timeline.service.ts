/** What happened to an invoice, from three places: our own rows, the mails about it, and what the card provider told of its payments. */
import type { Ctx } from '#kit/server/ctx.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { findMailsAbout, type MailAbout } from '#core/outbox/server/mails-about.service.ts';
import type { Happening } from '../invoices.contract.ts';
import type { BillingEventRow } from './billing.table.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { providerEventsOf } from './payments.queries.ts';

const nobody = { from: null, to: null, reason: null, by: null } as const;

const ofRow = (row: BillingEventRow, people: ReadonlyMap<string, string>): Happening => ({
  id: row.id,
  at: row.at.getTime(),
  kind: row.kind,
  from: row.fromState,
  to: row.toState,
  reason: row.reason,
  by: row.actorId === null ? null : (people.get(row.actorId) ?? null),
  data: row.data,
});
const ofMail = (mail: MailAbout): Happening => ({
  ...nobody,
  id: mail.id,
  at: (mail.sentAt ?? mail.createdAt).getTime(),
  kind: `mail.${mail.state}`,
  data: { recipient: mail.recipient, subject: mail.subject },
});

type Of = { row: InvoiceRow; side: 'buyer' | 'seller'; events: readonly BillingEventRow[] };
type Around = { notes: readonly InvoiceRow[]; payments: readonly PaymentRow[] };
/** `row` is one that the reader may see. What the provider told is the seller's alone. */
export async function timelineOf(ctx: Ctx, { row, side, events }: Of, { notes, payments }: Around): Promise<Happening[]> {
  const { read } = ctx.system;
  const actorIds = events.flatMap((one) => one.actorId ?? []);
  const ofCards = side === 'seller' ? payments.filter((one) => one.provider === 'card') : [];
  const paid = { ids: ofCards.map((one) => one.id), refs: ofCards.flatMap((one) => one.ref ?? []) };
  const [people, mails, news] = await Promise.all([
    findNames(read, actorIds),
    findMailsAbout(read, [row.id, ...notes.map((one) => one.id)]),
    providerEventsOf(read, paid),
  ]);
  return [
    ...events.map((one) => ofRow(one, people)),
    ...mails.map(ofMail),
    ...news.map((one) => ({
      ...nobody,
      id: one.eventId,
      at: one.receivedAt.getTime(),
      kind: 'provider.told',
      data: { type: one.kind, event: one.eventId },
    })),
  ];
}
