-- sales/billing: what was bought, what was asked for, and what was paid. Amounts are minor units of `currency` -----------------

-- core/accounts: what the plan of an account allows (null: it has none, and `entitlements` counts on top of the standard), and what
-- was given to it on top of its plan. Restricted: running meetings go on, nothing new starts.
alter table accounts
  add column plan_entitlements jsonb,
  add column extra_entitlements jsonb not null default '{}',
  add column service text not null default 'full' check (service in ('full', 'restricted'));

-- Who serves an account can neither give it away, nor make it another kind, nor give it more.
create or replace function account_fixed() returns trigger language plpgsql as $$
begin
  if current_user = trim(both '"' from '${app}') and (new.kind <> old.kind or new.vendor_account_id is distinct from old.vendor_account_id
    or new.entitlements <> old.entitlements or new.plan_entitlements is distinct from old.plan_entitlements
    or new.extra_entitlements <> old.extra_entitlements or new.service <> old.service) then
    raise exception 'not for this role' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Whoever issues invoices: the operator's account.
create table billing_sellers (
  account_id uuid primary key references accounts (id),
  legal_name text not null,
  street text not null default '',
  postcode text not null default '',
  city text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  email text not null default '',
  vat_id text,
  tax_number text,
  -- number in the register of companies
  registration text,
  regime text not null check (regime in ('standard', 'small-business', 'outside-eu')),
  oss text not null check (oss in ('on', 'threshold', 'off')),
  -- rates of the seller's own, by country, in thousandths of a percent
  own_rates jsonb not null default '{}',
  iban text,
  bic text,
  holder text,
  -- how to pay where there is no IBAN
  instructions text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  zone text not null,
  series_prefix text not null default '' check (series_prefix ~ '^[A-Z0-9-]{0,12}$'),
  due_days integer not null default 14 check (due_days between 0 and 90),
  -- whether a first purchase by transfer counts at once, for so many days; 0 = when the money is here
  trust_days integer not null default 0 check (trust_days between 0 and 60),
  footer text not null default '',
  revision integer not null default 1,
  changed_at timestamptz not null
);

-- What stands on the invoices of an account.
create table billing_profiles (
  account_id uuid primary key references accounts (id),
  organisation text not null,
  street text not null,
  postcode text not null,
  city text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  email text not null,
  buyer text not null check (buyer in ('business', 'consumer')),
  vat_id text,
  -- {check, at, requestId, name, address} of the last answer of the checking service
  vat_check jsonb,
  order_number text not null default '',
  buyer_reference text not null default '',
  revision integer not null default 1,
  changed_at timestamptz not null
);

create table payment_methods (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  provider text not null check (provider in ('card')),
  ref text not null,
  brand text not null,
  last4 text not null check (length(last4) <= 4),
  -- YYYY-MM
  expires text,
  first boolean not null default false,
  removed_at timestamptz,
  created_at timestamptz not null,
  unique (provider, ref)
);
create unique index payment_methods_first on payment_methods (account_id) where first and removed_at is null;
create index payment_methods_of on payment_methods (account_id, id) where removed_at is null;

create table provider_customers (
  account_id uuid not null references accounts (id),
  provider text not null,
  ref text not null,
  primary key (account_id, provider),
  unique (provider, ref)
);

create table subscriptions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  kind text not null check (kind in ('base', 'pass')),
  state text not null check (state in ('scheduled', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'restricted', 'paused', 'canceled')),
  plan_id uuid not null,
  version integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  period text not null check (period in ('month', 'year', 'once')),
  seats integer not null default 0 check (seats between 0 and 1000000),
  -- periods are counted from here
  anchor_at timestamptz not null,
  period_number integer not null default 0,
  period_start timestamptz,
  period_end timestamptz,
  trial_end timestamptz,
  cancel_at_end boolean not null default false,
  -- {planId, version, period, seats} from the next period on
  pending jsonb,
  -- {planId, version, period, seats, invoiceId, at, until}: a change that counts once it is paid
  changing jsonb,
  pay_by text not null check (pay_by in ('card', 'transfer', 'none')),
  method_id uuid references payment_methods (id) on delete set null,
  coupon_id uuid references coupons (id),
  -- periods that the coupon still counts for; null = all
  coupon_left integer,
  -- when the engine has to look at it; null = never again
  next_at timestamptz,
  state_since timestamptz not null,
  paused_until timestamptz,
  ended_at timestamptz,
  -- the one that it came after
  previous_id uuid references subscriptions (id),
  revision integer not null default 1,
  created_at timestamptz not null,
  foreign key (plan_id, version) references plan_versions (plan_id, version),
  check (period_start is null or period_start < period_end),
  check ((state in ('incomplete_expired', 'canceled')) = (ended_at is not null))
);
create unique index subscriptions_one_base on subscriptions (account_id)
  where kind = 'base' and state not in ('incomplete_expired', 'canceled');
