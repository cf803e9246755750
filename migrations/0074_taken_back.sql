-- sales/billing: what a bank took of a payment is kept with the payment, so that what came for a claim does not depend on how its refunds end ---

-- In minor units, no more than came: off the claim and off the balance together.
alter table payments add column taken bigint not null default 0, add constraint payments_taken check (taken between 0 and amount);

-- As it was booked when it was taken.
update payments p set taken = b.amount from (
  select e.payment_id, -sum(l.amount) as amount from journal_entries e
    join journal_lines l on l.entry_id = e.id and l.ledger in ('bank', 'card')
    where e.cause = 'reversal' and e.payment_id is not null group by 1) b
  where b.payment_id = p.id and b.amount > 0;

-- What a claim counts as paid is what came for it and was not taken back; the same reckoning as `invoice_paid` of the books.
create or replace function claim_paid() returns trigger language plpgsql as $$
declare
  claim uuid;
  counted bigint;
  came bigint;
begin
  if tg_table_name = 'invoices' then claim := new.id; else claim := new.invoice_id; end if;
  select i.paid into counted from invoices i where i.id = claim and i.kind = 'invoice';
  if not found then return null; end if;
  select coalesce(sum(p.amount - p.taken
      - coalesce((select sum(b.amount) from balance_entries b where b.payment_id = p.id and b.cause in ('overpaid', 'reversed')), 0)), 0)
    into came from payments p where p.invoice_id = claim and p.state in ('succeeded', 'reversed');
  if came <> counted then
    raise exception 'counted as paid: %, came: %', counted, came using errcode = 'check_violation', constraint = 'invoices_paid_came';
  end if;
  return null;
end $$;
drop trigger payments_paid_came on payments;
create constraint trigger payments_paid_came after update on payments deferrable initially deferred for each row
  when ((new.state <> old.state and new.state in ('succeeded', 'reversed')) or new.taken <> old.taken) execute function claim_paid();

-- Nothing that was taken comes back: a bank that gives it back after all pays anew.
create or replace function payment_frozen() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.currency <> old.currency or new.invoice_id <> old.invoice_id or new.account_id <> old.account_id
    or new.seller_id <> old.seller_id or new.provider <> old.provider or new.taken < old.taken then
    raise exception 'a payment keeps its amount and its claim' using errcode = 'check_violation', constraint = 'payments_frozen';
  end if;
  return new;
end $$;

-- Never more goes back than came.
create or replace function refund_fits() returns trigger language plpgsql as $$
declare
  came record;
  sent bigint;
begin
  select p.amount, p.taken, p.currency, p.state, p.account_id into came from payments p where p.id = new.payment_id for update;
  select coalesce(sum(r.amount), 0) into sent from refunds r where r.payment_id = new.payment_id and r.state <> 'failed';
  if came.state <> 'succeeded' or came.currency <> new.currency or came.account_id <> new.account_id
    or sent + came.taken + new.amount > came.amount then
    raise exception 'more would go back than came' using errcode = 'check_violation', constraint = 'refunds_fit';
  end if;
  return new;
end $$;

-- What a payment gave the account leaves it once, though it may leave in parts; what a refund of it brought there that did not arrive is of the payment, too.
create or replace function reversal_fits() returns trigger language plpgsql as $$
declare
  given bigint;
begin
  if new.cause <> 'reversed' or new.payment_id is null then return new; end if;
  perform 1 from payments p where p.id = new.payment_id for update;
  select coalesce(sum(b.amount), 0) + coalesce((select sum(r.amount) from refunds r where r.payment_id = new.payment_id and r.state = 'failed'), 0)
    into given from balance_entries b where b.payment_id = new.payment_id and b.cause in ('overpaid', 'late', 'reversed');
  if given + new.amount < 0 then
    raise exception 'more would leave the balance than came to it' using errcode = 'check_violation', constraint = 'balance_entries_reversed';
  end if;
  return new;
end $$;
