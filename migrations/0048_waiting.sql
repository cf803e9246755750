-- sales/billing: claims whose tax waits for an answer, starts that are still to come, and months for nothing -----------------------

-- What is done when nobody says in time whether a VAT number is valid: charge with tax, or hold for a person.
alter table billing_sellers add column tax_fallback text not null default 'charge' check (tax_fallback in ('charge', 'hold'));

create index invoices_pending_tax on invoices (id) where state = 'pending_tax';

-- Given for nothing until then, in one period of its own.
alter table subscriptions add column free_until timestamptz;

-- A claim that never had a number may go; the minutes on it are charged with the next one.
create or replace function minute_charge_step() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.seller_id, new.subscription_id, new.month, new.turn, new.currency, new.inclusive, new.rate, new.included,
      new.minutes, new.billed, new.amount) is distinct from
     (old.id, old.account_id, old.seller_id, old.subscription_id, old.month, old.turn, old.currency, old.inclusive, old.rate, old.included,
      old.minutes, old.billed, old.amount)
    or (old.invoice_id is not null and old.invoice_id is distinct from new.invoice_id
      and exists (select 1 from invoices i where i.id = old.invoice_id and i.state not in ('void', 'draft'))) then
    raise exception 'minutes are charged once' using errcode = 'check_violation', constraint = 'minute_charges_once';
  end if;
  return new;
end $$;
