-- meet/servers: what an operator says of a server, what the poll knows of it, and its history --------------------------------
alter table servers
  add column state_reason text,
  add column region text,
  add column tags text[] not null default '{}',
  add column pools text[] not null default '{}',
  add column multiplier double precision not null default 1 check (multiplier > 0),
  add column max_meetings integer check (max_meetings > 0),
  add column max_people integer check (max_people > 0),
  add column hash text not null default 'sha256' check (hash in ('sha1', 'sha256', 'sha384', 'sha512')),
  add column bbb_version text,
  add column clock_skew_ms integer,
  add column answer_ms integer,
  add column successes integer not null default 0,
  add column videos integer not null default 0,
  add column voices integer not null default 0,
  add column maintenance jsonb not null default '[]',
  add column note text not null default '',
  add column revision integer not null default 1,
  add column changed_at timestamptz not null default now();

create table server_events (
  id uuid primary key,
  server_id uuid not null references servers (id) on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('added', 'changed', 'state', 'health', 'version', 'panic', 'zombie')),
  was text,
  became text,
  reason text,
  by_user uuid
);
create index server_events_server on server_events (server_id, id desc);

-- Load of each minute, kept for two days, and of each hour, kept for thirteen months.
create table server_samples (
  server_id uuid not null references servers (id) on delete cascade,
  step text not null check (step in ('minute', 'hour')),
  at timestamptz not null,
  health text not null,
  load double precision not null,
  meetings integer not null,
  people integer not null,
  people_peak integer not null,
  voices integer not null,
  videos integer not null,
  primary key (server_id, step, at)
);
create index server_samples_at on server_samples (step, at);

-- meet/meetings: how big it is expected to become (the reservation on its server), and what a customer's client knows it as -----
alter table meetings drop constraint meetings_state_check;
alter table meetings add constraint meetings_state_check check (state in ('starting', 'live', 'detached', 'ended', 'failed'));
alter table meetings
  add column expected_people integer not null default 0,
  add column placed_at timestamptz,
  add column detached_at timestamptz,
  -- the id under which the customer's own program knows the meeting; null for meetings of rooms
  add column external_id text,
  add column parent_id uuid references meetings (id) on delete set null,
  add column secret_id uuid,
  -- the create request as far as answers need it again: passwords sealed, metadata, callbacks of the customer
  add column asked jsonb,
  -- what its server said last about it, as read from getMeetings
  add column said jsonb,
  add column said_at timestamptz;
create unique index meetings_one_per_external on meetings (account_id, external_id) where external_id is not null and state in ('starting', 'live');
create index meetings_external on meetings (account_id, external_id, id desc) where external_id is not null;
create index meetings_internal on meetings (internal_id) where internal_id is not null;
create index meetings_parent on meetings (parent_id) where parent_id is not null;
create index meetings_open on meetings (account_id, id) where state in ('starting', 'live');
create index meetings_detached on meetings (server_id) where state = 'detached';

-- connect/endpoint -----------------------------------------------------------------------------------------------------------
create table endpoints (
  id uuid primary key,
  account_id uuid not null unique references accounts (id),
  -- the part of the address; says nothing about the account
  key text not null unique,
  host text unique,
  host_checked_at timestamptz,
  host_trouble text,
  created_at timestamptz not null default now()
);

create table endpoint_secrets (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  endpoint_id uuid not null references endpoints (id) on delete cascade,
  name text not null,
  secret_sealed text not null,
  hint text not null,
  -- null: every call, every address, the account's own limit
  calls text[],
  ranges text[],
  calls_per_minute integer check (calls_per_minute > 0),
  -- a body must be covered by `bodyHash` in the query
  body_hash boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  replaces uuid references endpoint_secrets (id) on delete set null,
  -- set when a newer one took its place: works until then
  ends_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_address text
);
create index endpoint_secrets_endpoint on endpoint_secrets (endpoint_id);

create table endpoint_calls (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  at timestamptz not null,
  secret_id uuid,
  call text not null,
  method text not null,
  meeting text,
  client text not null,
  address text not null,
  outcome text not null check (outcome in ('answered', 'refused', 'failed')),
  key text,
  reason text,
  took_ms integer not null,
  server_id uuid
);
create index endpoint_calls_account on endpoint_calls (account_id, id desc);
create index endpoint_calls_refused on endpoint_calls (account_id, id desc) where outcome <> 'answered';
create index endpoint_calls_at on endpoint_calls (at);

