-- connect/endpoint, sales/vendors: a host name belongs to whoever proves it by a record in its DNS. Before that several may ask for one; none
-- of them keeps the others out. What was found to lead here before there were records stays until somebody proves it.

alter table vendor_brands
  -- since when the name is asked for; a wish that nobody proves lapses
  add column host_asked_at timestamptz,
  -- what the record under the name has to say
  add column host_code text;
alter table endpoints add column host_asked_at timestamptz, add column host_code text;
grant update (host_asked_at, host_code) on endpoints to ${app};
update vendor_brands set host_asked_at = now(), host_code = replace(gen_random_uuid()::text, '-', '') where host is not null;
update endpoints set host_asked_at = now(), host_code = replace(gen_random_uuid()::text, '-', '') where host is not null;
alter table vendor_brands
  add check (host is null or (host_asked_at is not null and host_code is not null)),
  drop constraint vendor_brands_host_key;
alter table endpoints
  add check (host is null or (host_asked_at is not null and host_code is not null)),
  drop constraint endpoints_host_key;
create unique index vendor_brands_host_key on vendor_brands (host) where host_checked_at is not null;
create unique index endpoints_host_key on endpoints (host) where host_checked_at is not null;
create index vendor_brands_wished on vendor_brands (host) where host is not null;
create index endpoints_wished on endpoints (host) where host is not null;

-- A name leads to one place: the BBB endpoint of an account, or the pages of a vendor. What is only wished for takes nothing away. Services take
-- this lock before any row.
create or replace function one_place_per_host() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken boolean;
begin
  if new.host is null or new.host_checked_at is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('host ' || new.host, 0));
  if tg_table_name = 'endpoints' then taken := exists (select 1 from vendor_brands b where b.host = new.host and b.host_checked_at is not null);
  else taken := exists (select 1 from endpoints e where e.host = new.host and e.host_checked_at is not null); end if;
  if taken then raise exception 'the host is taken' using errcode = 'unique_violation', constraint = tg_table_name || '_host_key'; end if;
  return new;
end $$;
drop trigger vendor_brands_host on vendor_brands;
drop trigger endpoints_host on endpoints;
create trigger vendor_brands_host before insert or update of host, host_checked_at on vendor_brands for each row execute function one_place_per_host();
create trigger endpoints_host before insert or update of host, host_checked_at on endpoints for each row execute function one_place_per_host();

-- Whoever proved a name, in either place, and what their record says; held until the end of the transaction.
create function host_holder(wanted text) returns table (place text, account_id uuid, code text) language plpgsql set search_path = public, pg_temp as $$
begin
  return query select 'vendors', b.account_id, b.host_code from vendor_brands b where b.host = wanted and b.host_checked_at is not null for update;
  return query select 'endpoint', e.account_id, e.host_code from endpoints e where e.host = wanted and e.host_checked_at is not null for update;
end $$;

-- Whoever held a name only wishes for it from now on.
create function release_host(wanted text, since timestamptz) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  update vendor_brands set host_checked_at = null, host_trouble = 'not_proven', host_asked_at = since, revision = revision + 1
    where host = wanted and host_checked_at is not null;
  update endpoints set host_checked_at = null, host_trouble = 'not_proven', host_asked_at = since where host = wanted and host_checked_at is not null;
end $$;
