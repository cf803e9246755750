-- meet/rooms: rooms that are there for a day, for meetings that begin on the start page without an account
alter table rooms add column erase_at timestamptz;
create index rooms_erase on rooms (erase_at) where erase_at is not null;
