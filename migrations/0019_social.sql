-- core/identity: signing in by other providers. What belongs to people and to half-done sign-ins only the system's eyes see.
create table user_identities (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider text not null,
  -- who somebody is: never the e-mail address (OpenID Connect Core §5.7)
  issuer text not null,
  subject text not null,
  email text,
  -- what the provider's claim of groups said last
  groups text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject)
);
create index user_identities_user on user_identities (user_id, created_at);

-- On the way to a provider and back. `hash` is of the state and of the cookie of the browser that went.
create table social_flows (
  hash text primary key,
  provider text not null,
  intent text not null check (intent in ('sign-in', 'link', 'prove')),
  user_id uuid references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  return_path text not null,
  nonce text not null,
  -- sealed
  verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index social_flows_expires on social_flows (expires_at);

-- Who came back from a provider and has no account linked yet. `hash` is of the browser's cookie.
create table social_arrivals (
  hash text primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  -- the provider vouches for the address
  email_proven boolean not null,
  name text not null,
  groups text[] not null default '{}',
  -- whose account has that address: it is linked once that person signs in
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index social_arrivals_expires on social_arrivals (expires_at);

-- How a session began; null = before this was kept. Whether a second factor was asked stands in `strong`, see 0016.
alter table sessions add column way text check (way in ('password', 'passkey', 'provider'));
-- Which way the first step of a sign-in took.
alter table safety_tickets add column way text check (way in ('password', 'passkey', 'provider'));

-- core/accounts: what an account asks of everybody who acts in it. No row = the standard.
create table account_policies (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- from when on a second factor is needed; null = it is not
  second_factor_from timestamptz,
  grace_days integer not null,
  password_min integer not null check (password_min between 8 and 64),
  -- null = no limit of the account's own
  idle_minutes integer check (idle_minutes between 5 and 43200),
  session_hours integer check (session_hours between 1 and 2160),
  ways text[] not null check (cardinality(ways) > 0),
  version integer not null,
  updated_at timestamptz not null
);

do $$
declare
  t text;
begin
  foreach t in array array['user_identities', 'social_flows', 'social_arrivals', 'account_policies'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
-- nobody who serves an account writes its rules: they are changed with the system's eyes, after a proof
create policy own_account on account_policies for select to ${app} using (account_id = current_account());
grant select on account_policies to ${app};
