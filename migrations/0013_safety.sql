-- core/identity: second factors, passkeys, and the proof of who is there. They belong to people, not to accounts,
-- so that only the system's eyes see them.

-- Until when the session may change what lets the person in.
alter table sessions add column proven_until timestamptz;

create table user_totp (
  user_id uuid primary key references users (id) on delete cascade,
  -- sealed
  secret text not null,
  created_at timestamptz not null,
  -- null = the first code has not come yet
  confirmed_at timestamptz,
  -- number of the newest 30-second step whose code was used: none counts twice (RFC 6238 §5.2)
  last_step bigint,
  last_used_at timestamptz
);

-- One salt for the codes of one making, so that a try costs one hash and not ten.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  hash text not null,
  salt text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique,
  -- COSE key, base64url
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- What waits for an answer: the second step of a sign-in, and challenges of passkeys. `session_id` where somebody is signed in.
create table safety_tickets (
  hash text primary key,
  kind text not null check (kind in ('second', 'passkey', 'prove', 'add')),
  user_id uuid references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  challenge text,
  address text not null,
  agent text not null,
  -- the second step follows a passkey that did not check its holder: another touch of it proves nothing new
  after_passkey boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index safety_tickets_expires on safety_tickets (expires_at);
create index safety_tickets_user on safety_tickets (user_id);

-- Pairs of browser and address that a person signed in from; the pair is kept as a hash.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, hash)
);
create index known_devices_seen on known_devices (seen_at);

create index audit_entries_person on audit_entries (subject_id, id desc) where subject_kind = 'user';

do $$
declare
  t text;
begin
  foreach t in array array['user_totp', 'recovery_codes', 'passkeys', 'safety_tickets', 'known_devices'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
