-- operate/ownership: what an account left behind whose plan ended because nobody paid, until it is erased ------------------------

-- One row for each time that its people were told; it ends by being stopped or by the erasure.
create table data_ends (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- the one that ended
  subscription_id uuid not null references subscriptions (id),
  state text not null check (state in ('warned', 'closing', 'stopped', 'erased')),
  -- from when on the days are counted
  counted_from timestamptz not null,
  first_told_at timestamptz not null,
  last_told_at timestamptz,
  -- not before then is the account closed
  close_at timestamptz not null,
  closed_at timestamptz,
  closing_id uuid references account_closings (id),
  ended_at timestamptz,
  -- of one that was stopped: a word of the rules
  why text,
  -- nobody is closed without two words, the last one at least a week before
  constraint data_ends_told check (closed_at is null or (last_told_at is not null and closed_at >= last_told_at + interval '7 days')),
  constraint data_ends_closed check ((closed_at is null) = (closing_id is null)),
  constraint data_ends_ended check ((ended_at is not null) = (state in ('stopped', 'erased')) and (why is not null) = (state = 'stopped'))
);
create unique index data_ends_open on data_ends (account_id) where state in ('warned', 'closing');
create index data_ends_of on data_ends (account_id, id desc);

-- Accounts that nothing erases, by the operator's word.
create table data_holds (
  account_id uuid primary key references accounts (id),
  reason text not null check (length(reason) between 3 and 500),
  held_by uuid not null references users (id),
  held_at timestamptz not null
);

alter table data_ends enable row level security;
create policy system_all on data_ends to ${system} using (true) with check (true);
create policy own_account on data_ends for select to ${app} using (account_id = current_account());
grant select, insert, update on data_ends to ${system};
grant select on data_ends to ${app};
-- what the operator notes about a customer is not the customer's to read
alter table data_holds enable row level security;
create policy system_all on data_holds to ${system} using (true) with check (true);
grant select, insert, update, delete on data_holds to ${system};

-- Bases that ended, by account: which was the last.
create index subscriptions_ended on subscriptions (ended_at, id) where kind = 'base' and state = 'canceled';
