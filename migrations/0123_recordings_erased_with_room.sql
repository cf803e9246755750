-- its room was deleted for good together with its recordings: what its server tells of it later is erased as well
alter table meetings add column erases_recordings boolean not null default false;
grant update (erases_recordings) on meetings to ${app};
