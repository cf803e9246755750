-- sales/billing: money that goes back, and money that a bank is in doubt about. Amounts are minor units of `currency` -----------

-- What goes back of a payment, by a credit note: one for each note, and a new one only when the first came to nothing.
create table refunds (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  invoice_id uuid not null references invoices (id),
  credit_note_id uuid not null references invoices (id),
  payment_id uuid not null references payments (id),
  provider text not null check (provider in ('card', 'transfer')),
  -- by transfer: created until somebody says that it was sent
  state text not null check (state in ('created', 'processing', 'succeeded', 'failed', 'unknown')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- the provider's name for it
  ref text,
  failure text,
  value_date date,
  bank_ref text,
  settled_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index refunds_once on refunds (credit_note_id) where state <> 'failed';
create unique index refunds_ref on refunds (provider, ref) where ref is not null;
create index refunds_payment on refunds (payment_id);
create index refunds_invoice on refunds (invoice_id);
create index refunds_waiting on refunds (changed_at) where state in ('created', 'processing', 'unknown');

-- The holder of a card told the bank that a charge is not right.
create table disputes (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  invoice_id uuid not null references invoices (id),
  payment_id uuid not null references payments (id),
  provider text not null check (provider in ('card')),
  ref text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- the bank's word for it
  reason text not null,
  -- until when the bank takes proof
  due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  changed_at timestamptz not null,
  unique (provider, ref)
);
create index disputes_payment on disputes (payment_id);
create index disputes_open on disputes (seller_id, id) where state = 'open';

-- What an event is about, where it does not carry our own name.
alter table provider_events add column payment_ref text;
create index provider_events_last on provider_events (received_at);
create index payments_charged on payments (settled_at) where provider = 'card' and state = 'succeeded';

alter table balance_entries drop constraint balance_entries_cause_check;
alter table balance_entries add constraint balance_entries_cause_check
  check (cause in ('overpaid', 'late', 'credit_note', 'proration', 'used', 'given', 'refunded', 'refund_failed', 'reversed'));
-- what a payment gave the account is taken back once
create unique index balance_entries_reversed on balance_entries (payment_id) where cause = 'reversed';

create function money_back_step() returns trigger language plpgsql as $$
declare
  allowed text[];
begin
  if new.amount <> old.amount or new.currency <> old.currency or new.payment_id <> old.payment_id then
    raise exception '% keep their amount', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '_amount';
  end if;
  if new.state = old.state then return new; end if;
  allowed := case tg_table_name
    -- a bank may send back what the provider called done
    when 'refunds' then array[
      'created>processing', 'created>succeeded', 'created>failed', 'created>unknown', 'unknown>processing', 'unknown>succeeded', 'unknown>failed',
      'processing>succeeded', 'processing>failed', 'succeeded>failed']
    else array['open>won', 'open>lost']
    end;
  if not (old.state || '>' || new.state = any (allowed)) then
    raise exception '%: % to %', tg_table_name, old.state, new.state using errcode = 'check_violation', constraint = tg_table_name || '_step';
  end if;
  return new;
end $$;
create trigger refunds_step before update on refunds for each row execute function money_back_step();
create trigger disputes_step before update on disputes for each row execute function money_back_step();
create trigger refunds_kept before delete on refunds for each row execute function money_kept();
create trigger disputes_kept before delete on disputes for each row execute function money_kept();

-- Never more goes back than came.
create function refund_fits() returns trigger language plpgsql as $$
declare
  came record;
  gone bigint;
begin
  select p.amount, p.currency, p.state, p.account_id into came from payments p where p.id = new.payment_id for update;
  select coalesce(sum(r.amount), 0) into gone from refunds r where r.payment_id = new.payment_id and r.state <> 'failed';
  if came.state <> 'succeeded' or came.currency <> new.currency or came.account_id <> new.account_id or gone + new.amount > came.amount then
    raise exception 'more would go back than came' using errcode = 'check_violation', constraint = 'refunds_fit';
  end if;
  return new;
end $$;
create trigger refunds_fit before insert on refunds for each row execute function refund_fits();

-- Who serves an account reads; money is moved by the system alone.
do $$
declare
  t text;
begin
  foreach t in array array['refunds', 'disputes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
grant select, insert, update on refunds, disputes to ${system};
