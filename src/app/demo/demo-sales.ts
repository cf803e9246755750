/** The sample vendor with what it sells and whom it asked, and two accounts that share rooms. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { answer, offer } from '#meet/network/server/network.service.ts';
import { accept, ask, partners } from '#meet/network/server/partners.service.ts';
import { portion } from '#kit/money.ts';
import { seedSeller } from '#sales/billing/server/seller-seed.service.ts';
import { offer as sellOn } from '#sales/resale/server/offers.service.ts';
import { setFloors, setTerms } from '#sales/resale/server/terms.service.ts';
import { brand, setBrand } from '#sales/vendors/server/brand.service.ts';
import { addCustomer } from '#sales/vendors/server/customers.service.ts';
import { edit, get } from '#sales/vendors/server/vendors.service.ts';
import type { Grant, Pool } from '#sales/vendors/vendors.rules.ts';

/** What the sample vendor sells out of, how it looks, and whom it asked to become a customer and has no answer from. */
export const demoVendor = {
  name: 'Fjord Meetings',
  pool: { rooms: 60, people: 80, meetingsAtOnce: 12, peopleAtOnce: 400, recordingGb: 100 } satisfies Pool,
  contractVersion: '2026-1',
  look: { name: 'Fjord Meetings', accent: '#0b6e79', senderName: 'Fjord Meetings', replyTo: 'help@example.org' },
  asked: {
    organisation: 'Bergen Language Café',
    ownerName: 'Sigrid Aas',
    ownerEmail: 'sigrid@example.org',
    locale: 'en-US',
    grant: { rooms: 5, people: 6, meetingsAtOnce: 2, peopleAtOnce: 40, recordingGb: 5 } satisfies Grant,
  },
} as const;

/** Who the sample vendor is on its invoices. */
const demoVendorOnPaper = {
  legalName: 'Fjord Meetings AS',
  street: 'Strandgaten 18',
  postcode: '5013',
  city: 'Bergen',
  country: 'NO',
  email: 'billing@fjord.example.org',
  vatId: 'NO923609016MVA',
  taxNumber: null,
  registration: null,
  regime: 'outside-eu',
  oss: 'off',
  ownRates: { NO: 25_000 },
  iban: 'NO9386011117947',
  bic: 'DNBANOKK',
  holder: 'Fjord Meetings AS',
  instructions: '',
  currency: 'EUR',
  zone: 'Europe/Oslo',
  seriesPrefix: 'FM',
  dueDays: 14,
  trustDays: 0,
  footer: '',
  cards: false,
} as const;

/** Two accounts that agreed to share rooms: each by its first person. `taken` rooms are open to everybody there, the others wait for an answer. */
export const demoPartners = {
  accounts: ['Nordlicht School', 'Hafen Music School'],
  offers: [
    { by: 'Hafen Music School', room: 'Open rehearsal', role: 'participant', answer: 'taken' },
    { by: 'Hafen Music School', room: 'Violin lessons', role: 'participant', answer: 'open' },
    { by: 'Nordlicht School', room: 'Choir', role: 'participant', answer: 'taken' },
  ],
} as const;

/** Accounts that were made, by name: their first person and their rooms' ids by name. */
export type FilledAccounts = ReadonlyMap<
  string,
  { actor: UserActor; people: readonly UserActor[]; rooms: ReadonlyMap<string, string> }
>;
type DemoTools = { as: (actor: UserActor) => Ctx };

/** Gives the vendor its pool and its look. Comes before its customers, who hold parts of the pool. */
export async function fillVendor({ as }: DemoTools, who: { operator: UserActor; vendor: UserActor }): Promise<void> {
  const { pool, contractVersion, look } = demoVendor;
  const id = who.vendor.accountId;
  const { revision } = await get(as(who.operator), id);
  await edit(as(who.operator), { id, body: { pool, contractVersion, revision } });
  await setBrand(as(who.vendor), { ...look, revision: (await brand(as(who.vendor))).revision });
}

/** Part of the list price that the sample vendor owes for it, in hundredths, and what it asks on top of the list price. */
const demoTerms = { owes: 70n, asks: 110n } as const;
/** The sample vendor sells in its own name: floors for what the operator sells, and some of it at prices of its own. Comes after the plans. */
export async function fillResale(
  { ctx, as }: DemoTools & { ctx: Ctx },
  who: { operator: UserActor; vendor: UserActor },
): Promise<void> {
  const { accountId: id } = who.vendor;
  await seedSeller(ctx, { ...demoVendorOnPaper, accountId: id });
  const terms = { model: 'wholesale' as const, rate: null, lockDays: 30, revision: null };
  const { plans } = await setTerms(as(who.operator), { id, body: terms });
  const partOf = (amount: number | null, hundredths: bigint) =>
    amount === null ? null : Number(portion(BigInt(amount), hundredths, 100n));
  const inEuros = plans.map((plan) => ({ ...plan, prices: plan.prices.filter((price) => price.currency === 'EUR') }));
  const floors = inEuros.flatMap(({ planId, version, prices }) =>
    prices.map(({ currency, period, amount, seatAmount, minuteAmount }) => ({
      ...{ planId, version, currency, period },
      ...{ amount: partOf(amount, demoTerms.owes), seatAmount: partOf(seatAmount, demoTerms.owes) },
      minuteAmount: partOf(minuteAmount, demoTerms.owes),
    })),
  );
  await setFloors(as(who.operator), { id, body: { floors } });
  // two plans, and one of each of what is bought with them
  const handed = [
    ...inEuros.slice(0, 2),
    ...['addon', 'pass'].flatMap((kind) => inEuros.find((plan) => plan.kind === kind) ?? []),
  ];
  for (const { planId, name, prices } of handed) {
    const asked = prices.map(({ currency, period, amount, seatAmount, minuteAmount }) => ({
      ...{ currency, period, amount: partOf(amount, demoTerms.asks) ?? amount, seatAmount: partOf(seatAmount, demoTerms.asks) },
      minuteAmount: partOf(minuteAmount, demoTerms.asks),
    }));
    await sellOn(as(who.vendor), { planId, body: { name: `Fjord ${name}`, onSale: true, trialDays: 0, prices: asked } });
  }
}

/** An invitation that nobody has answered yet. */
export async function askCustomer({ as }: DemoTools, vendor: UserActor): Promise<void> {
  await addCustomer(as(vendor), demoVendor.asked);
}

/** Makes the two accounts partners and lets them offer rooms to each other. */
export async function shareRooms({ as }: DemoTools, filled: FilledAccounts): Promise<void> {
  const [one, other] = demoPartners.accounts.map((name) => filled.get(name));
  if (one === undefined || other === undefined) return;
  await ask(as(one.actor), (await partners(as(other.actor))).code);
  for (const { id } of (await partners(as(other.actor))).items) await accept(as(other.actor), id);
  for (const { by, room, role, answer: answered } of demoPartners.offers) {
    const [giver, taker] = filled.get(by) === one ? [one, other] : [other, one];
    const { id } = await offer(as(giver.actor), { roomId: giver.rooms.get(room) ?? '', to: taker.actor.accountId, role });
    if (answered === 'taken') await answer(as(taker.actor), { id, body: { state: 'accepted', who: 'everyone', people: [] } });
  }
}
