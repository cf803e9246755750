-- How long an account keeps its recordings, and whether a person chose the end of one.
alter table recordings add column keep_own boolean not null default false;
grant update (keep_own) on recordings to ${app};

create table recording_rules (
  account_id uuid primary key references accounts (id),
  -- days; null: for ever
  keep_days integer check (keep_days between 1 and 3650),
  updated_at timestamptz not null default now()
);
alter table recording_rules enable row level security;
create policy system_all on recording_rules to ${system} using (true) with check (true);
create policy own_account on recording_rules to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on recording_rules to ${system};
grant select, insert, delete on recording_rules to ${app};
grant update (keep_days, updated_at) on recording_rules to ${app};

create index recordings_bin on recordings (recycled_at) where state = 'recycled';
