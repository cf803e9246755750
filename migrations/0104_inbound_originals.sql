-- core/inbound: who delivered a mail, for the checks of its sender; its original now outlives the handling -------------------------------
alter table inbound_messages
  -- address and name of the machine that delivered it, and the sender of the envelope; null for mail of a mailbox, which knows none
  add column peer_address text,
  add column peer_name text,
  add column mail_from text;
comment on column inbound_messages.stored is 'name of its sealed bytes in the file store; null once they are deleted';

create index inbound_messages_stored on inbound_messages (received_at) where stored is not null;
