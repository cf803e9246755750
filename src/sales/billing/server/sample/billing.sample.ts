/**
 * What the sample operator sells, and what the sample school bought of it: a plan by transfer whose first invoices are paid, the next one that
 * waits, and one written by hand that is overdue. Made by the services with a clock that runs through the past. Amounts are minor units.
 */
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import {
  create as writeInvoice,
  finalizeDraft,
  get as invoiceOf,
  list as allInvoices,
  recordPayment,
} from '#sales/billing/server/all-invoices.service.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { makeMissing } from '#sales/billing/server/papers.service.ts';
import { saveProfile } from '#sales/billing/server/parties.service.ts';
import { purchase } from '#sales/billing/server/purchase.service.ts';
import { quote } from '#sales/billing/server/quote.service.ts';
import { remindOfInvoices } from '#sales/billing/server/reminders.service.ts';
import { seedSeller } from '#sales/billing/server/seller-seed.service.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { SampleWorld } from '#kit/server/sample.ts';
import { sellExtras } from './extras.sample.ts';
import { addCoupon } from '#sales/plans/server/coupons.service.ts';
import { create as createPlan } from '#sales/plans/server/plans.service.ts';

const day = 86_400_000;
const zone = 'Europe/Berlin';

const seller = {
  legalName: 'Atrium Hosting GmbH',
  street: 'Speersort 8',
  postcode: '20095',
  city: 'Hamburg',
  country: 'DE',
  email: 'billing@example.org',
  vatId: 'DE136695976',
  taxNumber: null,
  registration: 'HRB 112233, Hamburg',
  regime: 'standard',
  oss: 'on',
  ownRates: {},
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  holder: 'Atrium Hosting GmbH',
  instructions: '',
  currency: 'EUR',
  zone,
  seriesPrefix: '',
  dueDays: 14,
  trustDays: 0,
  footer: '',
} as const;

type SoldPlan = { code: string; name: string; summary: string; eur: number; usd: number; limits: Partial<Entitlements> };
const full: Entitlements = {
  rooms: 20,
  peoplePerMeeting: 60,
  minutesPerMeeting: null,
  meetingsAtOnce: 5,
  people: 20,
  peopleAtOnce: 60,
  callsPerMinute: 600,
  recordingAllowed: true,
  recordingGb: 25,
  recordingDays: null,
  webhooks: 5,
  minutesPerMonth: 60_000,
  minutesBeyond: true,
  groups: 10,
  apiAllowed: true,
  accessKeys: 5,
  branding: true,
  customSlug: true,
  customDomain: false,
  removeFooter: true,
  auditDays: 365,
  analyticsDays: 365,
  libraryGb: 20,
  fileMb: 500,
  filePages: 1_000,
  firstResponseMinutes: 240,
  prioritySupport: false,
  ltiAllowed: true,
  ltiPlatforms: 1,
};
/** Prices of a month; a year costs ten of them. */
export const samplePlans: readonly SoldPlan[] = [
  {
    code: 'team-60',
    name: 'Team 60',
    summary: 'Clubs, small schools',
    eur: 2900,
    usd: 3200,
    limits: { branding: false, customSlug: false, removeFooter: false, auditDays: 90, analyticsDays: 90 },
  },
  {
    code: 'school-150',
    name: 'School 150',
    summary: 'Schools with a learning platform',
    eur: 34_900,
    usd: 38_500,
    limits: {
      rooms: 60,
      peoplePerMeeting: 150,
      meetingsAtOnce: 30,
      people: 40,
      peopleAtOnce: 150,
      recordingGb: 100,
      webhooks: 10,
      minutesPerMonth: 600_000,
      groups: 50,
      accessKeys: 20,
      ltiPlatforms: 3,
      libraryGb: 50,
      customDomain: true,
    },
  },
  {
    code: 'school-300',
    name: 'School 300',
    summary: 'Several sites',
    eur: 59_900,
    usd: 66_000,
    limits: {
      rooms: 120,
      peoplePerMeeting: 300,
      meetingsAtOnce: 60,
      people: 100,
      peopleAtOnce: 300,
      recordingGb: 300,
      callsPerMinute: 6000,
      webhooks: 20,
      minutesPerMonth: null,
      groups: null,
      accessKeys: 50,
      ltiPlatforms: null,
      libraryGb: 100,
      customDomain: true,
      auditDays: null,
      analyticsDays: null,
    },
  },
];
/** Ten per cent off the first year. */
export const sampleCoupon = 'NORD10';

type MoneyTools = Pick<SampleWorld, 'ctx' | 'as'>;
type MoneyActors = { operator: UserActor; customer: UserActor };

