-- sales/vendors and sales/resale: on which terms a vendor sells, its prices, what it earns and what it owes. Amounts are minor units ----

-- Who sells under which terms: commission = the operator sells and shares; wholesale = the vendor sells in its own name.
create table vendor_terms (
  account_id uuid primary key references vendors (account_id) on delete cascade,
  model text not null check (model in ('commission', 'wholesale')),
  -- thousandths of a percent of the net that customers paid
  rate integer check (rate between 1 and 100000),
  -- days after the payment in which a refund still takes the commission back
  lock_days integer not null default 30 check (lock_days between 0 and 180),
  revision integer not null default 1,
  changed_at timestamptz not null,
  check ((model = 'commission') = (rate is not null))
);

-- A vendor is paid by transfer alone: cards go through the operator's provider, into the operator's account.
alter table billing_sellers add column cards boolean not null default true;

-- The least a vendor asks for a price of the operator, which is what it owes for it. Without tax.
create table resale_floors (
  account_id uuid not null references accounts (id),
  plan_id uuid not null,
  version integer not null,
  currency text not null,
  period text not null check (period in ('month', 'year')),
  amount bigint not null check (amount between 0 and 1000000000000),
  seat_amount bigint check (seat_amount between 0 and 1000000000000),
  changed_at timestamptz not null,
  primary key (account_id, plan_id, version, currency, period),
  foreign key (plan_id, version, currency, period) references plan_prices (plan_id, version, currency, period)
);

-- Which version of the operator's plan a version of a vendor's plan hands on.
create table resale_versions (
  plan_id uuid not null,
  version integer not null,
  account_id uuid not null references accounts (id),
  source_plan_id uuid not null,
  source_version integer not null,
  primary key (plan_id, version),
  foreign key (plan_id, version) references plan_versions (plan_id, version),
  foreign key (source_plan_id, source_version) references plan_versions (plan_id, version)
);
create index resale_versions_source on resale_versions (account_id, source_plan_id, source_version);

create table resale_statements (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- commission: the operator owes the vendor; wholesale: the vendor owes the operator
  kind text not null check (kind in ('commission', 'wholesale')),
  -- its last day is over; YYYY-MM
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net bigint not null,
  tax bigint not null,
  gross bigint not null check (gross = net + tax),
  -- of a commission: the number of the self-billed invoice, in a series of its own for each vendor
  number text,
  issue_date date not null,
  -- both sides and the tax as they were on the day
  paper jsonb not null default '{}',
  -- of wholesale: the operator's invoice
  invoice_id uuid references invoices (id),
  -- the payout
  paid_on date,
  bank_ref text,
  created_at timestamptz not null,
  unique (account_id, kind, month, currency),
  unique (account_id, number),
  check ((kind = 'wholesale') = (invoice_id is not null)),
  check ((kind = 'commission') = (number is not null)),
  check ((paid_on is null) = (bank_ref is null)),
  check (kind = 'commission' or paid_on is null)
);
create index resale_statements_of on resale_statements (account_id, id desc);

create table resale_series (
  account_id uuid not null references accounts (id),
  year integer not null,
  next integer not null,
  primary key (account_id, year)
);

-- What a vendor earns by a paid invoice of one of its customers, and what was taken back of it (negative).
create table commissions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  customer_id uuid not null references accounts (id),
  invoice_id uuid not null references invoices (id),
  state text not null check (state in ('accrued', 'locked', 'payable', 'paid', 'reversed')),
  rate integer not null check (rate between 1 and 100000),
  -- net of the invoice that it is reckoned from
  base bigint not null,
  amount bigint not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- until then a refund reverses it
  locks_at timestamptz not null,
  statement_id uuid references resale_statements (id),
  created_at timestamptz not null,
  -- nobody earns by what they buy themselves
  constraint commissions_self check (customer_id <> account_id),
  check ((state in ('payable', 'paid')) = (statement_id is not null))
);
create index commissions_invoice on commissions (invoice_id);
create index commissions_of on commissions (account_id, id desc);
create index commissions_due on commissions (locks_at) where state = 'accrued';
create index commissions_locked on commissions (account_id, currency) where state = 'locked';

