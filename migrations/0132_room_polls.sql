-- meet/presentations: polls that are prepared in a room for its meetings, one list per room
create table room_polls (
  room_id uuid primary key references rooms (id) on delete cascade,
  account_id uuid not null references accounts (id),
  polls jsonb not null,
  version int not null,
  changed_at timestamptz not null,
  -- the newest meeting that gave its list back
  last_meeting_id uuid
);
create index room_polls_account on room_polls (account_id);
alter table room_polls enable row level security;
create policy system_all on room_polls to ${system} using (true) with check (true);
create policy own_account on room_polls to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on room_polls to ${system};
grant select, insert on room_polls to ${app};
grant update (polls, version, changed_at) on room_polls to ${app};
