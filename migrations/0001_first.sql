-- The first tables. `${app}` and `${system}` are the two roles that serve; the owner runs this file.
-- Second wall of tenancy: every table that has an account carries row-level security for the app role; the system role
-- has a policy of its own. Settings are empty strings after a reset, so policies read them through nullif.

create function current_account() returns uuid language sql stable parallel safe as $$ select nullif(current_setting('app.account', true), '')::uuid $$;
create function current_person() returns uuid language sql stable parallel safe as $$ select nullif(current_setting('app.user', true), '')::uuid $$;

create collation if not exists people_order (provider = icu, locale = 'und-u-kn-true');

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table rate_limits (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null,
  blocked boolean not null default false
);
create index rate_limits_resets on rate_limits (resets_at);

create table events (
  id uuid primary key,
  name text not null,
  account_id uuid,
  data jsonb not null,
  at timestamptz not null default now()
);
create index events_at on events (at);

-- core/accounts ---------------------------------------------------------------------------------------------------------
create table accounts (
  id uuid primary key,
  kind text not null check (kind in ('customer', 'vendor', 'operator')),
  name text not null,
  state text not null check (state in ('active', 'pending', 'suspended', 'closed')),
  locale text not null default 'en-US',
  time_zone text not null default 'UTC',
  branding jsonb not null default '{}',
  entitlements jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text,
  state text not null check (state in ('active', 'suspended')),
  locale text not null default 'en-US',
  time_zone text not null default 'UTC',
  email_verified_at timestamptz,
  password_changed_at timestamptz,
  terms_version text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table memberships (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('owner', 'admin', 'member', 'staff')),
  permissions text[] not null default '{}',
  state text not null check (state in ('active', 'suspended')),
  created_at timestamptz not null default now(),
  unique (account_id, user_id)
);
create index memberships_user on memberships (user_id);

-- core/audit ------------------------------------------------------------------------------------------------------------
create table audit_entries (
  id uuid primary key,
  account_id uuid,
  actor_kind text not null,
  actor_user_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text,
  data jsonb not null default '{}',
  address text not null default '',
  at timestamptz not null default now()
);
create index audit_entries_account on audit_entries (account_id, id desc);

