-- sales/billing: ways to pay that a seller names itself, such as cash or a cheque; money of theirs is seen by a person ----------------

create table manual_methods (
  id uuid primary key,
  seller_id uuid not null references accounts (id),
  kind text not null check (kind in ('cash', 'cheque', 'other')),
  name text not null check (length(name) between 1 and 60),
  -- how to pay, in the seller's words
  instructions text not null default '' check (length(instructions) <= 1000),
  -- whether customers choose it, or it is for writing down what came
  offered text not null check (offered in ('customers', 'recording')),
  -- in the bookkeeper's file; null: by its kind
  account text check (account ~ '^[A-Za-z0-9 ./_-]{1,20}$'),
  archived_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index manual_methods_name on manual_methods (seller_id, lower(name)) where archived_at is null;
alter table manual_methods enable row level security;
create policy system_all on manual_methods to ${system} using (true) with check (true);
grant select, insert, update on manual_methods to ${system};

-- They wait and are booked as transfers are. {id, kind, name, instructions, account} as they were when it was chosen, so that what is written stays.
alter table payments
  add column manual jsonb,
  add constraint payments_manual check (manual is null or (provider = 'transfer' and manual ? 'id' and manual ? 'name'));
create index payments_manual on payments (seller_id, id desc) where manual is not null;
-- By which of them the next periods are paid; null: by transfer to the bank.
alter table subscriptions
  add column manual_id uuid references manual_methods (id),
  add constraint subscriptions_manual check (manual_id is null or pay_by = 'transfer');
