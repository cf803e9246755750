/** A stage for stories of billing: a clock that is moved by hand, one customer in one currency, and a page that tells what was asked and paid. */
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { FactoryWorld } from '#core/accounts/server/accounts.factory.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { money, toDecimal } from '#kit/money.ts';
import type { InvoiceView } from '../../invoices.contract.ts';
import { overlappingPeriods } from '../../impossible.rules.ts';
import { type Api, buildBuyer, buildPlan, pay, type PlanGiven, type Shop, subscribe } from '../billing.factory.ts';
import type { ProfileRow, SellerRow } from '../billing.table.ts';
import { runEngine } from '../engine.service.ts';
import { periodsOf } from '../subscriptions.queries.ts';
import { type Currency, currenciesOfTest } from './currencies.factory.ts';

type World = FactoryWorld & { ctx(actor?: UserActor): Ctx; api(actor?: UserActor): Api; clock: { now(): number } };
/** Prices of a small, a middle and a large plan, in minor units. */
const prices = {
  EUR: { small: 2999n, middle: 5999n, large: 9999n, seat: 150n },
  JPY: { small: 4500n, middle: 9000n, large: 14_999n, seat: 250n },
  KWD: { small: 9375n, middle: 18_755n, large: 31_125n, seat: 465n },
} as const satisfies Record<Currency, unknown>;
export type PlanName = 'small' | 'middle' | 'large';

export type Stage = {
  currency: Currency;
  buyer: UserActor;
  api: Api;
  keeper: Api;
  plans: Record<PlanName, string>;
  /** Goes on day by day to a date, at ten o'clock UTC; the engine runs every day. What is due is paid on its day by default. */
  to(date: string, paying?: 'paying' | 'not paying'): Promise<void>;
  /** The clock alone, as if nothing had run meanwhile. */
  jump(date: string): Promise<void>;
  buy(plan: PlanName | { id: string }, more?: { period?: 'month' | 'year'; seats?: number; coupon?: string }): Promise<string>;
  change(plan: PlanName | { id: string }, more?: { period?: 'month' | 'year'; seats?: number }): Promise<void>;
  /** All that is open. */
  payAll(): Promise<void>;
  /** Epoch milliseconds. */
  now(): number;
  /** Tells the state, when it is another one than before. */
  watch(): Promise<void>;
  record(invoiceId: string, amount: number): Promise<void>;
  invoices(): Promise<InvoiceView[]>;
  revision(): Promise<number>;
  /** In minor units of the stage's currency. */
  amount(of: Record<Currency, number>): number;
  says(line: string): void;
  profile(change: Partial<ProfileRow>): Promise<void>;
  seller(change: Partial<Pick<SellerRow, 'regime' | 'vatId' | 'taxNumber'>>): Promise<void>;
  coupon(code: string, of: { thousandths?: number; amount?: number; periods?: number }): Promise<void>;
  plan(given: PlanGiven): Promise<string>;
  sql(statement: ReturnType<typeof sql>): Promise<void>;
};

const day = 86_400_000;
const dateOf = (at: number | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10));
/** Stands still until it is set. */
const setClock = (place: World, at: number): void => {
  vi.setSystemTime(Date.now() + at - place.clock.now());
};

/** The newest subscription in a few words. */
async function stateOf(place: World, accountId: string): Promise<string> {
  const found = await place.ctx().system.read.execute<{ state: string; name: string; seats: number }>(
    sql`select s.state, p.name, s.seats from subscriptions s join plans p on p.id = s.plan_id
      where s.account_id = ${accountId} order by s.created_at desc, s.id desc limit 1`,
  );
  const [row] = found.rows;
  return row === undefined ? 'none' : `${row.state}, ${row.name}${row.seats > 0 ? ` + ${row.seats}` : ''}`;
}

/** Ten o'clock of the next day on which there is something to do: the engine looks at something, or an invoice is due. */
async function nextMorning(place: World, accountId: string): Promise<number> {
  const found = await place.ctx().system.read.execute<{ at: string | null }>(sql`select least(
    (select min(next_at) from subscriptions where account_id = ${accountId}),
    (select min(due_date)::timestamp at time zone 'UTC' from invoices where account_id = ${accountId} and state = 'open'
      and due_date > ${dateOf(place.clock.now())}::date)) as at`);
  const at = found.rows[0]?.at;
  const tomorrow = (Math.floor(place.clock.now() / day) + 1) * day + 36_000_000;
  if (at == null) return Number.MAX_SAFE_INTEGER;
  const wanted = new Date(at).getTime();
  const morning = Math.floor(wanted / day) * day + 36_000_000;
  return Math.max(tomorrow, morning < wanted ? morning + day : morning);
}

