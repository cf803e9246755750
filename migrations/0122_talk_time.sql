-- how long somebody spoke in the meeting, at each of their stays; null where no server told
alter table attendances add column talked_seconds integer check (talked_seconds >= 0);
