-- talk/tasks: boards of an account with their lists and cards
create table task_boards (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null check (name <> ''),
  -- who sees it beside its members, and as what
  share text not null check (share in ('members', 'account')),
  share_role text not null check (share_role in ('viewer', 'commenter', 'editor')),
  labels jsonb not null default '[]',
  -- grows with each change to anything on the board; every change locks this row, so revisions become visible in order
  revision int not null default 1,
  last_number int not null default 0,
  archived_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null
);
create index task_boards_account on task_boards (account_id, name collate people_order, id);

create table task_members (
  board_id uuid not null references task_boards (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid not null references accounts (id),
  role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
  created_at timestamptz not null,
  primary key (board_id, user_id)
);
create index task_members_user on task_members (user_id, account_id);
create index task_members_account on task_members (account_id);

create table task_lists (
  id uuid primary key,
  board_id uuid not null references task_boards (id) on delete cascade,
  account_id uuid not null references accounts (id),
  name text not null check (name <> ''),
  -- fractional: compared byte by byte, as browsers do
  rank text collate "C" not null,
  card_limit int check (card_limit > 0),
  archived_at timestamptz,
  unique (board_id, rank)
);
create index task_lists_account on task_lists (account_id);

create table task_cards (
  id uuid primary key,
  board_id uuid not null references task_boards (id) on delete cascade,
  list_id uuid not null references task_lists (id),
  account_id uuid not null references accounts (id),
  number int not null,
  title text not null check (title <> ''),
  body text not null default '',
  rank text collate "C" not null,
  labels uuid[] not null default '{}',
  people uuid[] not null default '{}',
  -- the day where it was set; the moment when it has a time
  due_on date,
  due_at timestamptz,
  remind text not null default 'none' check (remind in ('none', 'at', 'hour', 'day')),
  -- when somebody is reminded next; null: nobody, or it was done
  remind_at timestamptz,
  checklist jsonb not null default '[]',
  -- ids and names of files of the library
  files jsonb not null default '[]',
  source_kind text check (source_kind in ('ticket', 'mail', 'meeting', 'recording')),
  source_id uuid,
  source_second int,
  source_name text,
  comments int not null default 0,
  done_at timestamptz,
  -- of the board when the card, or its title or text, last changed
  revision int not null,
  text_revision int not null,
  archived_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  -- one statement may give all cards of a list new ranks
  unique (list_id, rank) deferrable initially immediate,
  unique (board_id, number),
  check ((source_kind is null) = (source_id is null))
);
create index task_cards_changed on task_cards (board_id, revision);
create index task_cards_open on task_cards (board_id) where archived_at is null;
create index task_cards_archived on task_cards (board_id, archived_at desc, id desc) where archived_at is not null;
create index task_cards_remind on task_cards (remind_at) where remind_at is not null;
create index task_cards_account on task_cards (account_id);

create table task_comments (
  id uuid primary key,
  card_id uuid not null references task_cards (id) on delete cascade,
  board_id uuid not null references task_boards (id) on delete cascade,
  account_id uuid not null references accounts (id),
  author_id uuid not null,
  body text not null check (body <> ''),
  mentions uuid[] not null default '{}',
  edited_at timestamptz,
  created_at timestamptz not null
);
create index task_comments_card on task_comments (card_id, id desc);
create index task_comments_board on task_comments (board_id);
create index task_comments_account on task_comments (account_id);

create table task_activity (
  id uuid primary key,
  card_id uuid not null references task_cards (id) on delete cascade,
  board_id uuid not null references task_boards (id) on delete cascade,
  account_id uuid not null references accounts (id),
  by_id uuid,
  what text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null
);
create index task_activity_card on task_activity (card_id, id desc);
create index task_activity_board on task_activity (board_id);
create index task_activity_account on task_activity (account_id);

do $$
declare
  t text;
begin
  foreach t in array array['task_boards', 'task_members', 'task_lists', 'task_cards', 'task_comments', 'task_activity'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_account on %I to ${app} using (account_id = current_account()) with check (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to ${app}', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
