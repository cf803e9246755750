-- meet/schedule: what an invitee wrote beside an answer; null: nothing
alter table scheduled_invitees add column words text;
