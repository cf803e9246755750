-- talk/tickets: a mail is known by its message in inbound_messages, as some programs give all their mails one Message-ID
-- one that was taken twice keeps its original with the first
update ticket_messages m set original_id = null
  where exists (select from ticket_messages o where o.account_id = m.account_id and o.original_id = m.original_id and o.id < m.id);
create unique index ticket_messages_original on ticket_messages (account_id, original_id) where original_id is not null;
drop index ticket_messages_mail;
drop index ticket_messages_mails;

-- a program's mail waits with the others, and makes room first
alter table ticket_unknown_mails add column automatic boolean not null default false;
