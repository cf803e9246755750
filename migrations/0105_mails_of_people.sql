-- talk/tickets: the whole text of a mail beside what was cut of it, what was left out, its original, and whether its sender was verified
alter table ticket_messages
  -- null: nothing was cut
  add column whole_body text,
  add column left_out jsonb not null default '[]',
  -- in inbound_messages, which goes before the message does
  add column original_id uuid,
  add column verified boolean not null default true;

-- Mails to the support address, or to that of a ticket, of senders who are nobody's customer: staff decides what becomes of them.
create table ticket_unknown_mails (
  -- of the message in inbound_messages, so that a job that runs twice keeps it once
  id uuid primary key,
  -- the seller whose staff reads it
  account_id uuid not null references accounts (id),
  -- the ticket whose address it was sent to
  ticket_id uuid references tickets (id) on delete set null,
  from_address text not null,
  from_name text not null,
  subject text not null,
  body text not null,
  verified boolean not null,
  -- names, and where their bytes lie for some days
  files jsonb not null,
  left_out jsonb not null,
  mail_id text not null,
  received_at timestamptz not null
);
create index ticket_unknown_mails_account on ticket_unknown_mails (account_id, received_at desc, id desc);
create index ticket_unknown_mails_ticket on ticket_unknown_mails (ticket_id) where ticket_id is not null;
create index ticket_unknown_mails_old on ticket_unknown_mails (received_at);
alter table ticket_unknown_mails enable row level security;
create policy system_all on ticket_unknown_mails to ${system} using (true) with check (true);
create policy own_account on ticket_unknown_mails for select to ${app} using (account_id = current_account());
grant select, insert, update, delete on ticket_unknown_mails to ${system};
grant select on ticket_unknown_mails to ${app};
