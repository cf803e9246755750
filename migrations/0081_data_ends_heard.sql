-- operate/ownership: nobody is closed unheard: when a word left this house, and not only when it was written ---------------------------

-- `tried_at`: when the word that is due was last written. `*_heard_at`: when the first mail of it was handed to a mail server.
alter table data_ends add column tried_at timestamptz, add column first_heard_at timestamptz, add column last_heard_at timestamptz;
-- the mails of what goes on already
update outbox_mails m set about_id = d.id from data_ends d
  where d.state in ('warned', 'closing') and m.account_id = d.account_id and m.about_id is null
    and m.template in ('ownership.dataEnding', 'ownership.dataLast') and m.created_at >= d.first_told_at;
update data_ends d set
  tried_at = coalesce(d.last_told_at, d.first_told_at),
  first_heard_at = (select min(m.sent_at) from outbox_mails m
    where m.about_id = d.id and m.template = 'ownership.dataEnding' and m.state = 'sent'),
  last_heard_at = (select min(m.sent_at) from outbox_mails m
    where m.about_id = d.id and m.template = 'ownership.dataLast' and m.state = 'sent'
      and (d.closed_at is null or m.sent_at <= d.closed_at - interval '7 days'));
alter table data_ends alter column tried_at set not null;
-- Not valid: accounts that were closed before anybody looked whether their owners heard of it are opened again by the next look.
alter table data_ends add constraint data_ends_heard
  check (state <> 'closing' or (last_heard_at is not null and closed_at >= last_heard_at + interval '7 days')) not valid;
