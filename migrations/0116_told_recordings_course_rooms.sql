-- what could be watched before was told of when it was made, published or not
update recordings set ready_told_at = updated_at
where ready_told_at is null and state in ('published', 'unpublished', 'recycled');
-- a course opens the room: its recordings are shown there as soon as they are made
alter table rooms add column in_course boolean not null default false;
update rooms set in_course = true where id in (select room_id from lti_links);
grant update (in_course) on rooms to ${app};
