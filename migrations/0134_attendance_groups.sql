-- meet/meetings: in which breakout groups a person was, as the server sent it with the attendance; the same at each stay of the person
alter table attendances add column group_stays jsonb not null default '[]';
