-- sales/resale: months of vendors that cannot be settled yet, and why ------------------------------------------------------------------

-- One row for each sum that waits; it goes when the month is settled, or nothing waits any more.
create table resale_waits (
  account_id uuid not null references accounts (id),
  kind text not null check (kind in ('commission', 'wholesale')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  reason text not null check (reason in ('vat', 'tax', 'rate', 'paper')),
  since timestamptz not null,
  primary key (account_id, kind, currency)
);
alter table resale_waits enable row level security;
create policy system_all on resale_waits to ${system} using (true) with check (true);
grant select, insert, update, delete on resale_waits to ${system};
