-- core/iam: keys of programs for the REST API. Only a hash of each is kept; the prefix is for people to know it by.
create table access_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- who made it; the key acts in this person's name unless it is the account's own
  user_id uuid not null references users (id),
  -- acts in the name of whoever owns the account at the time, so that it outlives its maker
  for_account boolean not null,
  name text not null check (length(name) between 1 and 60),
  prefix text not null,
  hash text not null unique,
  -- names of permissions; what they allow beyond the rights of the person counts for nothing
  scopes text[] not null check (array_length(scopes, 1) between 1 and 60),
  -- addresses and CIDR blocks from which it works; empty = everywhere
  ranges text[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_address text
);
create index access_keys_account on access_keys (account_id, id desc);
create index access_keys_user on access_keys (user_id);
alter table access_keys enable row level security;
create policy system_all on access_keys to ${system} using (true) with check (true);
create policy own_account on access_keys for select to ${app} using (account_id = current_account());
grant select, insert, update, delete on access_keys to ${system};
grant select on access_keys to ${app};

-- kit: answers that are given again to whoever repeats a request with the same Idempotency-Key. `caller` is a person in an account, or a key.
create table repeated_answers (
  caller text not null,
  key text not null,
  fingerprint text not null,
  -- null = it is still being worked on
  status integer,
  -- sealed: an answer may hold what is shown once
  answer text,
  created_at timestamptz not null,
  primary key (caller, key)
);
create index repeated_answers_created on repeated_answers (created_at);
alter table repeated_answers enable row level security;
create policy system_all on repeated_answers to ${system} using (true) with check (true);
grant select, insert, update, delete on repeated_answers to ${system};
