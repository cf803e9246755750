-- sales/plans: what an operator offers -------------------------------------------------------------------------------------
create table plans (
  id uuid primary key,
  -- whose offer it is: the operator's account
  seller_id uuid not null references accounts (id),
  -- pass: for some hours, on top of any plan
  kind text not null check (kind in ('base', 'addon', 'pass')),
  -- in links and for programs; never used again
  code text not null check (code ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'),
  name text not null check (length(name) between 1 and 80),
  summary text not null default '' check (length(summary) <= 200),
  -- name and summary in other languages: {"de": {"name": "…", "summary": "…"}}
  words jsonb not null default '{}',
  visibility text not null check (visibility in ('public', 'private', 'archived')),
  position integer not null,
  -- the newest; what is sold from now on
  version integer not null check (version >= 1),
  revision integer not null default 1,
  created_at timestamptz not null,
  unique (seller_id, code)
);
create index plans_order on plans (seller_id, position, id);

-- What was sold is never changed: another price or limit is another version.
create table plan_versions (
  plan_id uuid not null references plans (id),
  version integer not null check (version >= 1),
  -- what it allows, or for an add-on what it adds; null = no limit
  entitlements jsonb not null,
  trial_days integer not null default 0 check (trial_days between 0 and 365),
  -- whether a trial begins only with a way to pay
  trial_needs_method boolean not null default false,
  -- of a pass
  hours integer check (hours between 1 and 8784),
  -- which limit one more seat raises by one, and how many may be added
  seat_key text,
  seat_most integer check (seat_most between 1 and 1000000),
  -- days from the due date to each step; null = the product's own
  dunning jsonb,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  primary key (plan_id, version)
);

create table plan_prices (
  plan_id uuid not null,
  version integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  period text not null check (period in ('month', 'year', 'once')),
  -- minor units
  amount bigint not null check (amount between 0 and 1000000000000),
  setup_fee bigint not null default 0 check (setup_fee between 0 and 1000000000000),
  -- of one more seat for one period
  seat_amount bigint check (seat_amount between 0 and 1000000000000),
  -- whether tax is in these amounts
  inclusive boolean not null,
  primary key (plan_id, version, currency, period),
  foreign key (plan_id, version) references plan_versions (plan_id, version)
);

create table coupons (
  id uuid primary key,
  seller_id uuid not null references accounts (id),
  code text not null check (code = upper(code) and length(code) between 3 and 40),
  -- thousandths of a percent, or an amount in one currency
  thousandths integer check (thousandths between 1 and 100000),
  amount bigint check (amount between 1 and 1000000000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- for how many periods; null = for ever
  periods integer check (periods between 1 and 120),
  -- how often it may be used, and was; the last use and the first above it cannot both happen
  most integer check (most between 1 and 10000000),
  used integer not null default 0 check (used >= 0 and (most is null or used <= most)),
  -- null = for every plan
  plan_ids uuid[],
  expires_at timestamptz,
  stopped_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  unique (seller_id, code),
  check ((thousandths is null) <> (amount is null) and (amount is null) = (currency is null))
);
create index coupons_newest on coupons (seller_id, id desc);

create function never_changes() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_kept';
end $$;
create trigger plan_versions_kept before update or delete on plan_versions for each row
  when (pg_trigger_depth() < 1) execute function never_changes();
create trigger plan_prices_kept before update or delete on plan_prices for each row execute function never_changes();

grant select, insert, update, delete on plans, coupons to ${system};
grant select, insert on plan_versions, plan_prices to ${system};
do $$
declare
  t text;
begin
  foreach t in array array['plans', 'plan_versions', 'plan_prices', 'coupons'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
  end loop;
end $$;
