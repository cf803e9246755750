-- sales/books: what a month brought in, kept as it was, and what the nightly check found --------------------------------------

-- Up to which month the figures of a seller are closed; the next one is counted from `books_standing`.
create table books_closed (
  seller_id uuid primary key references accounts (id),
  -- the first day of the newest closed month
  month date not null,
  closed_at timestamptz not null
);

-- One closed month in one currency, in minor units without tax. It is never counted again.
create table books_months (
  seller_id uuid not null references accounts (id),
  month date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- what the subscriptions bring in a month, at its end
  recurring bigint not null,
  -- more than at the end of the month before: new and raised; less: left and lowered
  gained bigint not null check (gained >= 0),
  lost bigint not null check (lost >= 0),
  subscriptions integer not null,
  came integer not null,
  gone integer not null,
  trials_turned integer not null,
  trials_ended integer not null,
  primary key (seller_id, month, currency)
);

-- What each subscription brought at the end of the newest closed month.
create table books_standing (
  subscription_id uuid primary key references subscriptions (id),
  seller_id uuid not null references accounts (id),
  currency text not null,
  amount bigint not null
);
create index books_standing_of on books_standing (seller_id);

-- The last run of the check.
create table books_check (
  lone boolean primary key default true check (lone),
  checked_at timestamptz not null,
  findings integer not null
);
-- What does not agree; one row for each thing and rule as long as it lasts. Ids and figures only.
create table books_findings (
  id uuid primary key,
  rule text not null,
  subject_kind text not null,
  subject_id text not null,
  expected bigint,
  found bigint,
  currency text,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  gone_at timestamptz
);
create unique index books_findings_once on books_findings (rule, subject_id) where gone_at is null;
create index books_findings_gone on books_findings (gone_at) where gone_at is not null;

do $$
declare
  t text;
begin
  foreach t in array array['books_closed', 'books_months', 'books_standing', 'books_check', 'books_findings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
