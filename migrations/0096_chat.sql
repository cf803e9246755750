-- talk/chat: short words between people of an account, and with whoever sells to it
create table chat_conversations (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- of support: who answers
  seller_id uuid references accounts (id),
  kind text not null check (kind in ('direct', 'group', 'channel', 'support')),
  name text,
  -- of two people, or of one with support: there is one such conversation
  pair_key text,
  last_number int not null default 0,
  last_at timestamptz not null,
  last_kind text not null default 'text',
  last_text text not null default '',
  last_author_id uuid,
  -- of support: up to where somebody of staff read, and up to where staff was reminded
  staff_number int not null default 0,
  staff_reminded int not null default 0,
  -- in which its meetings are
  room_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  unique (account_id, pair_key),
  check ((kind = 'support') = (seller_id is not null)),
  check ((kind in ('direct', 'support')) = (pair_key is not null))
);
create index chat_conversations_latest on chat_conversations (account_id, last_at desc, id desc);
create index chat_conversations_support on chat_conversations (seller_id, last_at desc, id desc) where seller_id is not null;
create index chat_conversations_waiting on chat_conversations (seller_id) where last_number > staff_number;
create index chat_conversations_channels on chat_conversations (account_id, name) where kind = 'channel';
create index chat_conversations_room on chat_conversations (room_id) where room_id is not null;

create table chat_members (
  conversation_id uuid not null references chat_conversations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- in which the person is a member: of staff the seller's
  account_id uuid not null references accounts (id),
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz not null,
  left_at timestamptz,
  read_number int not null,
  -- unread ones
  mentions int not null default 0,
  muted boolean not null default false,
  pinned boolean not null default false,
  -- up to where the person was reminded of what they did not read
  reminded_number int not null default 0,
  primary key (conversation_id, user_id)
);
create index chat_members_user on chat_members (user_id, account_id) where left_at is null;
create index chat_members_account on chat_members (account_id);

create table chat_messages (
  id uuid primary key,
  conversation_id uuid not null references chat_conversations (id) on delete cascade,
  account_id uuid not null references accounts (id),
  seller_id uuid references accounts (id),
  number int not null,
  author_id uuid not null,
  kind text not null check (kind in ('text', 'meeting', 'joined', 'left', 'named')),
  body text not null,
  files jsonb not null default '[]',
  mentions uuid[] not null default '{}',
  meeting_id uuid,
  client_key text not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- the text, and the id of the conversation, so that a search reads no more than it may show
  words tsvector not null,
  created_at timestamptz not null,
  unique (conversation_id, number),
  unique (conversation_id, author_id, client_key)
);
create index chat_messages_words on chat_messages using gin (words);
create index chat_messages_account on chat_messages (account_id);
create index chat_messages_meeting on chat_messages (meeting_id) where meeting_id is not null;

create table chat_reactions (
  message_id uuid not null references chat_messages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid not null references accounts (id),
  reaction text not null,
  created_at timestamptz not null,
  primary key (message_id, user_id, reaction)
);
create index chat_reactions_user on chat_reactions (user_id);
create index chat_reactions_account on chat_reactions (account_id);

-- what a text was before it was changed
create table chat_edits (
  id uuid primary key,
  message_id uuid not null references chat_messages (id) on delete cascade,
  account_id uuid not null references accounts (id),
  body text not null,
  until timestamptz not null
);
create index chat_edits_message on chat_edits (message_id, id);
create index chat_edits_account on chat_edits (account_id);

create table chat_policies (
  account_id uuid primary key references accounts (id),
  -- null: for ever
  edit_minutes int,
  keep_edits boolean not null
);

do $$
declare
  t text;
begin
  foreach t in array array['chat_conversations', 'chat_members', 'chat_messages', 'chat_reactions', 'chat_edits', 'chat_policies'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
  -- one with support is of two accounts; only the system writes, after the rule of the side that asks
  foreach t in array array['chat_conversations', 'chat_messages'] loop
    execute format('create policy own_customers on %I for select to ${app} using (seller_id = current_account())', t);
  end loop;
end $$;
