-- meet/servers: each engine is a server of its own, known by an id that lies beside its recordings ------------------------------
-- The rows of engines that exist have no id yet: the first start of a process that has their recordings gives them one.
alter table servers
  add column engine_id uuid,
  -- the machine of the process that runs it, and until when nobody else may take its place
  add column engine_host text,
  add column engine_until timestamptz,
  add constraint servers_engine_id check (engine_id is null or kind = 'engine');
create unique index servers_engine on servers (engine_id) where state <> 'retired';
