-- what a room's meetings do beyond the common settings; what is not in it is as the code's standard says
alter table rooms add column options jsonb not null default '{}';
grant update (options) on rooms to ${app};
