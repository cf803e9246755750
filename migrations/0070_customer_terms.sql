-- sales/billing: what a seller agreed with one of its customers, and where a seller is registered for VAT --------------------------

-- tax: {category, rate, code, text, from, until, reason, by, at}: what counts instead of the decision; null: nothing was agreed.
-- trust: {days, reason, by, at}: how long what is bought by transfer runs before its money is here; null: as with everybody.
create table billing_terms (
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  tax jsonb,
  trust jsonb check (trust is null or (trust ->> 'days')::integer between 0 and 60),
  revision integer not null,
  changed_at timestamptz not null,
  primary key (account_id, seller_id),
  check (seller_id <> account_id)
);
create index billing_terms_seller on billing_terms (seller_id);
alter table billing_terms enable row level security;
create policy system_all on billing_terms to ${system} using (true) with check (true);
create policy own_account on billing_terms for select to ${app} using (account_id = current_account());
grant select on billing_terms to ${app};
grant select, insert, update, delete on billing_terms to ${system};

alter table billing_sellers
  -- [{place, vatId}]: further countries whose VAT the seller pays itself
  add column registrations jsonb not null default '[]' check (jsonb_typeof(registrations) = 'array'),
  -- a small business beyond its border: exempt there too, or taxed as everybody else
  add column abroad text not null default 'exempt' check (abroad in ('exempt', 'as-standard'));

-- What was decided for this one draft alone, in the shape of `billing_terms.tax`.
alter table invoices add column own_tax jsonb;
