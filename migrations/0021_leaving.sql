-- connect/webhooks: addresses of customers' programs that hear what happens in the account -----------------------------------
create table webhooks (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null check (length(name) between 1 and 80),
  url text not null,
  -- names of public events; empty: all of them
  events text[] not null default '{}',
  secret_sealed text not null,
  hint text not null,
  -- after a change of the secret: the one before, which signs as well until then
  old_secret_sealed text,
  old_ends_at timestamptz,
  state text not null check (state in ('on', 'off', 'failed')),
  -- since when nothing was taken any more
  failing_since timestamptz,
  -- on how many days since then something was not taken, and when the last time was
  failing_days integer not null default 0,
  failed_at timestamptz,
  last_taken_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users (id)
);
create index webhooks_account on webhooks (account_id, id desc);
alter table webhooks enable row level security;
create policy system_all on webhooks to ${system} using (true) with check (true);
create policy own_account on webhooks to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on webhooks to ${system};
grant select, insert, delete on webhooks to ${app};
grant update (name, url, events, secret_sealed, hint, old_secret_sealed, old_ends_at, state, failing_since, failing_days, failed_at, last_taken_at) on webhooks to ${app};

alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check check (kind in ('meeting-ended', 'recording-ready', 'analytics', 'hook', 'webhook'));
alter table deliveries
  add column webhook_id uuid references webhooks (id) on delete cascade,
  -- of the public event
  add column event text,
  -- the same for every delivery of one event, so that a receiver can drop what it has already
  add column event_id text,
  -- beginning of the last answer
  add column last_answer text,
  add column last_took_ms integer;
-- an account may have its own sent again
grant update (state, tries, next_at, leased_until, ended_at) on deliveries to ${app};
-- one event goes to one address once, however often its job runs
create unique index deliveries_event on deliveries (webhook_id, event_id) where webhook_id is not null;
create index deliveries_webhook on deliveries (webhook_id, id desc) where webhook_id is not null;

-- Whether anybody of these accounts listens. With the owner's rights: news of a shared room is told by people of another account.
create function accounts_with_webhooks(ids uuid[]) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select distinct account_id from webhooks where state = 'on' and (ids is null or account_id = any (ids)) $$;
revoke execute on function accounts_with_webhooks(uuid[]) from public;
grant execute on function accounts_with_webhooks(uuid[]) to ${app}, ${system};

-- operate/ownership: exports, handing over, closing ----------------------------------------------------------------------------
create table account_exports (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  asked_by uuid not null references users (id),
  with_recordings boolean not null,
  state text not null check (state in ('waiting', 'running', 'ready', 'failed', 'gone')),
  -- of a hundred
  progress integer not null default 0 check (progress between 0 and 100),
  bytes bigint,
  tries integer not null default 0,
  created_at timestamptz not null,
  -- whoever works on it says so every few seconds
  alive_at timestamptz,
  ready_at timestamptz,
  ends_at timestamptz
);
create index account_exports_account on account_exports (account_id, id desc);
create index account_exports_busy on account_exports (created_at) where state in ('waiting', 'running');
create index account_exports_ends on account_exports (ends_at) where state = 'ready';

create table ownership_offers (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  from_user_id uuid not null references users (id),
  to_user_id uuid not null references users (id),
  state text not null check (state in ('offered', 'accepted', 'declined', 'withdrawn', 'ended')),
  created_at timestamptz not null,
  ends_at timestamptz not null,
  answered_at timestamptz,
  constraint ownership_offers_other check (from_user_id <> to_user_id)
);
create unique index ownership_offers_open on ownership_offers (account_id) where state = 'offered';

-- When the closed account is erased; null: it is not waiting for that.
alter table accounts add column erase_at timestamptz;
create index accounts_erase on accounts (erase_at) where erase_at is not null;
create table account_closings (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  asked_by uuid references users (id),
  state text not null check (state in ('waiting', 'undone', 'erasing', 'erased')),
  created_at timestamptz not null,
  erase_at timestamptz not null,
  began_at timestamptz,
  ended_at timestamptz,
  -- what was erased and what stays, in numbers and names of stores
  receipt jsonb not null default '{}'
);
create unique index account_closings_open on account_closings (account_id) where state in ('waiting', 'erasing');

do $$
declare
  t text;
begin
  foreach t in array array['account_exports', 'ownership_offers', 'account_closings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;

-- Nobody who serves changes what was written down. Of an account that was erased only the ids stay, and this alone does it.
create function strip_audit(account uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  update audit_entries set data = '{}', address = ''
    where account_id = account and exists (select 1 from accounts a where a.id = account and a.state = 'closed') $$;
revoke execute on function strip_audit(uuid) from public;
grant execute on function strip_audit(uuid) to ${system};

-- The same for a person who was erased: what stands in no account goes whole, elsewhere their addresses and browsers do.
create function strip_person(person uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  update audit_entries set
      data = case when account_id is null then '{}' else data - 'browser' - 'system' end,
      address = case when actor_user_id is null or actor_user_id = person then '' else address end
    where (actor_user_id = person or (subject_kind = 'user' and subject_id = person::text))
      and exists (select 1 from users u where u.id = person and u.email = 'erased-' || person || '@erased.invalid') $$;
revoke execute on function strip_person(uuid) from public;
grant execute on function strip_person(uuid) to ${system};
