-- meet/schedule: a meeting that came with a calendar file keeps the name that it has there, so that the same file adds nothing twice
alter table scheduled_meetings add column source_uid text check (length(source_uid) between 1 and 400);
create unique index scheduled_meetings_source on scheduled_meetings (room_id, source_uid)
  where source_uid is not null and cancelled_at is null;
