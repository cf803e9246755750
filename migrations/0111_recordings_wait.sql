-- begun from a course: its recordings are shown there as soon as they are made
alter table meetings add column from_course boolean not null default false;
