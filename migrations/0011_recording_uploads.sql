-- Recordings that servers send us: whose the upload is, the parts that arrived, and the key of each server.
alter table recording_uploads
  add column recording_id uuid not null references recordings (id) on delete cascade,
  -- names in the store, in order
  add column parts jsonb not null default '[]',
  -- the format's metadata.xml as the server told it before the first byte
  add column metadata text not null;
create index recording_uploads_state on recording_uploads (state, updated_at);
create index recording_uploads_recording on recording_uploads (recording_id);

-- A server's key follows from its id and this number: a higher number makes a new key, and the one before opens nothing.
create table recording_transfers (
  server_id uuid primary key references servers (id) on delete cascade,
  generation integer not null default 1 check (generation > 0),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
alter table recording_transfers enable row level security;
create policy system_all on recording_transfers to ${system} using (true) with check (true);
grant select, insert, update, delete on recording_transfers to ${system};
