-- sales/billing: what is owed after the end, and invoices that belong to no subscription -----------------------------------------

-- Ended owing money: the steps go on.
update subscriptions s set next_at = now()
  where s.state = 'canceled' and s.next_at is null
    and exists (select 1 from invoices i where i.subscription_id = s.id and i.state = 'open' and i.kind = 'invoice');

-- Invoices of their own that are open, in the order in which they are looked through.
create index invoices_alone on invoices (id) where subscription_id is null and state = 'open' and kind = 'invoice';

-- sales/resale: what passes add, and what an account is given instead of its plan, count against the pool as well -----------------

-- A limit as a number; no limit is more than any pool has. `missing`: what counts where nothing is said.
create function pool_size(held jsonb, missing bigint) returns bigint language sql immutable as $$
  select case jsonb_typeof(held) when 'number' then held::bigint when 'null' then 1000000000000 else missing end
$$;
create or replace function vendor_given(vendor uuid, thing text, without uuid) returns bigint language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(sum(case
      when a.plan_entitlements is null then pool_size(a.entitlements -> thing, 1000000000000) + pool_size(a.raised_entitlements -> thing, 0)
      else greatest(pool_size(a.entitlements -> thing, 1000000000000), coalesce(pool_size(a.extra_entitlements -> thing, null),
        pool_size(a.plan_entitlements -> thing, 0) + pool_size(a.raised_entitlements -> thing, 0))) end), 0)::bigint
    from accounts a where a.vendor_account_id = vendor and (a.state <> 'closed' or a.erase_at is not null) and a.id is distinct from without);
end $$;
drop function pool_share(jsonb, jsonb, jsonb);

-- Caps what passes add as it caps plans: what is paid for is booked, and no account ever holds what the pool has not.
create function vendor_raised() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pool jsonb;
  thing text;
  room bigint;
  held bigint;
begin
  if new.vendor_account_id is null or new.raised_entitlements is not distinct from old.raised_entitlements then return new; end if;
  select v.pool into pool from vendors v where v.account_id = new.vendor_account_id for update;
  if not found then return new; end if;
  foreach thing in array array['rooms', 'people', 'meetingsAtOnce', 'peopleAtOnce', 'recordingGb'] loop
    continue when jsonb_typeof(pool -> thing) = 'null' or new.raised_entitlements -> thing is null;
    held := case when new.plan_entitlements is null then pool_size(new.entitlements -> thing, 1000000000000)
      else pool_size(new.plan_entitlements -> thing, 0) end;
    room := greatest(0, coalesce((pool -> thing)::bigint, 0) - vendor_given(new.vendor_account_id, thing, new.id) - held);
    if pool_size(new.raised_entitlements -> thing, 0) > room then
      new.raised_entitlements := new.raised_entitlements || jsonb_build_object(thing, room);
    end if;
  end loop;
  return new;
end $$;
create trigger accounts_vendor_raised before update of raised_entitlements on accounts for each row execute function vendor_raised();
