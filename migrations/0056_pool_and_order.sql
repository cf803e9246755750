-- sales/resale: what passes add leaves less of the pool to the plan of the same account, as the other way round ---------------------

-- Caps instead of refusing: what is paid for is booked, and no account ever holds what the pool has not.
create or replace function vendor_plan() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pool jsonb;
  thing text;
  room bigint;
  raised bigint;
  wish jsonb;
begin
  if new.vendor_account_id is null or new.plan_entitlements is null or (tg_op = 'UPDATE' and new.plan_entitlements is not distinct from old.plan_entitlements) then
    return new;
  end if;
  select v.pool into pool from vendors v where v.account_id = new.vendor_account_id for update;
  if not found then return new; end if;
  foreach thing in array array['rooms', 'people', 'meetingsAtOnce', 'peopleAtOnce', 'recordingGb'] loop
    wish := new.plan_entitlements -> thing;
    continue when jsonb_typeof(pool -> thing) = 'null' or wish is null;
    -- what changes in the same step is capped after this, by what the plan leaves
    raised := pool_size(new.raised_entitlements -> thing, 0);
    if tg_op = 'UPDATE' then raised := least(raised, pool_size(old.raised_entitlements -> thing, 0)); end if;
    room := greatest(0, coalesce((pool -> thing)::bigint, 0) - vendor_given(new.vendor_account_id, thing, new.id) - raised);
    if jsonb_typeof(wish) <> 'number' or wish::bigint > room then
      new.plan_entitlements := new.plan_entitlements || jsonb_build_object(thing, room);
    end if;
  end loop;
  return new;
end $$;

-- One order everywhere: vendors, then their customers, then numbers. For many accounts at once.
create function hold_vendors_of(held uuid[]) returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform 1 from vendors v where v.account_id in (select a.vendor_account_id from accounts a where a.id = any (held)) order by v.account_id for update;
end $$;
revoke execute on function hold_vendors_of(uuid[]) from public;
grant execute on function hold_vendors_of(uuid[]) to ${app}, ${system};
