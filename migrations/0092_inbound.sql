-- core/inbound: mail that arrives at our signed addresses. The installation's, like the outbox of its own mails: no account owns a row -----
create table inbound_messages (
  id uuid primary key,
  received_at timestamptz not null,
  via text not null check (via in ('smtp', 'imap')),
  -- what the address is for and of what; null: it is none of ours
  kind text check (kind in ('bounce', 'unsubscribe', 'reply')),
  subject_id uuid,
  -- the address and the Message-ID, or the bytes, hashed: each message counts once
  message_key text not null unique,
  state text not null check (state in ('waiting', 'handled', 'ignored', 'failed')),
  -- why it was ignored or failed, a short code
  reason text,
  -- name of its bytes in the file store until it is handled
  stored text,
  check ((kind is null) = (subject_id is null)),
  check (state <> 'waiting' or (kind is not null and stored is not null))
);
create index inbound_messages_received on inbound_messages (received_at);
create index inbound_messages_waiting on inbound_messages (received_at) where state = 'waiting';

-- The one mailbox that is read: when it was last read, and why it cannot be.
create table inbound_mailbox (
  id integer primary key check (id = 1),
  read_at timestamptz,
  error text
);

do $$
declare
  t text;
begin
  foreach t in array array['inbound_messages', 'inbound_mailbox'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;

-- publish/newsletter: by a mail to the address of List-Unsubscribe
alter table newsletter_subscriptions drop constraint newsletter_subscriptions_unsubscribed_by_check;
alter table newsletter_subscriptions add constraint newsletter_subscriptions_unsubscribed_by_check
  check (unsubscribed_by in ('one_click', 'preferences', 'editor', 'mail'));
