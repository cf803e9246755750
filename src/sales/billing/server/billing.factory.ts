/** A shop for tests: an operator who sells, plans with prices, and customers who may buy. Amounts are minor units. */
import { sql } from 'drizzle-orm';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import type { FactoryWorld } from '#core/accounts/server/accounts.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import type { Client } from '#kit/contract.ts';
import type { allInvoicesCalls } from '../all-invoices.contract.ts';
import type { billingCalls } from '../billing.contract.ts';
import type { sellerCalls } from '../seller.contract.ts';
import type { DunningDays } from '../dunning.rules.ts';
import type { invoicesCalls } from '../invoices.contract.ts';
import type { methodsCalls } from '../methods.contract.ts';
import type { passesCalls } from '../passes.contract.ts';
import type { subscriptionsCalls } from '../subscriptions.contract.ts';
import type { ProfileRow, SellerRow } from './billing.table.ts';
import { putProfile, putSeller } from './parties.queries.ts';

type Wide = FactoryWorld & { ctx(actor?: UserActor): Ctx };

export type Shop = { operator: UserActor };

/** The operator, set up as a German seller who takes transfers. */
export async function buildShop(place: Wide, change: Partial<SellerRow> = {}): Promise<Shop> {
  const { actor } = await buildOperator(place);
  const ctx = place.ctx();
  await ctx.system.write((tx) =>
    putSeller(
      tx,
      {
        accountId: actor.accountId,
        legalName: 'Atrium Hosting GmbH',
        street: 'Speersort 8',
        postcode: '20095',
        city: 'Hamburg',
        country: 'DE',
        email: 'billing@atrium.example',
        vatId: 'DE136695976',
        taxNumber: null,
        registration: null,
        regime: 'standard',
        oss: 'on',
        ownRates: {},
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        holder: 'Atrium Hosting GmbH',
        instructions: '',
        currency: 'EUR',
        zone: 'Europe/Berlin',
        seriesPrefix: '',
        dueDays: 14,
        trustDays: 0,
        footer: '',
        changedAt: new Date(ctx.now()),
        ...change,
      },
      null,
    ),
  );
  return { operator: { ...actor, scope: scopeFor({ accountKind: 'operator', role: 'owner', permissions: [] }) } };
}

