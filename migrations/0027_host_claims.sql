-- sales/vendors: a host name belongs to whoever proves it by a record in its DNS. Before that several may ask for one; none of them keeps the
-- others out.

alter table vendor_brands
  -- since when the name is asked for; a wish that nobody proves lapses
  add column host_asked_at timestamptz,
  -- what the record under the name has to say
  add column host_code text;
update vendor_brands set host_asked_at = now(), host_code = replace(gen_random_uuid()::text, '-', '') where host is not null;
alter table vendor_brands
  add check (host is null or (host_asked_at is not null and host_code is not null)),
  drop constraint vendor_brands_host_key;
create unique index vendor_brands_host_key on vendor_brands (host) where host_checked_at is not null;
create index vendor_brands_wished on vendor_brands (host) where host is not null;

-- A name leads to one place: the BBB endpoint of an account, or the pages of a vendor. What is only wished for takes nothing away, and gives
-- way to what is proven.
create or replace function one_place_per_host() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken boolean := false;
begin
  if new.host is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('host ' || new.host, 0));
  if tg_table_name = 'endpoints' then
    taken := exists (select 1 from vendor_brands b where b.host = new.host and b.host_checked_at is not null);
  elsif new.host_checked_at is not null then
    taken := exists (select 1 from endpoints e where e.host = new.host and e.host_checked_at is not null);
    if not taken then update endpoints e set host = null, host_trouble = null where e.host = new.host; end if;
  end if;
  if taken then raise exception 'the host is taken' using errcode = 'unique_violation', constraint = tg_table_name || '_host_key'; end if;
  return new;
end $$;
drop trigger vendor_brands_host on vendor_brands;
create trigger vendor_brands_host before insert or update of host, host_checked_at on vendor_brands for each row execute function one_place_per_host();
