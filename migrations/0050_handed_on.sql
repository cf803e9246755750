-- sales/plans: what a coupon takes something off ----------------------------------------------------------------------------------

-- `plan`: the plan with its seats, as all coupons did so far; `addons`: what is bought with it; passes and set-up fees never.
alter table coupons add column covers text not null default 'plan' check (covers in ('plan', 'addons', 'both'));

-- sales/resale: add-ons, event passes and minutes are handed on as plans are --------------------------------------------------------

-- a pass is bought once
alter table resale_floors drop constraint resale_floors_period_check;
alter table resale_floors add constraint resale_floors_period_check check (period in ('month', 'year', 'once'));
-- What a vendor owes for a thousand participant minutes above the included ones; null: nothing was agreed, none are sold.
alter table resale_floors add column minute_amount bigint check (minute_amount between 1 and 1000000000000);

-- A vendor asks for no less than its floor, and only for what it hands on. Minutes that it owes for it asks for as well.
create or replace function resale_price() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seller uuid;
  source record;
  least record;
begin
  select p.seller_id into seller from plans p where p.id = new.plan_id;
  if not exists (select 1 from vendors v where v.account_id = seller) then return null; end if;
  select * into source from resale_versions r where r.plan_id = new.plan_id and r.version = new.version and r.account_id = seller;
  if not found then raise exception 'no plan of the operator' using errcode = 'check_violation', constraint = 'resale_source'; end if;
  select * into least from resale_floors f where f.account_id = seller and f.plan_id = source.source_plan_id and f.version = source.source_version
    and f.currency = new.currency and f.period = new.period for share;
  if not found or new.inclusive or new.amount < least.amount
    or (new.seat_amount is not null and (least.seat_amount is null or new.seat_amount < least.seat_amount))
    or (new.minute_amount is null) <> (least.minute_amount is null) or coalesce(new.minute_amount < least.minute_amount, false) then
    raise exception 'below the floor' using errcode = 'check_violation', constraint = 'resale_floor';
  end if;
  return null;
end $$;

-- A floor that a vendor sells at goes down at any time, and up only to what the vendor asks.
create or replace function resale_floor_step() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from resale_versions r join plan_prices p on p.plan_id = r.plan_id and p.version = r.version
    where r.account_id = old.account_id and r.source_plan_id = old.plan_id and r.source_version = old.version
      and p.currency = old.currency and p.period = old.period
      and (tg_op = 'DELETE' or p.amount < new.amount or (p.seat_amount is not null and (new.seat_amount is null or p.seat_amount < new.seat_amount))
        or (new.minute_amount is not null and (p.minute_amount is null or p.minute_amount < new.minute_amount)))
  ) then
    raise exception 'the vendor sells at less' using errcode = 'check_violation', constraint = 'resale_floor_held';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- A plan is handed on as the same kind of thing, with the same hours.
create function resale_kind() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from plans mine join plans source on source.id = new.source_plan_id
    join plan_versions v on v.plan_id = mine.id and v.version = new.version
    join plan_versions w on w.plan_id = source.id and w.version = new.source_version
    where mine.id = new.plan_id and (mine.kind <> source.kind or v.hours is distinct from w.hours)
  ) then
    raise exception 'another kind of thing' using errcode = 'check_violation', constraint = 'resale_kind';
  end if;
  return null;
end $$;
create trigger resale_versions_kind after insert on resale_versions for each row execute function resale_kind();

-- Whether a vendor's coupon brings something below its floor: what is on sale, or what somebody has with that coupon. An amount comes off
-- a plan with its add-ons as a whole, so that it is the plan that has to bear it.
create or replace function resale_coupon_low(vendor uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select 1 from coupons c
    join plans p on p.seller_id = c.seller_id
      and case p.kind when 'base' then c.covers <> 'addons' and (c.plan_ids is null or p.id = any (c.plan_ids))
        when 'addon' then c.covers = 'addons' or (c.covers = 'both' and c.thousandths is not null) else false end
    join plan_prices price on price.plan_id = p.id and (c.currency is null or c.currency = price.currency)
    join resale_versions r on r.plan_id = price.plan_id and r.version = price.version and r.account_id = vendor
    join resale_floors f on f.account_id = vendor and f.plan_id = r.source_plan_id and f.version = r.source_version
      and f.currency = price.currency and f.period = price.period
    where c.seller_id = vendor
      and (resale_reduced(price.amount, c.thousandths, c.amount) < f.amount
        or (c.thousandths is not null and price.seat_amount is not null and resale_reduced(price.seat_amount, c.thousandths, null) < f.seat_amount))
      and ((price.version = p.version and p.visibility <> 'archived' and c.stopped_at is null and (c.most is null or c.used < c.most)
          and (c.expires_at is null or c.expires_at > now()))
        or exists (select 1 from subscriptions s where s.coupon_id = c.id and s.currency = price.currency and s.period = price.period
          and s.ended_at is null and s.coupon_left is distinct from 0
          and ((s.plan_id = price.plan_id and s.version = price.version)
            or s.addons @> jsonb_build_array(jsonb_build_object('planId', price.plan_id, 'version', price.version))))))
$$;
drop trigger coupons_floor on coupons;
create trigger coupons_floor after insert or update of thousandths, amount, currency, plan_ids, covers, stopped_at, expires_at, most on coupons
  for each row execute function resale_coupon();
