-- sales/billing: money that goes back when its tax does not fit what is asked for, and money that comes twice --------------------

-- What a change gives back by a credit note of its own, because it carried another tax: [{invoiceId, amount}], until that is written.
alter table subscriptions add column gives_back jsonb not null default '[]';
create index subscriptions_gives_back on subscriptions (id) where gives_back <> '[]'::jsonb;

-- A transfer may come for a claim that was called off, and is the account's then; nobody is asked to pay it by card.
create or replace function payment_fits() returns trigger language plpgsql as $$
declare
  asked record;
begin
  select i.state, i.currency, i.account_id, i.seller_id into asked from invoices i where i.id = new.invoice_id;
  if asked.state in ('draft', 'pending_tax') or (asked.state = 'void' and new.provider <> 'transfer')
    or asked.currency <> new.currency or asked.account_id <> new.account_id or asked.seller_id <> new.seller_id then
    raise exception 'no such claim' using errcode = 'check_violation', constraint = 'payments_claim';
  end if;
  return new;
end $$;

-- Papers that could not be made are tried again, those that waited longest since their last try first.
alter table invoices add column papers_tried_at timestamptz;
create index invoices_papers_waiting on invoices ((coalesce(papers_tried_at, finalized_at)))
  where papers_at is null and finalized_at is not null;
create or replace function invoice_frozen() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'paid', 'credited', 'balance_used', 'remaining', 'closed_at', 'dunned', 'revision', 'papers_at', 'papers_tried_at', 'pdf_sha256', 'xml_sha256'];
begin
  if tg_op = 'DELETE' then
    if old.finalized_at is not null then raise exception 'a numbered invoice is kept' using errcode = 'check_violation', constraint = 'invoices_frozen'; end if;
    return old;
  end if;
  if old.finalized_at is null then return new; end if;
  if to_jsonb(new) - moving <> to_jsonb(old) - moving
    or (old.pdf_sha256 is not null and new.pdf_sha256 is distinct from old.pdf_sha256)
    or (old.xml_sha256 is not null and new.xml_sha256 is distinct from old.xml_sha256) then
    raise exception 'a numbered invoice never changes' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  if new.state = 'void' and new.paid > 0 then
    raise exception 'what was paid in part is not void' using errcode = 'check_violation', constraint = 'invoices_void_paid';
  end if;
  return new;
end $$;
