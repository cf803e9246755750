-- meet/rooms: invitations and transfers go to an address, so that no answer tells whether it has an account ----------------
alter table room_shares alter column user_id drop not null;
alter table room_shares add column email text not null;
create unique index room_shares_email on room_shares (room_id, email);
create index room_shares_unclaimed on room_shares (email) where user_id is null;
alter table room_transfers alter column to_user_id drop not null;
alter table room_transfers add column to_email text not null;
create index room_transfers_to on room_transfers (to_user_id);
create index room_transfers_unclaimed on room_transfers (to_email) where to_user_id is null;

-- What runs in a room now, told by meetings, so that a list of rooms is one read; and who changed it last.
alter table rooms add column live_meeting_id uuid;
alter table rooms add column live_state text check (live_state in ('starting', 'live'));
alter table rooms add column live_people integer not null default 0;
alter table rooms add column live_since timestamptz;
alter table rooms add column changed_by uuid;
create index rooms_live on rooms (account_id) where live_meeting_id is not null;
create index rooms_recent on rooms (account_id, coalesce(last_meeting_at, created_at) desc, id desc) where deleted_at is null;

-- meet/meetings: one answer of a server about who is in serves all who ask within two seconds, in every process.
alter table meetings add column info jsonb;
alter table meetings add column info_at timestamptz;
alter table meetings add column max_people integer;
alter table meetings add column max_minutes integer;
create index meetings_over on meetings (created_at) where state = 'starting';
