-- sales/resale: what is sold for a day to come is kept in the pool until then ------------------------------------------------------

-- What a plan allows that did not begin yet; null: none waits for its day.
alter table accounts add column coming_entitlements jsonb;

create or replace function account_fixed() returns trigger language plpgsql as $$
begin
  if current_user = trim(both '"' from '${app}') and (new.kind <> old.kind or new.vendor_account_id is distinct from old.vendor_account_id
    or new.entitlements <> old.entitlements or new.plan_entitlements is distinct from old.plan_entitlements
    or new.extra_entitlements <> old.extra_entitlements or new.raised_entitlements <> old.raised_entitlements
    or new.coming_entitlements is distinct from old.coming_entitlements
    or new.service <> old.service) then
    raise exception 'not for this role' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- One account holds no more at a time than one of both: what it has now, or what it comes to have.
create or replace function vendor_given(vendor uuid, thing text, without uuid) returns bigint language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(sum(greatest(case
      when a.plan_entitlements is null then pool_size(a.entitlements -> thing, 1000000000000) + pool_size(a.raised_entitlements -> thing, 0)
      else greatest(pool_size(a.entitlements -> thing, 1000000000000), coalesce(pool_size(a.extra_entitlements -> thing, null),
        pool_size(a.plan_entitlements -> thing, 0) + pool_size(a.raised_entitlements -> thing, 0))) end,
      case when a.coming_entitlements is null then 0
        else pool_size(a.coming_entitlements -> thing, 0) + pool_size(a.raised_entitlements -> thing, 0) end)), 0)::bigint
    from accounts a where a.vendor_account_id = vendor and (a.state <> 'closed' or a.erase_at is not null) and a.id is distinct from without);
end $$;

-- Caps what is kept as it caps what is had.
create function vendor_coming() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pool jsonb;
  thing text;
  room bigint;
begin
  if new.vendor_account_id is null or new.coming_entitlements is null or new.coming_entitlements is not distinct from old.coming_entitlements then
    return new;
  end if;
  select v.pool into pool from vendors v where v.account_id = new.vendor_account_id for update;
  if not found then return new; end if;
  foreach thing in array array['rooms', 'people', 'meetingsAtOnce', 'peopleAtOnce', 'recordingGb'] loop
    continue when jsonb_typeof(pool -> thing) = 'null' or new.coming_entitlements -> thing is null;
    room := greatest(0, coalesce((pool -> thing)::bigint, 0) - vendor_given(new.vendor_account_id, thing, new.id) - pool_size(new.raised_entitlements -> thing, 0));
    if pool_size(new.coming_entitlements -> thing, 0) > room then
      new.coming_entitlements := new.coming_entitlements || jsonb_build_object(thing, room);
    end if;
  end loop;
  return new;
end $$;
create trigger accounts_vendor_coming before update of coming_entitlements on accounts for each row execute function vendor_coming();

-- The engine looks at what waits for its day, and keeps what it comes to hold.
update subscriptions set next_at = now() where state = 'scheduled';

-- sales/billing: minutes that go back leave a claim that never had a number when its tax comes to be another than theirs -----------
create or replace function minute_charge_step() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.seller_id, new.subscription_id, new.month, new.turn, new.currency, new.inclusive, new.rate, new.included,
      new.minutes, new.billed, new.amount) is distinct from
     (old.id, old.account_id, old.seller_id, old.subscription_id, old.month, old.turn, old.currency, old.inclusive, old.rate, old.included,
      old.minutes, old.billed, old.amount)
    or (old.invoice_id is not null and old.invoice_id is distinct from new.invoice_id
      and exists (select 1 from invoices i where i.id = old.invoice_id and i.state not in ('void', 'draft', 'pending_tax'))) then
    raise exception 'minutes are charged once' using errcode = 'check_violation', constraint = 'minute_charges_once';
  end if;
  return new;
end $$;
