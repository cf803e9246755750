-- operate/analytics: what usage counted, taken apart by hour, room, person and server ------------------------------------------------

-- Days of accounts that usage counted since they were taken apart. No key but its own: nobody waits for anybody who adds to it.
create table analytics_due (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null
);

-- The finest grain: who was how long in which meeting in which hour of the account's clock. A day of an account is replaced whole.
create table analytics_hours (
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  meeting_id uuid not null,
  room_id uuid,
  server_id uuid,
  -- as in usage_intervals: nobody's name
  person uuid not null,
  -- milliseconds, so that the parts of a day add up to it
  ms bigint not null check (ms > 0),
  primary key (account_id, day, hour, meeting_id, person)
);
create index analytics_hours_room on analytics_hours (account_id, room_id, day, person);
create index analytics_hours_person on analytics_hours (account_id, person, day);

-- The same by one thing at a time. `key`: the hour, or an id; empty for meetings without a room or server.
create table analytics_rollups (
  account_id uuid not null references accounts (id) on delete cascade,
  by text not null check (by in ('hour', 'room', 'person', 'server')),
  day date not null,
  key text not null,
  meetings integer not null,
  people integer not null,
  ms bigint not null,
  peak integer not null,
  primary key (account_id, by, day, key) include (meetings, ms)
);
create index analytics_rollups_key on analytics_rollups (account_id, by, key, day);
create index analytics_rollups_day on analytics_rollups (by, day) where by = 'server';

-- Questions that people saved. `question`: what was asked; figures are counted again each time, with the rights of the reader.
create table analytics_views (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  question jsonb not null,
  chart text not null,
  shared boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index analytics_views_account on analytics_views (account_id, owner_id);
create index analytics_views_owner on analytics_views (owner_id);

do $$
declare t text;
begin
  foreach t in array array['analytics_due', 'analytics_hours', 'analytics_rollups', 'analytics_views'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
  foreach t in array array['analytics_due', 'analytics_hours', 'analytics_rollups'] loop
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
create policy own_account on analytics_views to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on analytics_views to ${app};

-- Each time that usage counts a day, changed or not: a stay that ends leaves the day's sum as it was counted while it went on. What
-- comes to light after a month was closed is in the parts, too.
create function note_analytics() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into analytics_due (account_id, day) select distinct account_id, day from counted;
  return null;
end $$;
create trigger usage_days_noted after insert on usage_days
  referencing new table as counted for each statement execute function note_analytics();
create trigger usage_days_renoted after update on usage_days
  referencing new table as counted for each statement execute function note_analytics();
create trigger usage_adjustments_noted after insert on usage_adjustments
  referencing new table as counted for each statement execute function note_analytics();

-- The names of people are looked up where they are kept.
create index attendances_person on attendances (account_id, (md5(account_id::text || ' ' || person_key)::uuid), joined_at desc);

-- what was counted before
insert into analytics_due (account_id, day) select account_id, day from usage_days where until_at > now() - interval '120 days' order by day;