async function fillCatalogue({ ctx, as }: MoneyTools, operator: UserActor): Promise<string> {
  await seedSeller(ctx, { ...seller, accountId: operator.accountId });
  const ids = new Map<string, string>();
  for (const { code, name, summary, eur, usd, limits } of samplePlans) {
    const priceIn = (currency: string, period: 'month' | 'year', month: number) => ({
      currency,
      period,
      amount: period === 'year' ? month * 10 : month,
      setupFee: 0,
      seatAmount: period === 'year' ? 1500 : 150,
      minuteAmount: limits.minutesPerMonth === null ? null : 250,
      inclusive: false,
    });
    const { id } = await createPlan(as(operator), {
      kind: 'base',
      code,
      name,
      summary,
      words: {},
      visibility: 'public',
      terms: {
        entitlements: { ...full, ...limits },
        trialDays: 0,
        trialNeedsMethod: false,
        hours: null,
        seatKey: 'peopleAtOnce',
        seatMost: 500,
        dunning: null,
        prices: [
          priceIn('EUR', 'month', eur),
          priceIn('EUR', 'year', eur),
          priceIn('USD', 'month', usd),
          priceIn('USD', 'year', usd),
        ],
      },
    });
    ids.set(code, id);
  }
  await sellExtras(as(operator));
  await addCoupon(as(operator), {
    code: sampleCoupon,
    thousandths: 10_000,
    off: null,
    periods: 1,
    most: null,
    planIds: null,
    expiresAt: null,
  });
  return ids.get('school-150') ?? '';
}

/** The same hands at another time. */
const at = (ctx: Ctx, time: number): Ctx => ({ ...ctx, now: () => time });

/** Takes the money of every open invoice of the account. */
async function payAll(operator: Ctx, accountId: string): Promise<void> {
  const { items } = await allInvoices(operator, { accountId, state: 'open', limit: 100 });
  for (const { id } of items) {
    const { remaining } = await invoiceOf(operator, id);
    const body = { amount: remaining, valueDate: dayIn(operator.now(), zone), bankRef: 'KTO 4711', note: '' };
    await recordPayment(operator, { id, body });
  }
}

async function buyPlan(
  { ctx, as }: MoneyTools,
  { operator, customer }: MoneyActors,
  of: { planId: string; boughtAt: number },
): Promise<void> {
  const { planId, boughtAt } = of;
  const buyer = at(as(customer), boughtAt);
  await saveProfile(buyer, {
    organisation: 'Nordlicht Schulgesellschaft mbH',
    street: 'Lindenallee 14',
    postcode: '22087',
    city: 'Hamburg',
    country: 'DE',
    // what is written about invoices is in her mailbox, too
    email: customer.email,
    buyer: 'business',
    vatId: null,
    orderNumber: 'NL-2026-17',
    buyerReference: '',
    leitwegId: null,
    revision: null,
  });
  const { id: quoteId } = await quote(buyer, { planId, period: 'month', currency: 'EUR', seats: 25 });
  await purchase(buyer, { quoteId, by: 'transfer', terms: true });
  await makeMissing(at(ctx, boughtAt));
  await payAll(at(as(operator), boughtAt + 2 * day), customer.accountId);
}

/** An invoice for something that is no plan, which nobody has paid. */
async function writeByHand({ ctx, as }: MoneyTools, { operator, customer }: MoneyActors, writtenAt: number): Promise<void> {
  const hands = at(as(operator), writtenAt);
  const { id, revision } = await writeInvoice(hands, {
    accountId: customer.accountId,
    currency: 'EUR',
    lines: [{ title: 'Introduction for teachers, half a day', detail: 'Online, up to 30 people', quantity: 1, unit: 39_000 }],
    note: '',
  });
  await finalizeDraft(hands, { id, revision });
  await makeMissing(at(ctx, writtenAt));
}

async function writeMonth(ctx: Ctx, time: number): Promise<void> {
  await runEngine(at(ctx, time));
  await makeMissing(at(ctx, time));
}

/** Fills the operator's catalogue and the customer's two months with it. */
export async function fillSample({ operator, school, ...tools }: SampleWorld): Promise<void> {
  const who = { operator: operator.actor, customer: school.actor };
  const planId = await fillCatalogue(tools, who.operator);
  const now = tools.ctx.now();
  const boughtAt = now - 52 * day;
  await buyPlan(tools, who, { planId, boughtAt });
  // the engine writes the invoice of a month two weeks before that begins
  await writeMonth(tools.ctx, boughtAt + 21 * day);
  await payAll(at(tools.as(who.operator), boughtAt + 26 * day), who.customer.accountId);
  await writeByHand(tools, who, now - 22 * day);
  for (let ago = 12; ago > 0; ago -= 1) await remindOfInvoices(at(tools.ctx, now - ago * day));
  await writeMonth(tools.ctx, now - day);
  await runEngine(tools.ctx);
}
