-- meet/meetings: since when an account has more people in its meetings than its number, for as long as it has -------------------------

create table people_over (
  account_id uuid primary key references accounts (id) on delete cascade,
  since timestamptz not null
);
alter table people_over enable row level security;
create policy system_all on people_over to ${system} using (true) with check (true);
grant select, insert, delete on people_over to ${system};
