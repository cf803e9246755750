-- sales/billing: what happened within one millisecond stands in the order in which it was written; ids of that millisecond have none
alter table billing_events add column turn bigint generated always as identity;
create index billing_events_payment on billing_events (payment_id) where payment_id is not null;

-- sales/billing: payments as a list of their own, of whoever is paid and of whoever pays, as quick with a hundred thousand as with ten
create index payments_all on payments (seller_id, id desc);
create index payments_state on payments (seller_id, state, id desc);
create index payments_currency on payments (seller_id, currency, id desc);
create index payments_amount on payments (seller_id, amount);
create index payments_invoice on payments (invoice_id, id desc);

-- Search in the middle of a word; without its contrib modules PostgreSQL looks through all rows.
do $$
begin
  create extension if not exists pg_trgm;
  create index payments_parts on payments using gin ((coalesce(ref, '') || chr(10) || coalesce(bank_ref, '')) gin_trgm_ops);
  create index invoices_parts on invoices
    using gin ((coalesce(number, '') || chr(10) || coalesce(reference, '') || chr(10) || coalesce(buyer ->> 'name', '')) gin_trgm_ops);
exception when others then
  raise notice 'searching payments goes without trigrams: %', sqlerrm;
end $$;