create table endpoint_hooks (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- BBB's hookID is a number
  number bigint generated always as identity unique,
  secret_id uuid not null references endpoint_secrets (id) on delete cascade,
  callback_url text not null,
  meeting text,
  event_ids text[] not null default '{}',
  raw boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index endpoint_hooks_same on endpoint_hooks (account_id, callback_url, coalesce(meeting, ''));

-- connect/webhooks: what goes out to addresses of customers, with every try --------------------------------------------------
create table deliveries (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  kind text not null check (kind in ('meeting-ended', 'recording-ready', 'analytics', 'hook')),
  subject_id uuid,
  method text not null check (method in ('GET', 'POST')),
  url text not null,
  -- sealed: bodies and headers carry signatures made with the customer's secret
  content_sealed text not null,
  state text not null check (state in ('waiting', 'delivered', 'given-up')),
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  next_at timestamptz,
  ended_at timestamptz,
  last_status integer,
  last_trouble text
);
create index deliveries_account on deliveries (account_id, id desc);
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;

-- meet/recordings ------------------------------------------------------------------------------------------------------------
create table recordings (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- BBB's recordID: internal id of the meeting; unique over all servers
  record_id text not null unique,
  meeting_id uuid references meetings (id) on delete set null,
  room_id uuid references rooms (id) on delete set null,
  owner_id uuid references users (id),
  server_id uuid references servers (id),
  -- the customer's own meetingID; for rooms the meeting's id
  external_id text not null,
  name text not null,
  state text not null check (state in ('capturing', 'processing', 'published', 'unpublished', 'failed', 'recycled', 'deleting', 'deleted')),
  state_before text,
  state_reason text,
  progress double precision,
  visibility text not null default 'account' check (visibility in ('owner', 'account', 'link', 'public')),
  protect boolean not null default false,
  started_at timestamptz not null,
  ended_at timestamptz,
  length_ms bigint not null default 0,
  people integer not null default 0,
  views integer not null default 0,
  bytes bigint not null default 0,
  metadata jsonb not null default '{}',
  formats jsonb not null default '[]',
  -- 'server': files stay on the server that made them; 'here': in our store
  held text not null default 'server' check (held in ('server', 'here')),
  keep_until timestamptz,
  warned_at timestamptz,
  recycled_at timestamptz,
  deleted_at timestamptz,
  ready_told_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index recordings_account on recordings (account_id, started_at desc, id desc) where state <> 'deleted';
create index recordings_external on recordings (account_id, external_id);
create index recordings_record_prefix on recordings (record_id text_pattern_ops);
create index recordings_room on recordings (room_id, started_at desc) where room_id is not null;
create index recordings_owner on recordings (owner_id, started_at desc) where owner_id is not null;
create index recordings_busy on recordings (state) where state in ('capturing', 'processing', 'deleting');
create index recordings_keep on recordings (keep_until) where keep_until is not null and state in ('published', 'unpublished');

create table recording_captions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  recording_id uuid not null references recordings (id) on delete cascade,
  kind text not null check (kind in ('captions', 'subtitles')),
  lang text not null,
  label text not null,
  source text not null,
  file text not null,
  created_at timestamptz not null default now(),
  unique (recording_id, kind, lang)
);

create table recording_links (
  hash text primary key,
  account_id uuid not null references accounts (id),
  recording_id uuid not null references recordings (id) on delete cascade,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index recording_links_recording on recording_links (recording_id);
create index recording_links_expires on recording_links (expires_at);

-- A file on its way from a server: parts arrive in order, so a broken upload goes on where it stopped.
create table recording_uploads (
  id uuid primary key,
  server_id uuid not null references servers (id) on delete cascade,
  record_id text not null,
  format text not null,
  bytes bigint not null,
  received bigint not null default 0,
  sha256 text not null,
  state text not null check (state in ('receiving', 'checking', 'done', 'failed')),
  trouble text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (server_id, record_id, format)
);

-- Rights and the second wall ----------------------------------------------------------------------------------------------
grant select, insert, update, delete on server_events, server_samples, endpoints, endpoint_secrets, endpoint_calls, endpoint_hooks, deliveries, recordings, recording_captions, recording_links, recording_uploads to ${system};
do $$
declare
  t text;
  columns text;
begin
  foreach t in array array['server_events', 'server_samples', 'recording_uploads', 'endpoints', 'endpoint_secrets', 'endpoint_calls', 'endpoint_hooks', 'deliveries', 'recordings', 'recording_captions', 'recording_links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
  end loop;
  foreach t in array array['endpoints', 'endpoint_secrets', 'endpoint_calls', 'endpoint_hooks', 'deliveries', 'recordings', 'recording_captions', 'recording_links'] loop
    execute format('create policy own_account on %I to ${app} using (account_id = current_account()) with check (account_id = current_account())', t);
    execute format('grant select, insert, delete on %I to ${app}', t);
    select string_agg(quote_ident(column_name), ', ') into columns
      from information_schema.columns where table_schema = 'public' and table_name = t and column_name not in ('id', 'account_id', 'created_at');
    execute format('grant update (%s) on %I to ${app}', columns, t);
  end loop;
  -- columns that came to meetings just now
  select string_agg(quote_ident(column_name), ', ') into columns
    from information_schema.columns where table_schema = 'public' and table_name = 'meetings' and column_name not in ('id', 'account_id', 'created_at');
  execute format('grant update (%s) on meetings to ${app}', columns);
end $$;
-- recordings of a room that is shared with a person as co-owner or moderator, or whose owner they are
create policy of_shared_rooms on recordings for select to ${app} using (
  room_id in (select s.room_id from room_shares s where s.user_id = current_person() and s.state = 'accepted')
);
