/** What happened to an invoice or a payment, from three places: our own rows, the mails about it, and the card provider's events. */
import type { Ctx } from '#kit/server/ctx.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { findMailsAbout, type MailAbout } from '#core/outbox/server/mails-about.service.ts';
import type { Happening } from '../invoices.contract.ts';
import type { BillingEventRow } from './billing.table.ts';
import type { PaymentRow } from './invoices.table.ts';
import { providerEventsOf } from './payments.queries.ts';

const nobody = { from: null, to: null, reason: null, by: null } as const;

/** `people`: names by id. */
export const happeningOf = (row: BillingEventRow, people: ReadonlyMap<string, string>): Happening => ({
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

/** What the seller says to banks is nothing of its payer's. */
const ofSeller: ReadonlySet<string> = new Set(
  ['proof', 'sent', 'refused', 'reminded', 'sent_elsewhere'].map((what) => `payment.dispute_${what}`),
);
/** `buyer`: the account that pays; `seller`: the account that is paid. */
export type Side = 'buyer' | 'seller';
type TimelineInput = {
  side: Side;
  /** The newest first. */
  events: readonly BillingEventRow[];
  payments: readonly PaymentRow[];
  /** Ids of the invoices and credit notes whose mails are listed. */
  about: readonly string[];
  /** Which of those mails; all when left out. */
  tells?: (mail: MailAbout) => boolean;
};
/** The provider's events come before what followed from them, and a mail after what it is about. */
const rank = { told: 0, row: 1, mail: 2 } as const;
type Placed = { from: keyof typeof rank; turn: number; one: Happening };
const later = (a: Placed, b: Placed): number =>
  b.one.at - a.one.at || rank[b.from] - rank[a.from] || b.turn - a.turn || (a.one.id < b.one.id ? 1 : -1);

/** The newest first; all of it is of what the reader may see. Only the seller sees the provider's events. */
export async function timelineOf(ctx: Ctx, { side, events: all, payments, about, tells }: TimelineInput): Promise<Happening[]> {
  const { read } = ctx.system;
  const events = side === 'seller' ? all : all.filter((one) => !ofSeller.has(one.kind));
  const actorIds = events.flatMap((one) => one.actorId ?? []);
  const ofCards = side === 'seller' ? payments.filter((one) => one.provider === 'card') : [];
  const paid = { ids: ofCards.map((one) => one.id), refs: ofCards.flatMap((one) => one.ref ?? []) };
  const [people, mails, news] = await Promise.all([
    findNames(read, actorIds),
    findMailsAbout(read, about),
    providerEventsOf(read, paid),
  ]);
  const told = tells === undefined ? mails : mails.filter(tells);
  const placed: Placed[] = [
    ...events.map((one) => ({ from: 'row' as const, turn: one.turn, one: happeningOf(one, people) })),
    // as they were written: the outbox hands them out in that order
    ...told.map((mail, turn) => ({ from: 'mail' as const, turn, one: ofMail(mail) })),
    ...news.map(({ eventId, kind, receivedAt }, turn) => ({
      from: 'told' as const,
      turn,
      one: {
        ...nobody,
        id: eventId,
        at: receivedAt.getTime(),
        kind: 'provider.told',
        data: { type: kind, event: eventId },
      },
    })),
  ];
  return placed.sort(later).map(({ one }) => one);
}
