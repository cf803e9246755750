-- sales/billing: what two transactions at once could still do to a claim, a period and a balance ---------------------------------

-- A claim that is called off was settled by nothing: neither money, nor a credit note, nor the balance. The sum of the UBL is kept as well.
alter table invoices add column ubl_sha256 text;
create or replace function invoice_frozen() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'paid', 'credited', 'balance_used', 'remaining', 'closed_at', 'dunned', 'revision', 'papers_at', 'papers_tried_at', 'pdf_sha256', 'xml_sha256', 'ubl_sha256'];
begin
  if tg_op = 'DELETE' then
    if old.finalized_at is not null then raise exception 'a numbered invoice is kept' using errcode = 'check_violation', constraint = 'invoices_frozen'; end if;
    return old;
  end if;
  if old.finalized_at is null then return new; end if;
  if to_jsonb(new) - moving <> to_jsonb(old) - moving
    or (old.pdf_sha256 is not null and new.pdf_sha256 is distinct from old.pdf_sha256)
    or (old.xml_sha256 is not null and new.xml_sha256 is distinct from old.xml_sha256)
    or (old.ubl_sha256 is not null and new.ubl_sha256 is distinct from old.ubl_sha256) then
    raise exception 'a numbered invoice never changes' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  if new.state = 'void' and (new.paid > 0 or new.credited > 0 or new.balance_used > 0 or (old.state <> 'void' and old.credited > 0)) then
    raise exception 'what was settled in part is not void' using errcode = 'check_violation', constraint = 'invoices_void_paid';
  end if;
  return new;
end $$;

-- Periods of one subscription are written one after the other: whoever comes second sees the first. Everybody holds the subscription already.
create or replace function period_overlap() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.subscription_id = old.subscription_id and new.starts_at = old.starts_at and new.ends_at = old.ends_at then return new; end if;
  perform 1 from subscriptions s where s.id = new.subscription_id for no key update;
  if exists (select 1 from subscription_periods p where p.subscription_id = new.subscription_id
    and p.starts_at <> new.starts_at and p.starts_at < new.ends_at and new.starts_at < p.ends_at) then
    raise exception 'periods overlap' using errcode = 'exclusion_violation', constraint = 'subscription_periods_overlap';
  end if;
  return new;
end $$;

-- A period is claimed once, whether it is the first or a later one. Where one was claimed as both before, it holds for what comes.
do $$
declare
  held text := $q$subscription_id is not null and period_start is not null and cause in ('start', 'period') and state <> 'void'$q$;
  twice boolean;
begin
  execute 'select exists (select 1 from invoices where ' || held || ' group by subscription_id, period_start having count(*) > 1)' into twice;
  if twice then held := format('%s and id > %L', held, (select id from invoices order by id desc limit 1)); end if;
  execute 'create unique index invoices_period_once on invoices (subscription_id, period_start) where ' || held;
end $$;

-- A payment waits for a claim that is being called off, and the other way round. A card is asked for what is due and for no more.
create or replace function payment_fits() returns trigger language plpgsql as $$
declare
  asked record;
begin
  select i.state, i.currency, i.account_id, i.seller_id, i.remaining into asked from invoices i where i.id = new.invoice_id for no key update;
  if asked.state in ('draft', 'pending_tax') or (asked.state = 'void' and new.provider <> 'transfer')
    or asked.currency <> new.currency or asked.account_id <> new.account_id or asked.seller_id <> new.seller_id then
    raise exception 'no such claim' using errcode = 'check_violation', constraint = 'payments_claim';
  end if;
  if new.provider = 'card' and (asked.state not in ('open', 'uncollectible') or new.amount > asked.remaining) then
    raise exception 'a card pays what is due' using errcode = 'check_violation', constraint = 'payments_due';
  end if;
  return new;
end $$;

-- What a claim counts as paid is what came for it and stayed; the same reckoning as `invoice_paid` of the books, when all of a transaction is written.
create function claim_paid() returns trigger language plpgsql as $$
declare
  claim uuid;
  counted bigint;
  came bigint;
begin
  if tg_table_name = 'invoices' then claim := new.id; else claim := new.invoice_id; end if;
  select i.paid into counted from invoices i where i.id = claim and i.kind = 'invoice';
  if not found then return null; end if;
  select coalesce(sum(
      case when p.state = 'succeeded' then p.amount - coalesce((select sum(d.taken) from disputes d where d.payment_id = p.id), 0)
        else coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id and r.state <> 'failed'), 0) end
      - coalesce((select sum(b.amount) from balance_entries b where b.payment_id = p.id and b.cause in ('overpaid', 'reversed')), 0)), 0)
    into came from payments p where p.invoice_id = claim and p.state in ('succeeded', 'reversed');
  if came <> counted then
    raise exception 'counted as paid: %, came: %', counted, came using errcode = 'check_violation', constraint = 'invoices_paid_came';
  end if;
  return null;
end $$;
create constraint trigger invoices_paid_came after update on invoices deferrable initially deferred for each row
  when (new.kind = 'invoice' and new.paid <> old.paid) execute function claim_paid();
create constraint trigger invoices_paid_begin after insert on invoices deferrable initially deferred for each row
  when (new.kind = 'invoice' and new.paid <> 0) execute function claim_paid();
create constraint trigger payments_paid_came after update on payments deferrable initially deferred for each row
  when (new.state <> old.state and new.state in ('succeeded', 'reversed')) execute function claim_paid();

-- Nobody uses more of a balance than stands on it; what was given to this very claim may be used for it though the account owes.
create function balance_there() returns trigger language plpgsql as $$
declare
  there bigint;
begin
  if new.cause <> 'used' then return new; end if;
  select coalesce(sum(b.amount), 0) into there from balance_entries b where b.account_id = new.account_id and b.seller_id = new.seller_id
    and b.currency = new.currency and b.invoice_id = new.invoice_id and b.cause in ('given', 'used');
  if there + new.amount >= 0 then return new; end if;
  -- the lock of `holdBalance`: whoever uses some waits for whoever uses some
  perform pg_advisory_xact_lock(hashtextextended('balance ' || new.account_id, 0));
  select coalesce(sum(b.amount), 0) into there from balance_entries b
    where b.account_id = new.account_id and b.seller_id = new.seller_id and b.currency = new.currency;
  if there + new.amount < 0 then
    raise exception 'more is used than there is' using errcode = 'check_violation', constraint = 'balance_entries_there';
  end if;
  return new;
end $$;
create trigger balance_entries_there before insert on balance_entries for each row execute function balance_there();
