-- sales/resale: of what a vendor sold only the periods and minutes are read for which it can still be charged -------------------------

-- The vendor that may owe for it; null: everything of it is charged, or no vendor sold it. `owed_turn` tells whether anything came since it was read.
alter table subscription_periods add column owed_by uuid references accounts (id), add column owed_turn integer not null default 0;
create index subscription_periods_owed on subscription_periods (owed_by, starts_at) where owed_by is not null;
alter table minute_charges add column owed_by uuid references accounts (id);
create index minute_charges_owed on minute_charges (owed_by, month) where owed_by is not null;

create function vendor_or_none(seller uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from accounts a where a.id = seller and a.kind = 'vendor'
$$;
revoke execute on function vendor_or_none(uuid) from public;
grant execute on function vendor_or_none(uuid) to ${system};

create function period_owed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.owed_by := (select vendor_or_none(s.seller_id) from subscriptions s where s.id = new.subscription_id);
  return new;
end $$;
create trigger subscription_periods_owed before insert on subscription_periods for each row execute function period_owed();

create function minutes_owed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.owed_by := vendor_or_none(new.seller_id);
  return new;
end $$;
create trigger minute_charges_owed before insert on minute_charges for each row execute function minutes_owed();

-- What happens within a period that is charged is owed besides. Numbers of milliseconds become instants with a little to spare.
create function period_owed_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seller uuid := vendor_or_none(new.seller_id);
begin
  if seller is null then return null; end if;
  if tg_table_name = 'billing_events' then
    update subscription_periods p set owed_by = seller, owed_turn = p.owed_turn + 1
      where p.subscription_id = new.subscription_id
        and p.ends_at >= coalesce(to_timestamp((new.data ->> 'at')::double precision / 1000), new.at) - interval '1 second';
  else
    update subscription_periods p set owed_by = seller, owed_turn = p.owed_turn + 1
      where p.subscription_id = new.id and p.ends_at >= new.ended_at;
  end if;
  return null;
end $$;
create trigger billing_events_owed after insert on billing_events for each row
  when (new.kind in ('subscription.changed', 'subscription.extended') and new.subscription_id is not null) execute function period_owed_again();
create trigger subscriptions_owed after update of ended_at on subscriptions for each row
  when (new.ended_at is not null and new.ended_at is distinct from old.ended_at) execute function period_owed_again();

-- What is charged by now is put away by the first look.
update subscription_periods p set owed_by = s.seller_id
  from subscriptions s join accounts a on a.id = s.seller_id and a.kind = 'vendor'
  where s.id = p.subscription_id and p.starts_at > now() - interval '410 days';
update minute_charges m set owed_by = m.seller_id
  from accounts a where a.id = m.seller_id and a.kind = 'vendor' and m.month > current_date - 410;
