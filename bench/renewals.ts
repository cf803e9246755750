/**
 * The night in which many subscriptions are due: a sample of them, while 1 000 and while 100 000 are, beside as many plain rows of
 * invoices; `BENCH_RENEWALS=all` renews all of the 100 000.
 */
import type pg from 'pg';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { BATCH, runBatch } from '#sales/billing/server/engine.service.ts';
import { residentMb } from './callers.ts';
import type { Building } from './endpoint-stage.ts';
import { idSql } from './lists.ts';
import { type BenchLine, lineOf } from './report.ts';

const sizes = [1_000, 100_000] as const;
const sample = 800;
/** A subscription among the most may take so many times as long as one among the fewest. */
const flat = 1.3;

type Catalogue = { seller: string; plan: string };

async function fillCatalogue({ owner, customer }: Building): Promise<Catalogue> {
  const { accountId: seller } = await customer('seller');
  const plan = newId();
  await owner.query("update accounts set kind = 'operator' where id = $1", [seller]);
  await owner.query(
    `insert into billing_sellers (account_id, legal_name, street, postcode, city, country, email, vat_id, tax_number, registration, regime, oss, own_rates, iban, bic, holder, instructions, currency, zone, series_prefix, due_days, trust_days, footer, revision, changed_at)
     values ($1, 'Atrium Hosting GmbH', 'Speersort 8', '20095', 'Hamburg', 'DE', 'billing@atrium.example', 'DE136695976', null, null, 'standard', 'on', '{}', 'DE89370400440532013000', 'COBADEFFXXX', 'Atrium Hosting GmbH', '', 'EUR', 'Europe/Berlin', '', 14, 0, '', 1, now())`,
    [seller],
  );
  await owner.query(
    "insert into plans (id, seller_id, kind, code, name, visibility, position, version, created_at) values ($1, $2, 'base', 'team', 'Team 60', 'public', 1, 1, now())",
    [plan, seller],
  );
  await owner.query(
    `insert into plan_versions (plan_id, version, entitlements, trial_days, created_at) values ($1, 1, '{"rooms": 10, "meetingsAtOnce": 10}', 0, now())`,
    [plan],
  );
  await owner.query(
    "insert into plan_prices (plan_id, version, currency, period, amount, setup_fee, inclusive) values ($1, 1, 'EUR', 'month', 2900, 0, false)",
    [plan],
  );
  return { seller, plan };
}

/** Accounts with a profile and a subscription that is due, from number `from` on. */
async function fillDue(owner: pg.Client, { seller, plan }: Catalogue, of: { from: number; to: number }): Promise<void> {
  const numbers = [of.from, of.to - 1];
  const account = idSql('n', 'a0');
  await owner.query(
    `insert into accounts (id, kind, name, state) select ${account}, 'customer', 'School ' || n, 'active' from generate_series($1::bigint, $2::bigint) n`,
    numbers,
  );
  await owner.query(
    `insert into billing_profiles (account_id, organisation, street, postcode, city, country, email, buyer, order_number, buyer_reference, revision, changed_at)
     select ${account}, 'School ' || n, 'Lindenallee ' || n, '22087', 'Hamburg', 'DE', 'school-' || n || '@example.org', 'business', '', '', 1, now()
     from generate_series($1::bigint, $2::bigint) n`,
    numbers,
  );
  await owner.query(
    `insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, period_start, period_end, pay_by, next_at, state_since, created_at)
     select ${idSql('n', 'b0')}, ${account}, $3, 'base', 'active', $4, 1, 'EUR', 'month', due.at - interval '1 month', due.at - interval '1 month', due.at, 'transfer', due.at, due.at - interval '1 month', due.at - interval '1 month'
     from generate_series($1::bigint, $2::bigint) n, (select date_trunc('hour', now()) - interval '1 hour' as at) due`,
    [...numbers, seller, plan],
  );
  await owner.query(
    `insert into subscription_periods (subscription_id, starts_at, ends_at) select id, period_start, period_end from subscriptions where id in
       (select ${idSql('n', 'b0')} from generate_series($1::bigint, $2::bigint) n)`,
    numbers,
  );
  await owner.query('vacuum analyze');
}

/** Milliseconds for each of `count` subscriptions that are due. */
async function renewed(ctx: Ctx, count: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  while (done < count) {
    const some = await runBatch(ctx);
    if (some === 0) throw new Error(`only ${done} subscriptions were due`);
    done += some;
  }
  return (performance.now() - began) / done;
}

/** Milliseconds for each row of as many copies of one invoice, written in batches as large as the engine's. */
async function plainRows(ctx: Ctx, owner: pg.Client, count: number): Promise<number> {
  await owner.query('create table plain_invoices (like invoices including defaults including generated including indexes)');
  await owner.query('grant insert on plain_invoices to public');
  const { rows } = await owner.query<{ row: Record<string, unknown> }>(
    "select to_jsonb(i) - 'remaining' as row from invoices i where number is not null limit 1",
  );
  const columns = Object.keys(rows[0]?.row ?? {}).join(', ');
  const began = performance.now();
  for (let at = 0; at < count; at += BATCH) {
    await owner.query('begin');
    for (let one = at; one < at + BATCH; one++)
      await owner.query(
        `insert into plain_invoices (${columns}) select ${columns} from jsonb_populate_record(null::plain_invoices, $1::jsonb)`,
        [
          JSON.stringify({
            ...rows[0]?.row,
            id: newId(ctx.now()),
            number: `P-${one}`,
            reference: `P-${one}`,
            serial: one + 1_000_000,
            subscription_id: null,
          }),
        ],
      );
    await owner.query('commit');
  }
  return (performance.now() - began) / count;
}

/** Leaves the invoices behind, without their files. */
export async function measureRenewals(to: Building): Promise<BenchLine[]> {
  const { ctx, owner } = to;
  const catalogue = await fillCatalogue(to);
  const lines: BenchLine[] = [];
  const costs: number[] = [];
  let filled = 0;
  for (const size of sizes) {
    await fillDue(owner, catalogue, { from: filled, to: filled + size });
    filled += size;
    // a first batch warms up what is measured
    await runBatch(ctx);
    const count = size === sizes[1] && process.env['BENCH_RENEWALS'] === 'all' ? size - BATCH : sample;
    const cost = await renewed(ctx, count);
    costs.push(cost);
    lines.push(lineOf(`renewals while ${size} are due: subscriptions per second`, 1000 / cost, { unit: '/s' }));
    lines.push(lineOf(`renewals while ${size} are due: memory of the process`, residentMb(process.pid), { unit: 'MB' }));
  }
  const numbered = await owner.query<{ n: number }>('select count(*)::int as n from invoices where number is not null');
  if ((numbered.rows[0]?.n ?? 0) < 2 * sample) throw new Error('not every renewal wrote an invoice');
  const plain = await plainRows(ctx, owner, sample);
  const [few = 0, many = 0] = costs;
  return [
    ...lines,
    lineOf('renewals: plain rows of invoices per second', 1000 / plain, { unit: '/s' }),
    lineOf('renewals: one renewal in plain rows', many / plain, { unit: 'rows' }),
    lineOf('renewals: one of 100 000 against one of 1 000', many / few, { unit: 'ratio', atMost: flat }),
  ];
}
