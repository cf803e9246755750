-- A line of a credit note names the line of the invoice that it gives back; null where it was written for a whole group of tax.
alter table invoice_lines add column refers_to integer;

-- Never more of a line, or of a group of tax, is given back than was charged.
create function credit_lines_fit() returns trigger language plpgsql as $$
begin
  if new.kind <> 'credit_note' or new.refers_to is null or old.finalized_at is not null or new.finalized_at is null then return new; end if;
  perform 1 from invoices i where i.id = new.refers_to for update;
  if exists (
    select 1 from (
      select l.refers_to as position, sum(l.net) as net from invoice_lines l join invoices i on i.id = l.invoice_id
        where i.refers_to = new.refers_to and i.kind = 'credit_note' and (i.finalized_at is not null or i.id = new.id) and l.refers_to is not null
        group by l.refers_to) given
      left join invoice_lines line on line.invoice_id = new.refers_to and line.position = given.position
      where line.net is null or abs(given.net) > abs(line.net) or given.net * line.net < 0
  ) or exists (
    select 1 from (
      select t.category, t.rate, sum(t.base) as base, sum(t.tax) as tax from invoice_taxes t join invoices i on i.id = t.invoice_id
        where i.refers_to = new.refers_to and i.kind = 'credit_note' and (i.finalized_at is not null or i.id = new.id)
        group by t.category, t.rate) given
      left join invoice_taxes t on t.invoice_id = new.refers_to and t.category = given.category and t.rate = given.rate
      where t.base is null or abs(given.base) > abs(t.base) or abs(given.tax) > abs(t.tax)
  ) then
    raise exception 'more of a line is given back than was charged' using errcode = 'check_violation', constraint = 'invoice_lines_credited_most';
  end if;
  return new;
end $$;
create trigger invoices_credited_lines before update of finalized_at on invoices for each row execute function credit_lines_fit();

-- Where a consumer is by other signs than the address (Implementing Regulation (EU) 282/2011, article 24f), and what somebody decided where
-- they contradict it. Evidence stays as long as the invoice that it belongs to.
create table place_proofs (
  invoice_id uuid not null references invoices (id),
  kind text not null check (kind in ('card', 'bank', 'phone')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  payment_id uuid references payments (id),
  -- the country whose tax the invoice was reckoned for
  held text not null check (held ~ '^[A-Z]{2}$'),
  seen_at timestamptz not null,
  primary key (invoice_id, kind, country)
);
create index place_proofs_doubt on place_proofs (seller_id, invoice_id) where country <> held;
create table place_decisions (
  invoice_id uuid primary key references invoices (id),
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  held text not null check (held ~ '^[A-Z]{2}$'),
  -- where the customer is after all
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- the proofs that it was decided about, such as card:FR
  against text[] not null,
  reason text not null,
  decided_by uuid,
  decided_at timestamptz not null
);
create index place_decisions_of on place_decisions (account_id);
create trigger place_proofs_kept before update or delete on place_proofs for each row execute function money_kept();
create trigger place_decisions_kept before update or delete on place_decisions for each row execute function money_kept();
do $$
declare
  t text;
begin
  foreach t in array array['place_proofs', 'place_decisions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
    execute format('grant select, insert on %I to ${system}', t);
  end loop;
end $$;
