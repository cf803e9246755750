-- When those who act on a letter in a job have acted: that job may run twice.
alter table inbound_messages add column taken_at timestamptz;
