-- sales/plans: what participant minutes above the included ones cost ------------------------------------------------------------

-- Minor units for a thousand minutes, so that no fraction is needed; null: none are charged.
alter table plan_prices add column minute_amount bigint check (minute_amount between 1 and 1000000000000);

-- sales/billing: minutes that were used above what a plan holds ------------------------------------------------------------------

alter table invoices drop constraint invoices_cause_check;
alter table invoices add constraint invoices_cause_check
  check (cause in ('start', 'period', 'change', 'pass', 'manual', 'credit', 'use'));
alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check
  check (kind in ('plan', 'seats', 'addon', 'setup', 'credit', 'charge', 'pass', 'manual', 'minutes'));

-- One row when the month is closed, with the terms of that day; what becomes known of it later is a further row of the difference.
create table minute_charges (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  subscription_id uuid not null references subscriptions (id),
  -- its first day, by the account's calendar
  month date not null check (extract(day from month) = 1),
  -- 0: the month as it was closed
  turn integer not null check (turn >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- whether tax is in the amount
  inclusive boolean not null,
  -- minor units for a thousand minutes
  rate bigint not null check (rate > 0),
  included bigint not null check (included >= 0),
  -- minutes used, those of them above the included ones, and what they cost; of a further row less than nothing when too much was charged
  minutes bigint not null,
  billed bigint not null,
  amount bigint not null,
  -- the one invoice that it stands on; a void one does not count
  invoice_id uuid references invoices (id),
  reckoned_at timestamptz not null,
  unique (subscription_id, month, turn),
  check (turn > 0 or (minutes >= 0 and billed >= 0 and amount >= 0))
);
create index minute_charges_waiting on minute_charges (subscription_id) where invoice_id is null and amount <> 0;
create index minute_charges_invoice on minute_charges (invoice_id);

create function minute_charge_step() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.seller_id, new.subscription_id, new.month, new.turn, new.currency, new.inclusive, new.rate, new.included,
      new.minutes, new.billed, new.amount) is distinct from
     (old.id, old.account_id, old.seller_id, old.subscription_id, old.month, old.turn, old.currency, old.inclusive, old.rate, old.included,
      old.minutes, old.billed, old.amount)
    or (old.invoice_id is not null and old.invoice_id is distinct from new.invoice_id
      and exists (select 1 from invoices i where i.id = old.invoice_id and i.state <> 'void')) then
    raise exception 'minutes are charged once' using errcode = 'check_violation', constraint = 'minute_charges_once';
  end if;
  return new;
end $$;
create trigger minute_charges_once before update on minute_charges for each row execute function minute_charge_step();

grant select, insert, update on minute_charges to ${system};
grant select on minute_charges to ${app};
alter table minute_charges enable row level security;
create policy system_all on minute_charges to ${system} using (true) with check (true);
create policy own_account on minute_charges for select to ${app} using (account_id = current_account());

-- sales/billing: a trial that begins with a card begins when the card is stored, whoever hears of it first ------------------------

-- What was quoted, and for whom: {wish, result, email, locale}.
alter table card_setups add column begins jsonb;
alter table card_setups add column begun text check (begun in ('waiting', 'begun', 'refused'));
alter table card_setups add check ((begins is null) = (begun is null));
create index card_setups_waiting on card_setups (changed_at) where state = 'stored' and begun = 'waiting';