-- A period of a customer's subscription is charged to its vendor once.
create table resale_charges (
  subscription_id uuid not null references subscriptions (id),
  starts_at timestamptz not null,
  account_id uuid not null references accounts (id),
  statement_id uuid not null references resale_statements (id),
  amount bigint not null,
  currency text not null,
  primary key (subscription_id, starts_at)
);
create index resale_charges_of on resale_charges (account_id, statement_id);

-- What is impossible ---------------------------------------------------------------------------------------------------------
-- A vendor asks for no less than its floor, and only for what it hands on.
create function resale_price() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seller uuid;
  source record;
  least record;
begin
  select p.seller_id into seller from plans p where p.id = new.plan_id;
  if not exists (select 1 from vendors v where v.account_id = seller) then return null; end if;
  select * into source from resale_versions r where r.plan_id = new.plan_id and r.version = new.version and r.account_id = seller;
  if not found then raise exception 'no plan of the operator' using errcode = 'check_violation', constraint = 'resale_source'; end if;
  select * into least from resale_floors f where f.account_id = seller and f.plan_id = source.source_plan_id and f.version = source.source_version
    and f.currency = new.currency and f.period = new.period for share;
  if not found or new.inclusive or new.amount < least.amount
    or (new.seat_amount is not null and (least.seat_amount is null or new.seat_amount < least.seat_amount)) then
    raise exception 'below the floor' using errcode = 'check_violation', constraint = 'resale_floor';
  end if;
  return null;
end $$;
-- at the end of the transaction: a version, its prices and where it comes from are written one after the other
create constraint trigger plan_prices_floor after insert on plan_prices deferrable initially deferred for each row execute function resale_price();

-- A floor that a vendor sells at goes down at any time, and up only to what the vendor asks.
create function resale_floor_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from resale_versions r join plan_prices p on p.plan_id = r.plan_id and p.version = r.version
    where r.account_id = old.account_id and r.source_plan_id = old.plan_id and r.source_version = old.version
      and p.currency = old.currency and p.period = old.period
      and (tg_op = 'DELETE' or p.amount < new.amount or (p.seat_amount is not null and (new.seat_amount is null or p.seat_amount < new.seat_amount)))
  ) then
    raise exception 'the vendor sells at less' using errcode = 'check_violation', constraint = 'resale_floor_held';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger resale_floors_step before update or delete on resale_floors for each row execute function resale_floor_step();

create trigger resale_versions_kept before update or delete on resale_versions for each row execute function never_changes();
create trigger resale_charges_kept before update or delete on resale_charges for each row execute function money_kept();

create function commission_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'commissions are kept' using errcode = 'check_violation', constraint = 'commissions_kept'; end if;
  if to_jsonb(new) - array['state', 'statement_id'] <> to_jsonb(old) - array['state', 'statement_id'] or (new.state <> old.state and (old.state, new.state) not in (
    ('accrued', 'locked'), ('accrued', 'reversed'), ('locked', 'payable'), ('locked', 'reversed'), ('payable', 'paid'))) then
    raise exception 'commission: % to %', old.state, new.state using errcode = 'check_violation', constraint = 'commissions_step';
  end if;
  return new;
end $$;
create trigger commissions_step before update or delete on commissions for each row execute function commission_step();

-- Only for what the customers of the vendor paid to the operator, and no more than the part that was agreed.
create function commission_fits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  claim record;
  held bigint;
begin
  select i.* into claim from invoices i where i.id = new.invoice_id;
  if claim.account_id <> new.customer_id or claim.currency <> new.currency or claim.seller_id = new.account_id or (new.amount > 0 and claim.state <> 'paid') then
    raise exception 'no commission for this' using errcode = 'check_violation', constraint = 'commissions_claim';
  end if;
  select coalesce(sum(c.amount), 0) into held from commissions c where c.invoice_id = new.invoice_id and c.state <> 'reversed';
  if held + new.amount < 0 or held + new.amount > (claim.net * new.rate + 99999) / 100000 then
    raise exception 'more than the part of the net' using errcode = 'check_violation', constraint = 'commissions_part';
  end if;
  return new;