-- core/outbox -----------------------------------------------------------------------------------------------------------
create table outbox_mails (
  id uuid primary key,
  account_id uuid,
  user_id uuid,
  once_key text unique,
  template text not null,
  recipient text not null,
  locale text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_mails_order on outbox_mails (id desc);
create index outbox_mails_waiting on outbox_mails (created_at) where state = 'queued';

create table notices (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id),
  kind text not null,
  data jsonb not null default '{}',
  link text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notices_user on notices (user_id, id desc);

-- core/identity ---------------------------------------------------------------------------------------------------------
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  account_id uuid not null references accounts (id),
  address text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  hash text primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  successor text
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Tokens of mailed and printed links; only their hash is kept.
create table link_tokens (
  hash text primary key,
  kind text not null check (kind in ('sign-up', 'registration', 'email-change', 'reset', 'invitation', 'first-run')),
  user_id uuid references users (id) on delete cascade,
  email text,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_tokens_user on link_tokens (user_id);
create index link_tokens_expires on link_tokens (expires_at);

create table used_challenges (
  hash text primary key,
  expires_at timestamptz not null
);

-- meet/servers ----------------------------------------------------------------------------------------------------------
create table servers (
  id uuid primary key,
  name text not null unique,
  kind text not null check (kind in ('engine', 'bbb')),
  url text not null,
  secret_sealed text not null,
  state text not null check (state in ('enabled', 'draining', 'disabled', 'retired')),
  health text not null check (health in ('unknown', 'healthy', 'degraded', 'offline')),
  health_reason text,
  direct_join boolean not null default false,
  failures integer not null default 0,
  checked_at timestamptz,
  answered_at timestamptz,
  meetings integer not null default 0,
  people integer not null default 0,
  created_at timestamptz not null default now()
);

-- meet/rooms ------------------------------------------------------------------------------------------------------------
create table rooms (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  owner_id uuid not null references users (id),
  name text not null,
  slug text not null unique,
  welcome text not null default '',
  viewer_code text,
  moderator_code text,
  lobby boolean not null default false,
  anyone_can_start boolean not null default false,
  sign_in_required boolean not null default false,
  mute_on_start boolean not null default true,
  record boolean not null default false,
  max_people integer,
  max_minutes integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_meeting_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid
);
create index rooms_account on rooms (account_id, id desc) where deleted_at is null;
create index rooms_owner on rooms (owner_id) where deleted_at is null;
create index rooms_bin on rooms (account_id, deleted_at desc) where deleted_at is not null;
create index rooms_name on rooms (account_id, name collate people_order, id) where deleted_at is null;

create table room_shares (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  room_id uuid not null references rooms (id) on delete cascade,
  user_id uuid not null references users (id),
  role text not null check (role in ('co-owner', 'moderator', 'participant')),
  state text not null check (state in ('invited', 'accepted', 'declined')),
  invited_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (room_id, user_id)
);
create index room_shares_user on room_shares (user_id, state);

create table room_transfers (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  room_id uuid not null unique references rooms (id) on delete cascade,
  from_user_id uuid not null references users (id),
  to_user_id uuid not null references users (id),
  created_at timestamptz not null default now()
);

-- meet/meetings ---------------------------------------------------------------------------------------------------------
create table meetings (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  room_id uuid references rooms (id) on delete set null,
  server_id uuid references servers (id),
  name text not null,
  state text not null check (state in ('starting', 'live', 'ended', 'failed')),
  internal_id text,
  started_by uuid references users (id),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  first_join_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  people integer not null default 0,
  people_peak integer not null default 0,
  people_total integer not null default 0,
  moderators integer not null default 0,
  recording boolean not null default false,
  missed integer not null default 0,
  polled_at timestamptz
);
create unique index meetings_one_per_room on meetings (room_id) where state in ('starting', 'live');
create index meetings_account on meetings (account_id, id desc);
create index meetings_room on meetings (room_id, id desc);
create index meetings_live on meetings (server_id) where state in ('starting', 'live');

create table attendances (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  meeting_id uuid not null references meetings (id) on delete cascade,
  person_key text not null,
  user_id uuid references users (id),
  name text not null,
  role text not null check (role in ('moderator', 'viewer')),
  joined_at timestamptz not null,
  left_at timestamptz
);
create index attendances_meeting on attendances (meeting_id, joined_at);
create index attendances_left on attendances (left_at);
create unique index attendances_open on attendances (meeting_id, person_key) where left_at is null;

-- Rights and the second wall ----------------------------------------------------------------------------------------------
grant usage on schema public to ${app}, ${system};
grant select, insert, update, delete on all tables in schema public to ${system};
grant select on accounts, users, memberships, sessions, servers, settings to ${app};
grant insert, update on accounts, memberships to ${app};
grant update (name, locale, time_zone, version, password_hash, password_changed_at) on users to ${app};
grant update (ended_at, end_reason) on sessions to ${app};
grant select, insert, update on outbox_mails, notices to ${app};
grant select, insert on audit_entries to ${app};
grant insert on events to ${app};
grant select, insert, update, delete on rooms, room_shares, room_transfers, meetings, attendances to ${app};

do $$
declare t text;
begin
  foreach t in array array['accounts', 'users', 'memberships', 'audit_entries', 'outbox_mails', 'notices', 'sessions', 'rooms', 'room_shares', 'room_transfers', 'meetings', 'attendances', 'events', 'servers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
  end loop;
  foreach t in array array['memberships', 'audit_entries', 'outbox_mails', 'notices', 'events', 'attendances'] loop
    execute format('create policy own_account on %I to ${app} using (account_id = current_account()) with check (account_id = current_account())', t);
  end loop;
end $$;

create policy own_account on accounts to ${app} using (id = current_account()) with check (id = current_account());
create policy own_people on users to ${app} using (
  id = current_person() or exists (select 1 from memberships m where m.user_id = users.id and m.account_id = current_account())
) with check (id = current_person());
create policy own_sessions on sessions to ${app} using (user_id = current_person()) with check (user_id = current_person());

-- A room of another account is visible to the person it is shared with, and to nobody else of that person's account.
create policy own_account on room_shares to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy shared_with_me on room_shares for select to ${app} using (user_id = current_person());
create policy answer_mine on room_shares for update to ${app} using (user_id = current_person()) with check (user_id = current_person());
create policy own_account on rooms to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy shared_with_me on rooms for select to ${app} using (
  id in (select s.room_id from room_shares s where s.user_id = current_person() and s.state in ('invited', 'accepted'))
);
create policy co_owned on rooms for update to ${app} using (
  id in (select s.room_id from room_shares s where s.user_id = current_person() and s.state = 'accepted' and s.role = 'co-owner')
) with check (true);
create policy own_account on room_transfers to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy to_me on room_transfers to ${app} using (to_user_id = current_person());
create policy own_account on meetings to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy of_shared_rooms on meetings for select to ${app} using (
  room_id in (select s.room_id from room_shares s where s.user_id = current_person() and s.state = 'accepted')
);
-- the app role sees no server: placement is the system's