/** An invoice as one reads it. */
function told(invoice: InvoiceView, name: ReadonlyMap<string, string>): string[] {
  const { currency } = invoice;
  const of = (minor: number) => toDecimal(money(BigInt(minor), currency)).padStart(12);
  const refers = invoice.refersTo === null ? '' : ` for ${name.get(invoice.refersTo.id)}`;
  const lines = invoice.lines.map((line) => {
    const span = line.periodStart === null ? '' : `${dateOf(line.periodStart)} to ${dateOf(line.periodEnd)}`;
    const title =
      invoice.refersTo === null ? line.title : line.title.replace(invoice.refersTo.number, name.get(invoice.refersTo.id) ?? '');
    const what = `${title}${line.quantity === 1 ? '' : ` × ${line.quantity}`}`;
    return `    ${line.kind.padEnd(6)} ${what.padEnd(24)}${what.length < 24 ? '' : ' '}${span.padEnd(25)}${of(line.amount)}${line.discount === 0 ? '' : `  less ${of(line.discount).trim()}`}`;
  });
  const taxes = invoice.taxes.map(
    (tax) => `    tax ${tax.category} ${tax.rate / 1000} % of ${of(tax.base).trim()}`.padEnd(60) + of(tax.tax),
  );
  const settled = [
    ['balance', invoice.balanceUsed],
    ['paid', invoice.paid],
    ['set off', invoice.credited],
    ['due', invoice.remaining],
  ] as const;
  const ends = settled.filter(([, minor]) => minor !== 0).map(([what, minor]) => `${what} ${of(minor).trim()}`);
  return [
    `  ${name.get(invoice.id)}${refers}  ${invoice.issueDate}  due ${invoice.dueDate}  ${invoice.cause}, ${invoice.state}`,
    ...lines,
    ...taxes,
    `${'    total'.padEnd(60)}${of(invoice.total)}${ends.length === 0 ? '' : `  (${ends.join(', ')})`}`,
  ];
}

/** All of them in the order in which they came, named by it: numbers follow from what was sold before. */
export function toldAll(all: readonly InvoiceView[]): string[] {
  const counts = { invoice: 0, credit_note: 0 };
  const name = new Map(all.map((one) => [one.id, `${one.kind === 'invoice' ? 'invoice' : 'credit note'} ${++counts[one.kind]}`]));
  return all.flatMap((one) => told(one, name));
}

/** `jobs`: what is queued is done after each run of the engine; without it nothing is charged by itself. */
export type Theatre = { place: World; shop: Shop; jobs?: () => Promise<void> };
type Settings = Pick<Stage, 'profile' | 'seller' | 'coupon' | 'plan' | 'sql' | 'amount'>;
/** What is as it is in a story, changed behind the product's back. */
function settingsOf({ place, shop }: Theatre, { buyer, currency }: { buyer: UserActor; currency: Currency }): Settings {
  const run = (statement: ReturnType<typeof sql>) => place.ctx().system.write(async (tx) => void (await tx.execute(statement)));
  return {
    sql: run,
    amount: (minor) => minor[currency],
    async profile(change) {
      const sets = Object.entries(change).map(([key, value]) => {
        const column = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const given = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
        return sql`${sql.identifier(column)} = ${given}`;
      });
      await run(sql`update billing_profiles set ${sql.join(sets, sql`, `)} where account_id = ${buyer.accountId}`);
    },
    async seller({ regime, vatId = null, taxNumber = null }) {
      await run(sql`update billing_sellers set regime = ${regime}, vat_id = ${vatId}, tax_number = ${taxNumber}`);
    },
    async coupon(code, given) {
      const { thousandths = null, amount = null, periods = null } = given;
      await run(sql`insert into coupons (id, seller_id, code, thousandths, amount, currency, periods, used, revision, created_at)
        values (gen_random_uuid(), ${shop.operator.accountId}, ${code}, ${thousandths}, ${amount}, ${amount === null ? null : currency}, ${periods}, 0, 1, now())`);
    },
    plan: (given) => buildPlan(place, shop, { currency, ...given }),
  };
}

/** The invoices in the order in which they came, and those that are open. */
export function readerOf(api: Api) {
  const invoices = async () => {
    const { items } = await api.invoices.list({ query: { limit: 100 } });
    const all = await Promise.all(items.map((one) => api.invoices.get({ params: { id: one.id } })));
    return all.sort((a, b) => a.createdAt - b.createdAt || (a.number ?? '').localeCompare(b.number ?? ''));
  };
  const open = async () => (await api.invoices.list({ query: { state: 'open' } })).items;
  return { invoices, open };
}

