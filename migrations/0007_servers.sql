-- A server that is gone for good is forgotten by the meetings that once ran on it; recordings that still lie on it keep it.
alter table meetings drop constraint meetings_server_id_fkey;
alter table meetings add constraint meetings_server_id_fkey foreign key (server_id) references servers (id) on delete set null;
alter table recordings drop constraint recordings_server_id_fkey;
alter table recordings add constraint recordings_server_id_fkey foreign key (server_id) references servers (id) on delete set null;
create index recordings_server on recordings (server_id) where server_id is not null and state not in ('deleted');
create index meetings_server on meetings (server_id) where server_id is not null;
