-- meet/usage: what accounts used, day by day in their own time zone -------------------------------------------------------------

-- Who was in which meeting from when to when. Rows are only added; a stay that went on after it was closed gets a second one.
create table usage_intervals (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  source text not null check (source in ('stay')),
  event_id text not null,
  meeting_id uuid not null,
  -- the stay it comes from, which may be deleted before
  stay_id uuid not null,
  -- the same for one person in all meetings of the account, and nobody's name
  person uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  unique (source, event_id)
);
create index usage_intervals_account on usage_intervals (account_id, until_at);
create index usage_intervals_stay on usage_intervals (stay_id, until_at desc);
create index usage_intervals_until on usage_intervals (until_at);

-- Spans of accounts that are not in the days yet. No key but its own: nobody waits for anybody who adds to it.
create table usage_due (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null
);

-- `from_at` and `until_at` are those of the zone that the account had then, so that a day neither overlaps its neighbours nor leaves a gap.
create table usage_days (
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  zone text not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  meetings integer not null check (meetings >= 0),
  people integer not null check (people >= 0),
  seconds bigint not null check (seconds >= 0),
  -- whole minutes: what is shown and billed, and adds up
  minutes bigint generated always as (seconds / 60) stored,
  peak integer not null check (peak >= 0),
  storage_bytes bigint not null check (storage_bytes >= 0),
  counted_at timestamptz not null,
  primary key (account_id, day)
);

-- A month that is over and counted: its days do not change any more.
create table usage_periods (
  account_id uuid not null references accounts (id) on delete cascade,
  -- its first day
  month date not null check (extract(day from month) = 1),
  meetings integer not null,
  minutes bigint not null,
  peak integer not null,
  storage_bytes bigint not null,
  closed_at timestamptz not null,
  primary key (account_id, month)
);

-- What became known of a closed month afterwards; less than nothing when less was used than was counted.
create table usage_adjustments (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  minutes bigint not null check (minutes <> 0),
  noted_at timestamptz not null
);
create index usage_adjustments_account on usage_adjustments (account_id, noted_at);
create index usage_adjustments_day on usage_adjustments (account_id, day);

-- How near an account was to a limit when it was told last; forgotten when its use falls.
create table limit_marks (
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  level text not null check (level in ('near', 'reached')),
  told_at timestamptz not null,
  primary key (account_id, name)
);

-- Of the month that ends at `minutes_until`: what stands beside the limit when a meeting is to start.
alter table account_use
  add column minutes_used bigint not null default 0,
  add column minutes_until timestamptz;

do $$
declare t text;
begin
  foreach t in array array['usage_intervals', 'usage_due', 'usage_days', 'usage_periods', 'usage_adjustments', 'limit_marks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
grant select, insert, delete on usage_intervals, usage_due, usage_adjustments to ${system};
grant select, insert, update, delete on usage_days, usage_periods, limit_marks to ${system};

create function usage_never_changes() returns trigger language plpgsql as $$
begin
  raise exception 'what was measured does not change' using errcode = 'integrity_constraint_violation';
end $$;
create trigger usage_intervals_fixed before update on usage_intervals for each row execute function usage_never_changes();
create trigger usage_adjustments_fixed before update on usage_adjustments for each row execute function usage_never_changes();
create trigger usage_periods_fixed before update on usage_periods for each row execute function usage_never_changes();

-- A zone that this database does not know would hold up the counting of all accounts.
create function usage_zone(zone text) returns text language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- With the owner's rights: stays are written by whoever runs meetings, intervals by nobody else.
create function note_presence() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with closed as (
    select s.id, s.account_id, s.meeting_id, s.left_at,
      md5(s.account_id::text || ' ' || s.person_key)::uuid as person,
      -- a stay that went on after a loss of its server begins where the last one was closed
      coalesce((select max(i.until_at) from usage_intervals i where i.stay_id = s.id), s.joined_at) as from_at
    from stays s where s.left_at is not null),
  noted as (
    insert into usage_intervals (account_id, source, event_id, meeting_id, stay_id, person, from_at, until_at)
    select account_id, 'stay', id || '@' || floor(extract(epoch from from_at) * 1000)::bigint, meeting_id, id, person, from_at, left_at
    from closed where left_at > from_at
    on conflict (source, event_id) do nothing
    returning account_id, from_at, until_at)
  insert into usage_due (account_id, from_at, until_at)
    select account_id, min(from_at), max(until_at) from noted group by account_id;
  return null;
end $$;
create trigger attendances_noted after insert on attendances
  referencing new table as stays for each statement execute function note_presence();
create trigger attendances_closed after update on attendances
  referencing new table as stays for each statement execute function note_presence();

-- what was there before is counted, too
insert into usage_intervals (account_id, source, event_id, meeting_id, stay_id, person, from_at, until_at)
  select a.account_id, 'stay', a.id || '@' || floor(extract(epoch from a.joined_at) * 1000)::bigint, a.meeting_id, a.id,
    md5(a.account_id::text || ' ' || a.person_key)::uuid, a.joined_at, a.left_at
  from attendances a join accounts c on c.id = a.account_id where a.left_at > a.joined_at;
insert into usage_due (account_id, from_at, until_at)
  select account_id, min(from_at), max(until_at) from usage_intervals group by account_id;

-- core/accounts, sales/plans: limits that there were none of before; what was sold holds what everybody held
alter table plan_versions disable trigger user;
update plan_versions v set entitlements = '{"minutesPerMonth": null, "minutesBeyond": false, "groups": 500, "apiAllowed": true, "accessKeys": 50, "branding": true, "customSlug": true, "customDomain": true}'::jsonb || v.entitlements
  from plans p where p.id = v.plan_id and p.kind = 'base';
alter table plan_versions enable trigger user;
update accounts set plan_entitlements = '{"minutesPerMonth": null, "minutesBeyond": false, "groups": 500, "apiAllowed": true, "accessKeys": 50, "branding": true, "customSlug": true, "customDomain": true}'::jsonb || plan_entitlements
  where plan_entitlements is not null;