create index subscriptions_due on subscriptions (next_at, id) where next_at is not null;
create index subscriptions_of on subscriptions (account_id, id desc);
create index subscriptions_state on subscriptions (seller_id, state, id desc);
create index subscriptions_plan on subscriptions (plan_id, version) where state not in ('incomplete_expired', 'canceled');

create table subscription_addons (
  subscription_id uuid not null references subscriptions (id),
  plan_id uuid not null,
  version integer not null,
  quantity integer not null check (quantity between 1 and 100000),
  primary key (subscription_id, plan_id),
  foreign key (plan_id, version) references plan_versions (plan_id, version)
);

create table invoice_series (
  seller_id uuid not null references accounts (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  next integer not null default 1,
  -- issue dates do not run backwards in a series
  last_date date not null,
  primary key (seller_id, kind, year)
);

create table invoices (
  id uuid primary key,
  seller_id uuid not null references accounts (id),
  account_id uuid not null references accounts (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  state text not null check (state in ('draft', 'pending_tax', 'open', 'paid', 'void', 'uncollectible')),
  number text,
  year integer,
  serial integer,
  -- why it was made
  cause text not null check (cause in ('start', 'period', 'change', 'pass', 'manual', 'credit')),
  subscription_id uuid references subscriptions (id),
  period_start timestamptz,
  period_end timestamptz,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  inclusive boolean not null default false,
  issue_date date,
  due_date date,
  -- the midnight at which it becomes overdue
  overdue_at timestamptz,
  lines_total bigint not null default 0,
  discount_total bigint not null default 0,
  net bigint not null default 0,
  tax bigint not null default 0,
  total bigint not null default 0,
  -- succeeded payments less those taken back
  paid bigint not null default 0,
  -- credit notes set off against it
  credited bigint not null default 0,
  -- taken from the balance of the account
  balance_used bigint not null default 0,
  remaining bigint not null generated always as (total - paid - credited - balance_used) stored,
  -- {category, rate, code, reason, evidence}
  tax_facts jsonb,
  -- as they were on the day
  seller jsonb,
  buyer jsonb,
  locale text not null,
  -- what a transfer has to say
  reference text,
  note text not null default '',
  refers_to uuid references invoices (id),
  reason text,
  pdf_sha256 text,
  xml_sha256 text,
  papers_at timestamptz,
  finalized_at timestamptz,
  closed_at timestamptz,
  -- steps of dunning that were done or passed over: [{"id": "3:remind", "on": "2026-11-24"}]
  dunned jsonb not null default '[]',
  revision integer not null default 1,
  created_at timestamptz not null,
  unique (seller_id, kind, year, serial),
  unique (seller_id, number),
  check ((number is null) = (finalized_at is null) and (number is null) = (serial is null)),
  check ((state in ('draft', 'pending_tax')) = (finalized_at is null)),
  check (total >= 0 and paid >= 0 and credited >= 0 and balance_used >= 0 and paid + credited + balance_used <= total),
  check (state <> 'paid' or paid + credited + balance_used = total),
  check (kind = 'invoice' or refers_to is not null)
);
-- one claim for each period; a first one that is paid by transfer has no period before the money is here
create unique index invoices_once on invoices (subscription_id, coalesce(period_start, '-infinity'::timestamptz), cause)
  where subscription_id is not null and cause in ('start', 'period', 'pass') and state <> 'void';
create unique index invoices_reference on invoices (seller_id, reference) where reference is not null;
create index invoices_of on invoices (account_id, id desc);
create index invoices_all on invoices (seller_id, id desc);
create index invoices_state on invoices (seller_id, state, id desc);
create index invoices_overdue on invoices (overdue_at) where state = 'open';
create index invoices_subscription on invoices (subscription_id) where subscription_id is not null;

create table invoice_lines (
  invoice_id uuid not null references invoices (id) on delete cascade,
  position integer not null,
  kind text not null check (kind in ('plan', 'seats', 'addon', 'setup', 'credit', 'charge', 'pass', 'manual')),
  title text not null,
  detail text not null default '',
  quantity bigint not null,
  unit bigint not null,
  amount bigint not null,
  discount bigint not null default 0,
  net bigint not null,
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'O')),
  rate integer not null check (rate between 0 and 100000),
  period_start timestamptz,
  period_end timestamptz,
  -- how the amount came about
  explained jsonb,
  primary key (invoice_id, position)
);
create table invoice_taxes (
  invoice_id uuid not null references invoices (id) on delete cascade,
  category text not null,
  rate integer not null,
  base bigint not null,
  tax bigint not null,
  code text,
  primary key (invoice_id, category, rate)
);

