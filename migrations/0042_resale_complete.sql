-- sales/resale: one order of locks, papers of statements, changes inside of a period, coupons and trials of vendors' offers --------------

-- One order everywhere: whoever is going to lock a customer of a vendor locks the vendor first. Returns the same id.
create function hold_vendor_of(account uuid) returns uuid language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform 1 from vendors v where v.account_id = (select a.vendor_account_id from accounts a where a.id = account) for update;
  return account;
end $$;
revoke execute on function hold_vendor_of(uuid) from public;
grant execute on function hold_vendor_of(uuid) to ${app}, ${system};

-- The files of a statement, made once.
alter table resale_statements add column pdf_sha256 text, add column xml_sha256 text, add column papers_at timestamptz;
alter table resale_statements add check (papers_at is null or kind = 'wholesale' or pdf_sha256 is not null);
create index resale_statements_papers on resale_statements (id) where papers_at is null;
-- A statement is what it was; its files and the payout are each written on it once.
create or replace function statement_frozen() returns trigger language plpgsql as $$
declare
  paper text[] := array['pdf_sha256', 'xml_sha256', 'papers_at'];
  payout text[] := array['paid_on', 'bank_ref'];
  was jsonb := to_jsonb(old);
  is_now jsonb;
begin
  if tg_op = 'DELETE' then
    raise exception 'a statement never changes' using errcode = 'check_violation', constraint = 'resale_statements_frozen';
  end if;
  is_now := to_jsonb(new);
  if is_now - paper - payout <> was - paper - payout
    or (old.papers_at is not null and (new.papers_at, new.pdf_sha256, new.xml_sha256) is distinct from (old.papers_at, old.pdf_sha256, old.xml_sha256))
    or (old.paid_on is not null and (new.paid_on, new.bank_ref) is distinct from (old.paid_on, old.bank_ref)) then
    raise exception 'a statement never changes' using errcode = 'check_violation', constraint = 'resale_statements_frozen';
  end if;
  return new;
end $$;

-- What is charged once: that a period began ('period'), that its plan changed inside of it (the id of the note), that it ended early ('end').
alter table resale_charges add column piece text not null default 'period' check (length(piece) between 1 and 40);
alter table resale_charges drop constraint resale_charges_pkey;
alter table resale_charges add primary key (subscription_id, piece, starts_at);

-- A trial of what is handed on is no longer than the operator's own.
create function resale_trial() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from plan_versions mine join plan_versions source on source.plan_id = new.source_plan_id and source.version = new.source_version
    where mine.plan_id = new.plan_id and mine.version = new.version and (mine.trial_days > source.trial_days or mine.trial_needs_method)
  ) then
    raise exception 'longer than the trial of the operator' using errcode = 'check_violation', constraint = 'resale_trial';
  end if;
  return null;
end $$;
create trigger resale_versions_trial after insert on resale_versions for each row execute function resale_trial();

-- What a price is with a coupon; a part of it is rounded up, so that no sum of prices ends below the sum of its floors.
create function resale_reduced(price bigint, thousandths integer, off bigint) returns bigint language sql immutable as $$
  select case when thousandths is not null then price - (price * thousandths + 99999) / 100000 else greatest(0, price - coalesce(off, 0)) end
$$;
-- Whether a vendor's coupon brings something below its floor: what is on sale, or what somebody has with that coupon.
create function resale_coupon_low(vendor uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select 1 from coupons c
    join plans p on p.seller_id = c.seller_id and (c.plan_ids is null or p.id = any (c.plan_ids))
    join plan_prices price on price.plan_id = p.id and (c.currency is null or c.currency = price.currency)
    join resale_versions r on r.plan_id = price.plan_id and r.version = price.version and r.account_id = vendor
    join resale_floors f on f.account_id = vendor and f.plan_id = r.source_plan_id and f.version = r.source_version
      and f.currency = price.currency and f.period = price.period
    where c.seller_id = vendor
      and (resale_reduced(price.amount, c.thousandths, c.amount) < f.amount
        or (c.thousandths is not null and price.seat_amount is not null and resale_reduced(price.seat_amount, c.thousandths, null) < f.seat_amount))
      and ((price.version = p.version and p.visibility <> 'archived' and c.stopped_at is null and (c.most is null or c.used < c.most)
          and (c.expires_at is null or c.expires_at > now()))
        or exists (select 1 from subscriptions s where s.coupon_id = c.id and s.plan_id = price.plan_id and s.version = price.version
          and s.currency = price.currency and s.period = price.period and s.ended_at is null and s.coupon_left is distinct from 0)))
$$;
create function resale_coupon() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  vendor uuid := case tg_table_name when 'resale_floors' then to_jsonb(new) ->> 'account_id' else to_jsonb(new) ->> 'seller_id' end;
begin
  if exists (select 1 from vendors v where v.account_id = vendor) and resale_coupon_low(vendor) then
    raise exception 'a coupon goes below the floor' using errcode = 'check_violation', constraint = 'resale_coupon';
  end if;
  return null;
end $$;
create trigger coupons_floor after insert or update of thousandths, amount, currency, plan_ids, stopped_at, expires_at, most on coupons
  for each row execute function resale_coupon();
create trigger resale_floors_coupon after insert or update on resale_floors for each row execute function resale_coupon();
-- at the end of the transaction: a plan, its version and its prices are written one after the other
create constraint trigger plans_coupon_floor after insert or update of version, visibility on plans deferrable initially deferred
  for each row execute function resale_coupon();
