-- An upload whose format is registered still has things to put away; `replaces` is the folder that the new files took the place of.
alter table recording_uploads drop constraint recording_uploads_state_check;
alter table recording_uploads
  add constraint recording_uploads_state_check check (state in ('receiving', 'checking', 'settling', 'done', 'failed')),
  add column replaces text,
  -- how often its job began to unpack it
  add column tries integer not null default 0;

-- Lists in a row in which a recording was missing at its server, and since when: one empty list does not make it gone.
alter table recordings
  add column missed integer not null default 0,
  add column missed_since timestamptz;
