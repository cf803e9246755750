-- meet/presentations: the files that a room shows, in order; the first is shown at the start
create table room_presentations (
  room_id uuid not null references rooms (id) on delete cascade,
  file_id uuid not null references library_files (id) on delete cascade,
  account_id uuid not null references accounts (id),
  position int not null,
  primary key (room_id, file_id)
);
create index room_presentations_file on room_presentations (file_id);
create index room_presentations_account on room_presentations (account_id);

-- what a server was asked to load for a meeting, and whether it came for it
create table meeting_presentations (
  meeting_id uuid not null references meetings (id) on delete cascade,
  version_id uuid not null references library_versions (id) on delete cascade,
  file_id uuid not null references library_files (id) on delete cascade,
  account_id uuid not null references accounts (id),
  name text not null,
  position int not null,
  asked_at timestamptz not null,
  -- asked once more, because it had not come
  asked_again_at timestamptz,
  fetched_at timestamptz,
  primary key (meeting_id, version_id)
);
create index meeting_presentations_late on meeting_presentations (asked_at) where fetched_at is null;
create index meeting_presentations_version on meeting_presentations (version_id);
create index meeting_presentations_file on meeting_presentations (file_id);
create index meeting_presentations_account on meeting_presentations (account_id);

alter table room_presentations enable row level security;
alter table meeting_presentations enable row level security;
create policy system_all on room_presentations to ${system} using (true) with check (true);
create policy system_all on meeting_presentations to ${system} using (true) with check (true);
create policy own_account on room_presentations to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy own_account on meeting_presentations to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on room_presentations, meeting_presentations to ${app}, ${system};
