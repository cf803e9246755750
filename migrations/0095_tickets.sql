-- talk/tickets: what customers ask whoever sells to them, and what they are answered
create table ticket_numbers (
  -- the seller: its tickets are numbered without gaps
  account_id uuid primary key references accounts (id),
  last int not null
);

create table tickets (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- who answers: the vendor of the account, else the operator
  seller_id uuid not null references accounts (id),
  number int not null,
  requester_id uuid not null,
  subject text not null check (subject <> ''),
  category text not null,
  impact text not null,
  state text not null check (state in ('new', 'open', 'pending_customer', 'on_hold', 'resolved', 'closed', 'spam')),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  -- of staff alone: exports leave these out by their names
  staff_assignee_id uuid,
  staff_tags text[] not null default '{}',
  about_kind text check (about_kind in ('room', 'meeting', 'recording', 'invoice', 'call')),
  about_id uuid,
  about_name text,
  -- what the customer agreed to send, as it was shown
  snapshot jsonb,
  last_text text not null,
  last_from text not null check (last_from in ('customer', 'staff')),
  last_message_id uuid not null,
  last_at timestamptz not null,
  hold_until timestamptz,
  resolved_at timestamptz,
  -- the clock of what was promised, in minutes of business hours: running since, or stopped
  clock_kind text not null check (clock_kind in ('first', 'next', 'none')),
  clock_minutes int,
  clock_used int not null,
  clock_since timestamptz,
  due_at timestamptz,
  first_minutes int,
  first_took int,
  -- orders the queue: the promise, brought forward by priority
  urgent_at timestamptz not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (seller_id, number),
  check ((about_kind is null) = (about_id is null))
);
create index tickets_mine on tickets (account_id, requester_id, updated_at desc, id desc);
create index tickets_account on tickets (account_id, updated_at desc, id desc);
create index tickets_settled on tickets (seller_id, updated_at desc, id desc);
create index tickets_queue on tickets (seller_id, urgent_at, id) where state in ('new', 'open', 'pending_customer', 'on_hold');
create index tickets_unassigned on tickets (seller_id, urgent_at, id) where staff_assignee_id is null and state in ('new', 'open');
create index tickets_assigned on tickets (seller_id, staff_assignee_id, urgent_at, id) where state in ('new', 'open', 'pending_customer', 'on_hold');
create index tickets_late on tickets (seller_id, due_at) where due_at is not null;
create index tickets_resolved on tickets (resolved_at) where state = 'resolved';
create index tickets_held on tickets (hold_until) where state = 'on_hold';

create table ticket_messages (
  id uuid primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  side text not null check (side in ('customer', 'staff')),
  author_id uuid not null,
  body text not null check (body <> ''),
  via text not null check (via in ('site', 'mail')),
  -- ids and names of files of the author's library
  files jsonb not null default '[]',
  -- Message-ID of the mail that it came by
  mail_id text,
  -- the text, and the ids of both accounts, so that a search reads no more than it may show
  words tsvector not null,
  created_at timestamptz not null
);
create index ticket_messages_ticket on ticket_messages (ticket_id, id);
create index ticket_messages_words on ticket_messages using gin (words);
create index ticket_messages_account on ticket_messages (account_id);
create unique index ticket_messages_mail on ticket_messages (ticket_id, mail_id) where mail_id is not null;
create index ticket_messages_mails on ticket_messages (account_id, mail_id) where mail_id is not null;

-- Notes of staff stand apart from messages, so that no question about messages can show one.
create table ticket_notes (
  id uuid primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  -- the seller, whose alone they are
  account_id uuid not null references accounts (id),
  author_id uuid not null,
  body text not null check (body <> ''),
  files jsonb not null default '[]',
  words tsvector not null,
  created_at timestamptz not null
);
create index ticket_notes_ticket on ticket_notes (ticket_id, id);
create index ticket_notes_words on ticket_notes using gin (words);
create index ticket_notes_account on ticket_notes (account_id);

create table ticket_steps (
  id uuid primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  step text not null,
  by_id uuid,
  value text,
  -- staff alone sees who has it and what it was marked with
  seen_by text not null check (seen_by in ('all', 'staff')),
  created_at timestamptz not null
);
create index ticket_steps_ticket on ticket_steps (ticket_id, id);
create index ticket_steps_account on ticket_steps (account_id);

create table ticket_seen (
  ticket_id uuid not null references tickets (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid not null references accounts (id),
  seen_at timestamptz not null,
  primary key (ticket_id, user_id)
);
create index ticket_seen_user on ticket_seen (user_id);
create index ticket_seen_account on ticket_seen (account_id);

-- the desk of a seller
create table ticket_canned (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  body text not null,
  revision int not null default 1,
  created_at timestamptz not null
);
create index ticket_canned_account on ticket_canned (account_id, name);
create table ticket_views (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null
);
create index ticket_views_account on ticket_views (account_id);
create table ticket_hours (
  account_id uuid primary key references accounts (id),
  time_zone text not null,
  days jsonb not null,
  changed_at timestamptz not null
);

do $$
declare
  t text;
begin
  foreach t in array array['ticket_numbers', 'tickets', 'ticket_messages', 'ticket_notes', 'ticket_steps', 'ticket_seen', 'ticket_canned', 'ticket_views', 'ticket_hours'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
  -- a ticket is of two accounts; only the system writes to it, after the rule of the side that asks
  foreach t in array array['tickets', 'ticket_messages'] loop
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('create policy own_customers on %I for select to ${app} using (seller_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
  foreach t in array array['ticket_notes', 'ticket_seen', 'ticket_canned', 'ticket_views', 'ticket_hours'] loop
    execute format('create policy own_account on %I to ${app} using (account_id = current_account()) with check (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to ${app}', t);
  end loop;
end $$;
create policy own_account on ticket_steps for select to ${app} using (account_id = current_account() and seen_by = 'all');
create policy own_customers on ticket_steps for select to ${app} using (seller_id = current_account());
grant select on ticket_steps to ${app};

-- core/inbound: mails to the address at which tickets are opened have no subject of ours
alter table inbound_messages drop constraint if exists inbound_messages_kind_check;
alter table inbound_messages drop constraint if exists inbound_messages_check;
alter table inbound_messages add constraint inbound_messages_kind_check check (kind in ('bounce', 'unsubscribe', 'reply', 'support'));
alter table inbound_messages add constraint inbound_messages_check
  check (kind = 'support' and subject_id is null or (kind is null) = (subject_id is null));