end $$;
create trigger commissions_fits before insert on commissions for each row execute function commission_fits();

-- A statement is what it was; the payout is written on it once.
create function statement_frozen() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - array['paid_on', 'bank_ref'] <> to_jsonb(old) - array['paid_on', 'bank_ref'] or old.paid_on is not null then
    raise exception 'a statement never changes' using errcode = 'check_violation', constraint = 'resale_statements_frozen';
  end if;
  return new;
end $$;
create trigger resale_statements_frozen before update or delete on resale_statements for each row execute function statement_frozen();

-- A card never pays a vendor's own claim.
create function resale_no_card() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.provider = 'card' and exists (select 1 from billing_sellers s where s.account_id = new.seller_id and not s.cards) then
    raise exception 'paid by transfer alone' using errcode = 'check_violation', constraint = 'payments_no_card';
  end if;
  return new;
end $$;
create trigger payments_no_card before insert on payments for each row execute function resale_no_card();

-- The pool cannot be oversold by plans either: what a plan allows counts against it, and ends where the pool does --------------------
-- What one account holds of a thing: what it was given or what its plan allows with what is on top of it, whichever is more.
create function pool_share(given jsonb, plan jsonb, extra jsonb) returns bigint language sql immutable as $$
  select greatest(
    case when jsonb_typeof(given) = 'number' then given::bigint else 1000000000000 end,
    case when jsonb_typeof(plan) = 'number' then plan::bigint when jsonb_typeof(plan) = 'null' then 1000000000000 else 0 end
      + case when jsonb_typeof(extra) = 'number' then extra::bigint else 0 end)
$$;
create or replace function vendor_given(vendor uuid, thing text, without uuid) returns bigint language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(sum(pool_share(a.entitlements -> thing, a.plan_entitlements -> thing, null)), 0)::bigint
    from accounts a where a.vendor_account_id = vendor and (a.state <> 'closed' or a.erase_at is not null) and a.id is distinct from without);
end $$;

-- Caps instead of refusing: what is paid for is booked, and no account ever holds what the pool has not.
create function vendor_plan() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pool jsonb;
  thing text;
  room bigint;
  wish jsonb;
begin
  if new.vendor_account_id is null or new.plan_entitlements is null or (tg_op = 'UPDATE' and new.plan_entitlements is not distinct from old.plan_entitlements) then
    return new;
  end if;
  select v.pool into pool from vendors v where v.account_id = new.vendor_account_id for update;
  if not found then return new; end if;
  foreach thing in array array['rooms', 'people', 'meetingsAtOnce', 'peopleAtOnce', 'recordingGb'] loop
    wish := new.plan_entitlements -> thing;
    continue when jsonb_typeof(pool -> thing) = 'null' or wish is null;
    room := greatest(0, coalesce((pool -> thing)::bigint, 0) - vendor_given(new.vendor_account_id, thing, new.id));
    if jsonb_typeof(wish) <> 'number' or wish::bigint > room then
      new.plan_entitlements := new.plan_entitlements || jsonb_build_object(thing, room);
    end if;
  end loop;
  return new;
end $$;
create trigger accounts_vendor_plan before insert or update of plan_entitlements on accounts for each row execute function vendor_plan();

-- Rights and the second wall ----------------------------------------------------------------------------------------------
do $$
declare
  t text;
begin
  foreach t in array array['vendor_terms', 'resale_floors', 'resale_versions', 'resale_statements', 'resale_series', 'commissions', 'resale_charges'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
grant select, insert, update, delete on vendor_terms, resale_floors to ${system};
grant select, insert on resale_versions, resale_charges to ${system};
grant select, insert, update on resale_statements, resale_series, commissions to ${system};
