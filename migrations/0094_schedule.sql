-- core/outbox: a part for calendar programs, sealed like the bodies --------------------------------------------------------------
alter table outbox_mails add column body_calendar text;

-- meet/schedule: series of dates, what single dates have of their own, who is invited, and the dates of the time ahead -----------
create table scheduled_meetings (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  room_id uuid not null references rooms (id) on delete cascade,
  title text not null,
  description text not null,
  -- IANA name; start and repeat are what its clocks show
  zone text not null,
  start text not null check (start ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  minutes integer not null check (minutes between 1 and 1440),
  repeat jsonb check (repeat is null or jsonb_typeof(repeat) = 'object'),
  lobby_minutes integer not null check (lobby_minutes between 0 and 60),
  reminder_minutes integer check (reminder_minutes > 0),
  -- of iCalendar: the same in each mail about it, and higher with each change that matters
  uid text not null unique,
  sequence integer not null default 0,
  version integer not null default 1,
  organizer_id uuid references users (id) on delete set null,
  -- up to when its dates are there, and when the last one is over; null: it has no end
  expanded_to timestamptz not null,
  ends_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index scheduled_meetings_room on scheduled_meetings (room_id) where cancelled_at is null;
create index scheduled_meetings_account on scheduled_meetings (account_id);
create index scheduled_meetings_horizon on scheduled_meetings (expanded_to) where cancelled_at is null and repeat is not null;

create table scheduled_exceptions (
  meeting_id uuid not null references scheduled_meetings (id) on delete cascade,
  account_id uuid not null references accounts (id),
  room_id uuid not null references rooms (id) on delete cascade,
  -- the date as its series has it, on the clock of its zone
  recurrence text not null,
  cancelled boolean not null,
  title text,
  description text,
  start text,
  minutes integer,
  primary key (meeting_id, recurrence)
);
create index scheduled_exceptions_account on scheduled_exceptions (account_id);
create index scheduled_exceptions_room on scheduled_exceptions (room_id);

create table scheduled_invitees (
  id uuid primary key,
  meeting_id uuid not null references scheduled_meetings (id) on delete cascade,
  account_id uuid not null references accounts (id),
  room_id uuid not null references rooms (id) on delete cascade,
  email text not null check (email = lower(email)),
  user_id uuid references users (id) on delete set null,
  locale text not null,
  -- whoever knows the account: only they get words that somebody wrote
  known boolean not null,
  answer text not null check (answer in ('none', 'accepted', 'declined', 'tentative')),
  answered_at timestamptz,
  -- SEQUENCE and DTSTAMP of the answer that counts: an older one that comes late changes nothing
  answered_sequence integer,
  answered_stamp timestamptz,
  invited_at timestamptz not null,
  unique (meeting_id, email)
);
create index scheduled_invitees_account on scheduled_invitees (account_id, email);
create index scheduled_invitees_room on scheduled_invitees (room_id);
create index scheduled_invitees_user on scheduled_invitees (user_id);

create table scheduled_dates (
  meeting_id uuid not null references scheduled_meetings (id) on delete cascade,
  recurrence text not null,
  account_id uuid not null references accounts (id),
  room_id uuid not null references rooms (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- null: nobody is reminded, or it was done
  remind_at timestamptz,
  primary key (meeting_id, recurrence)
);
create index scheduled_dates_order on scheduled_dates (starts_at, meeting_id, recurrence);
create index scheduled_dates_account on scheduled_dates (account_id, starts_at, meeting_id, recurrence);
create index scheduled_dates_room on scheduled_dates (room_id, starts_at, meeting_id, recurrence);
create index scheduled_dates_reminders on scheduled_dates (remind_at) where remind_at is not null;

-- secret addresses for calendar programs: only the hash is kept
create table calendar_feeds (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id) on delete cascade,
  -- null: all rooms that the person sees
  room_id uuid references rooms (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  read_at timestamptz,
  reader text
);
create unique index calendar_feeds_one on calendar_feeds (account_id, user_id, coalesce(room_id, '00000000-0000-0000-0000-000000000000'::uuid));
create index calendar_feeds_user on calendar_feeds (user_id);
create index calendar_feeds_room on calendar_feeds (room_id);

do $$
declare
  t text;
begin
  foreach t in array array['scheduled_meetings', 'scheduled_exceptions', 'scheduled_invitees', 'scheduled_dates', 'calendar_feeds'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I to ${app} using (account_id = current_account()) with check (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to ${app}, ${system}', t);
  end loop;
  foreach t in array array['scheduled_meetings', 'scheduled_exceptions', 'scheduled_invitees', 'scheduled_dates'] loop
    execute format('create policy of_shared_rooms on %I for select to ${app} using (
      room_id in (select s.room_id from room_shares s where s.user_id = current_person() and s.state = ''accepted''))', t);
  end loop;
end $$;
