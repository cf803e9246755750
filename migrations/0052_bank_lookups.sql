-- Whose account a payment came from is looked up by the account, for the lines at hand alone.
create index bank_entries_payer on bank_entries (seller_id, payer_iban) where payer_iban is not null;
