-- meet/presentations: breakout groups that are prepared in a room, and those of its last meeting, one list per room
create table room_groups (
  room_id uuid primary key references rooms (id) on delete cascade,
  account_id uuid not null references accounts (id),
  sets jsonb not null,
  version int not null,
  changed_at timestamptz not null,
  -- the newest meeting that gave its list back
  last_meeting_id uuid
);
create index room_groups_account on room_groups (account_id);
alter table room_groups enable row level security;
create policy system_all on room_groups to ${system} using (true) with check (true);
create policy own_account on room_groups to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on room_groups to ${system};
grant select, insert on room_groups to ${app};
grant update (sets, version, changed_at) on room_groups to ${app};
