-- talk/mailbox: what the platform and people of the account wrote to one person
create table mailbox_items (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id) on delete cascade,
  place text not null check (place in ('inbox', 'archive', 'sent', 'draft', 'bin')),
  -- where it stood before the bin
  came_from text check (came_from in ('inbox', 'archive', 'sent', 'draft')),
  binned_at timestamptz,
  kind text not null check (kind in ('meetings', 'tickets', 'invoices', 'recordings', 'news', 'people', 'account')),
  template text,
  sender_id uuid,
  sender_name text not null,
  recipients jsonb not null default '[]',
  subject text not null,
  body text not null,
  html text,
  snippet text not null,
  link text,
  about_id uuid,
  -- the mail of the outbox, or the sent one of a colleague: each comes to a person once
  mail_id uuid,
  reply_to uuid,
  files jsonb not null default '[]',
  read_at timestamptz,
  starred boolean not null default false,
  labels uuid[] not null default '{}',
  -- of a sent one until it is delivered
  send_at timestamptz,
  -- its words and the id of its reader, so that a search reads no more than it may show
  words tsvector not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((place = 'bin') = (came_from is not null) and (place = 'bin') = (binned_at is not null))
);
create index mailbox_items_place on mailbox_items (user_id, account_id, place, created_at desc, id desc);
create index mailbox_items_kind on mailbox_items (user_id, account_id, place, kind, created_at desc, id desc);
create index mailbox_items_all on mailbox_items (user_id, account_id, created_at desc, id desc) where place in ('inbox', 'archive', 'sent');
create index mailbox_items_starred on mailbox_items (user_id, account_id, created_at desc, id desc) where starred and place <> 'bin';
create index mailbox_items_unread on mailbox_items (user_id, account_id, kind) where read_at is null and place = 'inbox';
create unique index mailbox_items_mail on mailbox_items (user_id, mail_id) where mail_id is not null;
create index mailbox_items_labels on mailbox_items using gin (labels);
create index mailbox_items_words on mailbox_items using gin (words);
create index mailbox_items_waiting on mailbox_items (send_at) where send_at is not null;
create index mailbox_items_binned on mailbox_items (binned_at) where binned_at is not null;
create index mailbox_items_account on mailbox_items (account_id);

create table mailbox_labels (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (name <> ''),
  hue int not null,
  created_at timestamptz not null
);
create unique index mailbox_labels_name on mailbox_labels (user_id, account_id, lower(name));
create index mailbox_labels_account on mailbox_labels (account_id);

do $$
declare
  t text;
begin
  foreach t in array array['mailbox_items', 'mailbox_labels'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
    -- a mailbox is of one person; mails to colleagues are written by whoever causes them
    execute format('create policy own_mailbox on %I to ${app} using (user_id = current_person() and account_id = current_account()) with check (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to ${app}', t);
  end loop;
end $$;
