-- Invoices to public bodies in Germany (XRechnung): where they are to be routed, and whom to ask about them.
alter table billing_profiles add column leitweg_id text check (leitweg_id ~ '^[0-9A-Z-]{5,46}$');
alter table billing_sellers
  add column contact_name text,
  add column contact_phone text,
  add column contact_email text;
