-- Reports of a day (camt.052) are read as statements are; MT940 stays for what was read before.
alter table bank_statements drop constraint bank_statements_format_check;
alter table bank_statements
  add constraint bank_statements_format_check check (format in ('camt.052', 'camt.053', 'MT940', 'CSV'));
-- what a file brings is compared with all lines of its days
create index bank_entries_day on bank_entries (seller_id, booked_on);
