-- sales/exchange: published reference rates, and the tax of invoices in the seller's own currency ------------------------------------

-- What one of `base` is in `currency`, in hundred-millionths.
create table exchange_rates (
  id uuid primary key,
  base text not null check (base ~ '^[A-Z]{3}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> base),
  day date not null,
  rate bigint not null check (rate > 0),
  source text not null check (source in ('ecb', 'own')),
  -- who published it, as the operator names it
  origin text not null default '',
  used_at timestamptz,
  added_by uuid,
  added_at timestamptz not null,
  check ((source = 'own') = (origin <> '')),
  check ((source = 'own') = (added_by is not null))
);
create unique index exchange_rates_one on exchange_rates (base, currency, day, source);
create index exchange_rates_page on exchange_rates (day desc, id desc);
create index exchange_rates_of on exchange_rates (source, day desc, id desc);

-- A rate is what was published; what an invoice rests on stays.
create function exchange_rate_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.source <> 'own' or old.used_at is not null then
      raise exception 'a rate is kept' using errcode = 'check_violation', constraint = 'exchange_rates_kept';
    end if;
    return old;
  end if;
  if to_jsonb(new) - 'used_at' <> to_jsonb(old) - 'used_at' or (old.used_at is not null and new.used_at is distinct from old.used_at) then
    raise exception 'a rate never changes' using errcode = 'check_violation', constraint = 'exchange_rates_kept';
  end if;
  return new;
end $$;
create trigger exchange_rates_kept before update or delete on exchange_rates for each row execute function exchange_rate_kept();

-- One row: whether the rates of the European Central Bank are taken, and how that went last.
create table exchange_settings (
  one boolean primary key default true check (one),
  ecb text not null default 'off' check (ecb in ('off', 'on')),
  taken_at timestamptz,
  failed_at timestamptz,
  failure text,
  revision integer not null,
  changed_at timestamptz not null,
  check ((failed_at is null) = (failure is null))
);

do $$
declare
  t text;
begin
  foreach t in array array['exchange_rates', 'exchange_settings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update (used_at), delete on exchange_rates to ${system};
grant select, insert, update on exchange_settings to ${system};

-- sales/billing: the currency of the seller's books. Null: that of the seller's country, where a rate is known; `none`: no such line.
alter table billing_sellers add column accounting_currency text check (accounting_currency = 'none' or accounting_currency ~ '^[A-Z]{3}$');

-- BT-6 and BT-111 with the rate that they rest on: {day, source, origin, quotes: [{base, currency, rate}]}.
alter table invoices
  add column accounting_currency text,
  add column accounting_tax bigint,
  add column accounting_rate jsonb,
  add constraint invoices_accounting check (
    num_nonnulls(accounting_currency, accounting_tax, accounting_rate) in (0, 3)
    and (accounting_currency is null or (accounting_currency <> currency and tax <> 0)));
create index invoices_foreign on invoices (seller_id, issue_date) where accounting_currency is null and tax <> 0 and finalized_at is not null and currency <> 'EUR';
