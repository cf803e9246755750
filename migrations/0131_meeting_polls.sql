-- meet/meetings: what was asked in a meeting, as its server sent it with the attendance; erased with it
create table meeting_polls (
  meeting_id uuid not null references meetings (id) on delete cascade,
  position int not null,
  account_id uuid not null references accounts (id),
  question text not null,
  -- the server's own word for its kind
  kind text not null,
  options jsonb not null,
  -- places of the right options, counted from 0; empty: it was no quiz
  right_options jsonb not null,
  several boolean not null,
  anonymous boolean not null,
  counts jsonb not null,
  typed jsonb not null,
  -- by person key; empty for an anonymous poll
  answers jsonb not null,
  voted int not null,
  invited int not null,
  started_at timestamptz,
  primary key (meeting_id, position)
);
create index meeting_polls_account on meeting_polls (account_id);
alter table meeting_polls enable row level security;
create policy system_all on meeting_polls to ${system} using (true) with check (true);
create policy own_account on meeting_polls for select to ${app} using (account_id = current_account());
grant select, insert, update, delete on meeting_polls to ${system};
grant select on meeting_polls to ${app};
