-- meet/meetings: who asked for the end of a meeting, noted before its server is asked, as the server's own news of the end may be first
alter table meetings add column ended_by uuid references users (id);