export type PlanGiven = {
  code?: string;
  name?: string;
  currency?: string;
  month?: bigint;
  year?: bigint;
  setupFee?: bigint;
  seat?: bigint;
  trialDays?: number;
  visibility?: 'public' | 'private' | 'archived';
  inclusive?: boolean;
  /** Of a thousand minutes above the included ones. */
  minutes?: bigint;
  entitlements?: Partial<Entitlements>;
  dunning?: DunningDays;
};
/** A plan of everything that is limited, ten of each by default. Returns its id. */
export async function buildPlan(place: Wide, shop: Shop, given: PlanGiven = {}): Promise<string> {
  const id = newId();
  const { currency = 'EUR', month = 2900n, year = 29000n, setupFee = 0n, seat = null } = given;
  const { minutes = null, trialDays = 0, inclusive = false } = given;
  const entitlements: Entitlements = {
    rooms: 10,
    peoplePerMeeting: 10,
    minutesPerMeeting: 600,
    meetingsAtOnce: 10,
    people: 10,
    peopleAtOnce: 60,
    callsPerMinute: 600,
    recordingAllowed: true,
    recordingGb: 10,
    recordingDays: null,
    webhooks: 10,
    minutesPerMonth: null,
    minutesBeyond: false,
    groups: 10,
    apiAllowed: true,
    accessKeys: 10,
    branding: true,
    customSlug: true,
    customDomain: true,
    removeFooter: true,
    auditDays: null,
    analyticsDays: null,
    libraryGb: 10,
    fileMb: 100,
    filePages: 500,
    firstResponseMinutes: 0,
    prioritySupport: false,
    ltiAllowed: true,
    ltiPlatforms: 3,
    ...given.entitlements,
  };
  await place.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into plans (id, seller_id, kind, code, name, visibility, position, version, created_at)
      values (${id}, ${shop.operator.accountId}, 'base', ${given.code ?? `plan-${id.slice(-12)}`}, ${given.name ?? 'Team 60'}, ${given.visibility ?? 'public'}, 1, 1, now())`);
    await tx.execute(sql`insert into plan_versions (plan_id, version, entitlements, trial_days, seat_key, seat_most, dunning, created_at)
      values (${id}, 1, ${JSON.stringify(entitlements)}::jsonb, ${trialDays}, ${seat === null ? null : 'peopleAtOnce'}, ${seat === null ? null : 500}, ${given.dunning === undefined ? null : JSON.stringify(given.dunning)}::jsonb, now())`);
    for (const [period, amount] of [
      ['month', month],
      ['year', year],
    ] as const)
      await tx.execute(sql`insert into plan_prices (plan_id, version, currency, period, amount, setup_fee, seat_amount, inclusive, minute_amount)
        values (${id}, 1, ${currency}, ${period}, ${amount}, ${setupFee}, ${seat}, ${inclusive}, ${minutes})`);
  });
  return id;
}

/** Writes the billing profile of an account: a school in Hamburg by default. */
async function giveProfile(place: Wide, actor: UserActor, change: Partial<ProfileRow> = {}): Promise<void> {
  const ctx = place.ctx();
  await ctx.system.write((tx) =>
    putProfile(
      tx,
      {
        accountId: actor.accountId,
        organisation: 'Nordlicht Schule',
        street: 'Lindenallee 14',
        postcode: '22087',
        city: 'Hamburg',
        country: 'DE',
        email: actor.email,
        buyer: 'business',
        vatId: null,
        vatCheck: null,
        orderNumber: '',
        buyerReference: '',
        changedAt: new Date(ctx.now()),
        ...change,
      },
      null,
    ),
  );
}

/** The owner of a customer account whose invoices go to Hamburg. */
export async function buildBuyer(place: Wide, change: Partial<ProfileRow> = {}): Promise<UserActor> {
  const { actor } = await buildActor(place, { kind: 'customer' });
  await giveProfile(place, actor, change);
  return { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
}

/** The part of the contract that these builders and stories speak. */
export type Api = Client<{
  billing: typeof billingCalls & typeof sellerCalls;
  invoices: typeof invoicesCalls;
  allInvoices: typeof allInvoicesCalls;
  subscriptions: typeof subscriptionsCalls;
  methods: typeof methodsCalls;
  passes: typeof passesCalls;
}>;
type Shopping = Wide & { api(actor?: UserActor): Api; clock: { now(): number } };
/** Money for all that is due of an invoice, seen on the seller's bank account today. */
export async function pay(place: Shopping, shop: Shop, invoiceId: string | null): Promise<void> {
  if (invoiceId === null) throw new Error('there is no invoice to pay');
  const params = { id: invoiceId };
  const { allInvoices } = place.api(shop.operator);
  const { remaining } = await allInvoices.get({ params });
  const valueDate = new Date(place.clock.now()).toISOString().slice(0, 10);
  await allInvoices.record({ params, body: { amount: remaining, valueDate, bankRef: '', note: '' } });
}

export type Bought = {
  buyer: UserActor;
  planId: string;
  period?: 'month' | 'year';
  currency?: string;
  seats?: number;
  coupon?: string;
};
/** A plan that was bought by transfer and is paid. Returns the first invoice. */
export async function subscribe(place: Shopping, shop: Shop, bought: Bought): Promise<string> {
  const { buyer, planId, period = 'month', currency = 'EUR', seats = 0, coupon } = bought;
  const { billing, invoices } = place.api(buyer);
  const quote = await billing.quote({ body: { planId, period, currency, seats, ...(coupon === undefined ? {} : { coupon }) } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const id = invoiceId ?? '';
  if ((await invoices.get({ params: { id } })).state === 'open') await pay(place, shop, id);
  return id;
}

/** Somebody who bought a plan by transfer and has paid next to nothing yet, with a card: one of everything that an account has of money. */
export async function fillMoney(
  place: Wide & { api(actor?: UserActor): Pick<Api, 'billing'> },
  actor: UserActor,
): Promise<{ subscription: string; pass: string; invoice: string; payment: string; method: string }> {
  const shop = await buildShop(place);
  const planId = await buildPlan(place, shop);
  await giveProfile(place, actor);
  const { billing } = place.api(actor);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const bought = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const [method, pass, paid] = [newId(), newId(), newId()];
  await place.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into payment_methods (id, account_id, provider, ref, brand, last4, created_at)
      values (${method}, ${actor.accountId}, 'card', ${method}, 'visa', '4242', now())`);
    await tx.execute(sql`insert into card_setups (id, account_id, ref, state, method_id, created_at, changed_at)
      values (${newId()}, ${actor.accountId}, ${`cs_${method}`}, 'stored', ${method}, now(), now())`);
    await tx.execute(
      sql`insert into provider_customers (account_id, provider, ref) values (${actor.accountId}, 'card', ${method})`,
    );
    // one unit came; the rest is awaited as before
    const copied = (id: string, amount: number) => sql`insert into payments
      select (jsonb_populate_record(p, jsonb_build_object('id', ${id}::text, 'amount', ${amount}::bigint, 'state', 'awaiting_transfer'))).*
      from payments p where p.invoice_id = ${bought.invoiceId} order by p.id limit 1`;
    await tx.execute(sql`update payments set state = 'canceled' where invoice_id = ${bought.invoiceId}`);
    await tx.execute(copied(paid, 1));
    await tx.execute(sql`update payments set state = 'succeeded' where id = ${paid}`);
    await tx.execute(sql`update invoices set paid = 1 where id = ${bought.invoiceId}`);
    await tx.execute(copied(newId(), quote.total - 1));
    const money = sql`${actor.accountId}, ${shop.operator.accountId}, ${bought.invoiceId}, ${paid}`;
    await tx.execute(sql`insert into refunds (id, account_id, seller_id, invoice_id, payment_id, credit_note_id, provider, state, amount, currency, created_at, changed_at)
      values (${newId()}, ${money}, ${bought.invoiceId}, 'transfer', 'created', 1, 'EUR', now(), now())`);
    await tx.execute(sql`insert into disputes (id, account_id, seller_id, invoice_id, payment_id, provider, ref, state, amount, currency, reason, opened_at, changed_at)
      values (${newId()}, ${money}, 'card', ${newId()}, 'won', 1, 'EUR', 'general', now(), now())`);
    await tx.execute(sql`insert into balance_entries (id, account_id, seller_id, currency, amount, cause, at)
      values (${newId()}, ${actor.accountId}, ${shop.operator.accountId}, 'EUR', 100, 'given', now())`);
    await tx.execute(sql`insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, period_number, pay_by, state_since, created_at)
      select ${pass}, account_id, seller_id, 'pass', 'active', plan_id, version, currency, 'once', now(), 0, 'none', now(), now() from subscriptions where id = ${bought.subscriptionId}`);
  });
  return { subscription: bought.subscriptionId, pass, invoice: bought.invoiceId ?? '', payment: paid, method };
}
