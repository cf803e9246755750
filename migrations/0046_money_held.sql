-- sales/billing: what a payment, a numbered invoice and a dispute may never become, whoever asks for it ------------------------

-- For whom a page to pay on was opened: for somebody of the account, or for whoever holds the link of the invoice.
alter table payments add column payer text not null default 'account' check (payer in ('account', 'link'));

-- What a bank took of the payment when the dispute was lost, in minor units: a part of it, or all that was left.
alter table disputes add column taken bigint not null default 0 check (taken >= 0);

-- News that nobody could take in is tried again; the one that waited longest since its last try comes first.
alter table provider_events add column tried_at timestamptz;
drop index provider_events_waiting;
create index provider_events_waiting on provider_events ((coalesce(tried_at, received_at))) where handled_at is null;

-- Rows begin at the beginning.
create function money_begins() returns trigger language plpgsql as $$
declare
  allowed text[];
begin
  allowed := case tg_table_name
    when 'subscriptions' then array['scheduled', 'incomplete', 'trialing', 'active']
    when 'invoices' then array['draft', 'pending_tax']
    else array['created', 'awaiting_transfer']
    end;
  if not (new.state = any (allowed)) then
    raise exception '%: begins as %', tg_table_name, new.state using errcode = 'check_violation', constraint = tg_table_name || '_begin';
  end if;
  return new;
end $$;
create trigger subscriptions_begin before insert on subscriptions for each row execute function money_begins();
create trigger invoices_begin before insert on invoices for each row execute function money_begins();
create trigger payments_begin before insert on payments for each row execute function money_begins();

-- A payment stays the money it is.
create function payment_frozen() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.currency <> old.currency or new.invoice_id <> old.invoice_id or new.account_id <> old.account_id
    or new.seller_id <> old.seller_id or new.provider <> old.provider then
    raise exception 'a payment keeps its amount and its claim' using errcode = 'check_violation', constraint = 'payments_frozen';
  end if;
  return new;
end $$;
create trigger payments_frozen before update on payments for each row execute function payment_frozen();

-- Parts of a numbered invoice stay with it, and none come from elsewhere.
create or replace function invoice_part_frozen() returns trigger language plpgsql as $$
begin
  if (tg_op <> 'INSERT' and exists (select 1 from invoices i where i.id = old.invoice_id and i.finalized_at is not null))
    or (tg_op <> 'DELETE' and exists (select 1 from invoices i where i.id = new.invoice_id and i.finalized_at is not null)) then
    raise exception 'a numbered invoice never changes' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- What was paid is taken back by a bank alone, and a claim is not called off while its money may be on the way.
create function invoice_held() returns trigger language plpgsql as $$
declare
  gone bigint;
begin
  if new.kind = 'invoice' and (new.paid < old.paid or (old.state = 'paid' and new.state = 'open')) then
    select coalesce((select sum(p.amount) from payments p where p.invoice_id = new.id and p.state = 'reversed'), 0)
      + coalesce((select sum(d.taken) from disputes d where d.invoice_id = new.id), 0) into gone;
    if new.paid >= old.paid or old.paid - new.paid > gone then
      raise exception 'no bank took that back' using errcode = 'check_violation', constraint = 'invoices_reopened';
    end if;
  end if;
  if new.state = 'void' and old.state <> 'void' and exists (select 1 from payments p where p.invoice_id = new.id
    and p.state in ('created', 'requires_action', 'processing', 'unknown', 'awaiting_transfer', 'reported')) then
    raise exception 'a payment is under way' using errcode = 'check_violation', constraint = 'invoices_void_waiting';
  end if;
  return new;
end $$;
create trigger invoices_held before update of paid, state on invoices for each row execute function invoice_held();

-- Never more is given back of an invoice than it came to.
create function credit_fits() returns trigger language plpgsql as $$
declare
  most bigint;
  given bigint;
begin
  if new.kind <> 'credit_note' or new.refers_to is null or old.finalized_at is not null or new.finalized_at is null then return new; end if;
  select i.total into most from invoices i where i.id = new.refers_to for update;
  select coalesce(sum(i.total), 0) into given from invoices i
    where i.refers_to = new.refers_to and i.kind = 'credit_note' and i.finalized_at is not null and i.id <> new.id;
  if given + new.total > most then
    raise exception 'more is given back than was charged' using errcode = 'check_violation', constraint = 'invoices_credited_most';
  end if;
  return new;
end $$;
create trigger invoices_credited_most before update of finalized_at on invoices for each row execute function credit_fits();

-- Never more goes back than came and is still there.
create or replace function refund_fits() returns trigger language plpgsql as $$
declare
  came record;
  gone bigint;
begin
  select p.amount, p.currency, p.state, p.account_id into came from payments p where p.id = new.payment_id for update;
  select coalesce((select sum(r.amount) from refunds r where r.payment_id = new.payment_id and r.state <> 'failed'), 0)
    + coalesce((select sum(d.taken) from disputes d where d.payment_id = new.payment_id), 0) into gone;
  if came.state <> 'succeeded' or came.currency <> new.currency or came.account_id <> new.account_id or gone + new.amount > came.amount then
    raise exception 'more would go back than came' using errcode = 'check_violation', constraint = 'refunds_fit';
  end if;
  return new;
end $$;

-- What a payment gave the account leaves it once, though it may leave in parts.
drop index balance_entries_reversed;
create index balance_entries_payment on balance_entries (payment_id) where payment_id is not null;
create function reversal_fits() returns trigger language plpgsql as $$
declare
  given bigint;
begin
  if new.cause <> 'reversed' or new.payment_id is null then return new; end if;
  perform 1 from payments p where p.id = new.payment_id for update;
  select coalesce(sum(b.amount), 0) into given from balance_entries b
    where b.payment_id = new.payment_id and b.cause in ('overpaid', 'late', 'reversed');
  if given + new.amount < 0 then
    raise exception 'more would leave the balance than came to it' using errcode = 'check_violation', constraint = 'balance_entries_reversed';
  end if;
  return new;
end $$;
create trigger balance_entries_reversed before insert on balance_entries for each row execute function reversal_fits();