create table subscription_periods (
  subscription_id uuid not null references subscriptions (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  invoice_id uuid references invoices (id),
  primary key (subscription_id, starts_at)
);

create table payments (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  invoice_id uuid not null references invoices (id),
  provider text not null check (provider in ('card', 'transfer', 'none')),
  state text not null check (state in ('created', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled', 'unknown', 'reversed',
    'awaiting_transfer', 'reported', 'rejected', 'expired')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method_id uuid references payment_methods (id) on delete set null,
  -- the provider's name for it
  ref text,
  -- {code, kind: hard | soft | authentication}
  failure jsonb,
  off_session boolean not null default false,
  value_date date,
  bank_ref text,
  note text not null default '',
  -- a file that the payer sent as proof
  proof text,
  settled_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
-- no second one while the first is not decided
create unique index payments_one_open on payments (invoice_id)
  where state in ('created', 'requires_action', 'processing', 'unknown', 'awaiting_transfer', 'reported');
create unique index payments_ref on payments (provider, ref) where ref is not null;
create index payments_of on payments (account_id, id desc);
create index payments_queue on payments (seller_id, id) where state = 'reported';
create index payments_undecided on payments (changed_at) where state in ('created', 'requires_action', 'processing', 'unknown');

-- What the payment provider told us, once each.
create table provider_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  object_id text,
  payment_id uuid,
  received_at timestamptz not null,
  handled_at timestamptz,
  trouble text,
  primary key (provider, event_id)
);
create index provider_events_waiting on provider_events (received_at) where handled_at is null;

-- What an account has to its credit with a seller: the sum of its rows.
create table balance_entries (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  currency text not null,
  amount bigint not null check (amount <> 0),
  cause text not null check (cause in ('overpaid', 'late', 'credit_note', 'proration', 'used', 'given', 'refunded')),
  invoice_id uuid references invoices (id),
  payment_id uuid references payments (id),
  reason text,
  at timestamptz not null
);
-- money for a payment that was given up is booked once
create unique index balance_entries_late on balance_entries (payment_id) where cause = 'late';
create index balance_entries_of on balance_entries (account_id, seller_id, currency, id);

-- Double entry: every move of money twice, and each entry comes to nothing.
create table journal_entries (
  id uuid primary key,
  seller_id uuid not null references accounts (id),
  account_id uuid not null references accounts (id),
  cause text not null,
  invoice_id uuid references invoices (id),
  payment_id uuid references payments (id),
  at timestamptz not null
);
create index journal_entries_of on journal_entries (seller_id, id);
create table journal_lines (
  entry_id uuid not null references journal_entries (id),
  position integer not null,
  ledger text not null check (ledger in ('receivable', 'revenue', 'tax', 'bank', 'card', 'balance', 'loss')),
  currency text not null,
  -- positive: debit
  amount bigint not null check (amount <> 0),
  primary key (entry_id, position)
);
create index journal_lines_ledger on journal_lines (ledger, currency);

-- What happened, for both sides to read. Ids and figures only.
create table billing_events (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  subscription_id uuid references subscriptions (id),
  invoice_id uuid references invoices (id),
  payment_id uuid references payments (id),
  kind text not null,
  from_state text,
  to_state text,
  actor_id uuid,
  reason text,
  data jsonb not null default '{}',
  at timestamptz not null
);
create index billing_events_subscription on billing_events (subscription_id, id) where subscription_id is not null;
create index billing_events_invoice on billing_events (invoice_id, id) where invoice_id is not null;
create index billing_events_account on billing_events (account_id, id desc);

-- A price that was shown and holds for some minutes.
create table billing_quotes (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  purpose text not null check (purpose in ('purchase', 'change')),
  wish jsonb not null,
  result jsonb not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index billing_quotes_old on billing_quotes (expires_at);

-- What is impossible ---------------------------------------------------------------------------------------------------------
create function money_step() returns trigger language plpgsql as $$
declare
  allowed text[];
begin
  if new.state = old.state then return new; end if;
  allowed := case tg_table_name
    when 'subscriptions' then array[
      'scheduled>incomplete', 'scheduled>active', 'scheduled>canceled', 'incomplete>active', 'incomplete>incomplete_expired', 'incomplete>canceled',
      'trialing>active', 'trialing>past_due', 'trialing>paused', 'trialing>canceled', 'active>past_due', 'active>paused', 'active>canceled',
      'past_due>active', 'past_due>restricted', 'past_due>canceled', 'restricted>active', 'restricted>canceled', 'paused>active', 'paused>canceled']
    when 'invoices' then array[
      'draft>pending_tax', 'draft>open', 'draft>paid', 'pending_tax>draft', 'pending_tax>open', 'pending_tax>paid', 'open>paid', 'open>void',
      'open>uncollectible', 'uncollectible>paid', 'uncollectible>void', 'paid>open']
    else array[
      'created>requires_action', 'created>processing', 'created>succeeded', 'created>failed', 'created>canceled', 'created>unknown',
      'unknown>requires_action', 'unknown>processing', 'unknown>succeeded', 'unknown>failed', 'unknown>canceled',
      'requires_action>processing', 'requires_action>succeeded', 'requires_action>failed', 'requires_action>canceled',
      'processing>succeeded', 'processing>failed', 'processing>canceled', 'processing>requires_action', 'succeeded>reversed',
      'awaiting_transfer>reported', 'awaiting_transfer>succeeded', 'awaiting_transfer>expired', 'awaiting_transfer>canceled',
      'reported>succeeded', 'reported>rejected', 'reported>expired']
    end;
  if not (old.state || '>' || new.state = any (allowed)) then
    raise exception '%: % to %', tg_table_name, old.state, new.state using errcode = 'check_violation', constraint = tg_table_name || '_step';
  end if;
  return new;
end $$;
create trigger subscriptions_step before update of state on subscriptions for each row execute function money_step();
create trigger invoices_step before update of state on invoices for each row execute function money_step();
create trigger payments_step before update of state on payments for each row execute function money_step();

create function money_kept() returns trigger language plpgsql as $$
begin
  raise exception '% rows are kept', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_kept';
end $$;
create trigger subscriptions_kept before delete on subscriptions for each row execute function money_kept();
create trigger payments_kept before delete on payments for each row execute function money_kept();
create trigger billing_events_kept before update or delete on billing_events for each row execute function money_kept();
create trigger journal_entries_kept before update or delete on journal_entries for each row execute function money_kept();
create trigger journal_lines_kept before update or delete on journal_lines for each row execute function money_kept();
create trigger balance_entries_kept before update or delete on balance_entries for each row execute function money_kept();

-- A numbered invoice is what it was: only its way to being settled goes on.
create function invoice_frozen() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'paid', 'credited', 'balance_used', 'remaining', 'closed_at', 'dunned', 'revision', 'papers_at', 'pdf_sha256', 'xml_sha256'];
begin
  if tg_op = 'DELETE' then
    if old.finalized_at is not null then raise exception 'a numbered invoice is kept' using errcode = 'check_violation', constraint = 'invoices_frozen'; end if;
    return old;
  end if;
  if old.finalized_at is null then return new; end if;
  if to_jsonb(new) - moving <> to_jsonb(old) - moving
    or (old.pdf_sha256 is not null and new.pdf_sha256 is distinct from old.pdf_sha256)
    or (old.xml_sha256 is not null and new.xml_sha256 is distinct from old.xml_sha256) then
    raise exception 'a numbered invoice never changes' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  if new.state = 'void' and new.paid > 0 then
    raise exception 'what was paid in part is not void' using errcode = 'check_violation', constraint = 'invoices_void_paid';
  end if;
  return new;
end $$;
create trigger invoices_frozen before update or delete on invoices for each row execute function invoice_frozen();
create function invoice_part_frozen() returns trigger language plpgsql as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.invoice_id else new.invoice_id end;
begin
  if exists (select 1 from invoices i where i.id = owner and i.finalized_at is not null) then
    raise exception 'a numbered invoice never changes' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger invoice_lines_frozen before insert or update or delete on invoice_lines for each row execute function invoice_part_frozen();
create trigger invoice_taxes_frozen before insert or update or delete on invoice_taxes for each row execute function invoice_part_frozen();

create function period_overlap() returns trigger language plpgsql as $$
begin
  if exists (select 1 from subscription_periods p where p.subscription_id = new.subscription_id
    and p.starts_at <> new.starts_at and p.starts_at < new.ends_at and new.starts_at < p.ends_at) then
    raise exception 'periods overlap' using errcode = 'exclusion_violation', constraint = 'subscription_periods_overlap';
  end if;
  return new;
end $$;
create trigger subscription_periods_overlap before insert or update on subscription_periods for each row execute function period_overlap();

create function journal_balanced() returns trigger language plpgsql as $$
begin
  if exists (select 1 from journal_lines l where l.entry_id = new.entry_id group by l.currency having sum(l.amount) <> 0) then
    raise exception 'the entry does not come to nothing' using errcode = 'check_violation', constraint = 'journal_balanced';
  end if;
  return null;
end $$;
create constraint trigger journal_balanced after insert on journal_lines deferrable initially deferred for each row execute function journal_balanced();

-- A payment belongs to an invoice that asks for money, in its currency.
create function payment_fits() returns trigger language plpgsql as $$
declare
  asked record;
begin
  select i.state, i.currency, i.account_id, i.seller_id into asked from invoices i where i.id = new.invoice_id;
  if asked.state in ('draft', 'pending_tax', 'void') or asked.currency <> new.currency or asked.account_id <> new.account_id or asked.seller_id <> new.seller_id then
    raise exception 'no such claim' using errcode = 'check_violation', constraint = 'payments_claim';
  end if;
  return new;
end $$;
create trigger payments_claim before insert on payments for each row execute function payment_fits();

-- Rights and the second wall ----------------------------------------------------------------------------------------------
-- Who serves an account reads; money is moved by the system alone.
do $$
declare
  t text;
begin
  foreach t in array array['billing_profiles', 'payment_methods', 'subscriptions', 'invoices', 'payments', 'balance_entries', 'billing_events', 'billing_quotes', 'provider_customers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
  foreach t in array array['billing_sellers', 'invoice_series', 'provider_events', 'journal_entries', 'journal_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
  end loop;
  foreach t in array array['invoice_lines', 'invoice_taxes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (invoice_id in (select i.id from invoices i where i.account_id = current_account()))', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
  foreach t in array array['subscription_addons', 'subscription_periods'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (subscription_id in (select s.id from subscriptions s where s.account_id = current_account()))', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
grant select, insert, update, delete on billing_sellers, billing_profiles, payment_methods, provider_customers, subscription_addons, invoices, invoice_lines, invoice_taxes, billing_quotes, provider_events to ${system};
grant select, insert, update on subscriptions, invoice_series, payments, subscription_periods to ${system};
grant select, insert on balance_entries, journal_entries, journal_lines, billing_events to ${system};
