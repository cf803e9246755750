-- sales/billing: pages of the card provider on which somebody stores a card for later
create table card_setups (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- the provider's name for it; null until it answered
  ref text unique,
  state text not null check (state in ('open', 'stored', 'given_up')),
  method_id uuid references payment_methods (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index card_setups_of on card_setups (account_id, id);
create index card_setups_open on card_setups (changed_at) where state = 'open';
alter table card_setups enable row level security;
create policy system_all on card_setups to ${system} using (true) with check (true);
create policy own_account on card_setups for select to ${app} using (account_id = current_account());
grant select on card_setups to ${app};
grant select, insert, update, delete on card_setups to ${system};