type Buying = Pick<Stage, 'currency' | 'buyer' | 'plans'> & { tick(): Promise<void> };
/** Buying and changing, each paid at once. */
function buyingOf({ place, shop }: Theatre, { currency, buyer, plans, tick }: Buying): Pick<Stage, 'buy' | 'change'> {
  const api = place.api(buyer);
  return {
    async buy(plan, more = {}) {
      const planId = typeof plan === 'string' ? plans[plan] : plan.id;
      const id = await subscribe(place, shop, { buyer, planId, currency, ...more });
      await tick();
      return id;
    },
    async change(plan, { period = 'month', seats = 0 } = {}) {
      const planId = typeof plan === 'string' ? plans[plan] : plan.id;
      const quote = await api.subscriptions.quoteChange({ body: { planId, period, seats } });
      const { invoiceId } = await api.subscriptions.change({ body: { quoteId: quote.id } });
      if (invoiceId !== null) {
        const claim = await api.invoices.get({ params: { id: invoiceId } });
        if (quote.total >= 0 && claim.total !== quote.total) throw new Error(`shown ${quote.total}, charged ${claim.total}`);
        if (claim.state === 'open') await pay(place, shop, invoiceId);
      }
      await tick();
    },
  };
}

async function stageOf({ place, shop, jobs }: Theatre, currency: Currency, story: string[]): Promise<Stage> {
  const price = prices[currency];
  const of = (name: PlanName) =>
    buildPlan(place, shop, {
      name: name.slice(0, 1).toUpperCase() + name.slice(1),
      currency,
      month: price[name],
      year: price[name] * 10n,
      seat: price.seat,
    });
  const plans = { small: await of('small'), middle: await of('middle'), large: await of('large') };
  const buyer = await buildBuyer(place);
  const [api, keeper] = [place.api(buyer), place.api(shop.operator)];
  const ctx = place.ctx();
  const settings = settingsOf({ place, shop }, { buyer, currency });
  const { invoices, open } = readerOf(api);
  let state = '';
  const watch = async () => {
    const is = await stateOf(place, buyer.accountId);
    if (is !== state) story.push(`  ${dateOf(place.clock.now())}  ${is}`);
    state = is;
  };
  const payAll = async () => {
    for (const one of await open()) await pay(place, shop, one.id);
    await watch();
  };
  const tick = async () => {
    setClock(place, place.clock.now() + 1000);
    await watch();
  };
  return {
    currency,
    buyer,
    api,
    keeper,
    plans,
    payAll,
    invoices,
    now: () => place.clock.now(),
    watch,
    async to(date, paying = 'paying') {
      const end = Date.parse(`${date}T10:00:00Z`);
      while (place.clock.now() < end) {
        setClock(place, Math.min(end, await nextMorning(place, buyer.accountId)));
        await runEngine(ctx);
        await jobs?.();
        const due = paying === 'paying' ? (await open()).filter((one) => (one.dueDate ?? '') <= dateOf(place.clock.now())) : [];
        for (const one of due) await pay(place, shop, one.id);
        await watch();
      }
      await watch();
    },
    async jump(date) {
      setClock(place, Date.parse(`${date}T10:00:00Z`));
      await runEngine(ctx);
      await jobs?.();
      await watch();
    },
    ...buyingOf({ place, shop }, { currency, buyer, plans, tick }),
    async record(id, minor) {
      const valueDate = dateOf(place.clock.now());
      await keeper.allInvoices.record({ params: { id }, body: { amount: minor, valueDate, bankRef: '', note: '' } });
      await watch();
    },
    async revision() {
      return (await api.billing.subscription()).subscription?.revision ?? 0;
    },
    says: (line) => void story.push(`  ${dateOf(place.clock.now())}  ${line}`),
    ...settings,
  };
}

export type Story = { start: string; play(stage: Stage): Promise<void> };
/** Plays a story in the currencies of the test from the same day on, and returns its page. It ends with every invoice in its final state. */
export async function play(theatre: Theatre, { start, play: act }: Story): Promise<string> {
  const { place } = theatre;
  const page: string[] = [];
  for (const currency of currenciesOfTest()) {
    setClock(place, Date.parse(`${start}T10:00:00Z`));
    // every story begins on its own day, and those before are over
    await place.ctx().system.write(async (tx) => {
      await tx.execute(sql`update invoice_series set last_date = '2000-01-01'`);
      await tx.execute(sql`update subscriptions set next_at = null`);
    });
    const story: string[] = [];
    const stage = await stageOf(theatre, currency, story);
    await act(stage).finally(() => stage.seller({ regime: 'standard', vatId: 'DE136695976' }));
    const all = await stage.invoices();
    const { balances, subscription } = await stage.api.billing.subscription();
    const spans = subscription === null ? [] : await periodsOf(place.ctx().system.read, subscription.id);
    if (overlappingPeriods(spans.map((one) => ({ start: one.startsAt.getTime(), end: one.endsAt.getTime() }))))
      throw new Error('periods overlap');
    const left = balances.map((one) => toDecimal(money(BigInt(one.amount), one.currency)));
    page.push(currency, ...story, ...toldAll(all), `  balance ${left.join(', ') || '0'}`, '');
  }
  return `${page.join('\n')}`;
}
