-- core/outbox: what a mail is about, so that its page can tell that it was sent
alter table outbox_mails add column about_id uuid;
create index outbox_mails_about on outbox_mails (about_id, id) where about_id is not null;
-- the mails about money so far name it in their keys
update outbox_mails set about_id = split_part(once_key, ':', 2)::uuid
  where once_key ~ '^billing\.(issued|receipt|failed|action|reminder|final|ended|credited|refunding|refunded|reversed):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:';

-- sales/billing: what the card provider told of a payment
create index provider_events_payment on provider_events (payment_id) where payment_id is not null;
create index provider_events_ref on provider_events (payment_ref) where payment_ref is not null;
create index provider_events_object on provider_events (object_id) where object_id is not null;
