-- sales/bank: what the seller's bank says, and files of a period. Amounts are minor units of `currency` ----------------------------

-- How much the seller leaves to the program.
create table bank_settings (
  seller_id uuid primary key references accounts (id),
  -- so many exact proposals somebody confirms by hand before they are booked by themselves; null = never
  auto_after integer default 10 check (auto_after between 0 and 10000),
  -- what may be missing of a sum as charges of a bank, in minor units of its currency
  tolerance bigint not null default 0 check (tolerance between 0 and 100000),
  revision integer not null default 1,
  changed_at timestamptz not null
);

-- One for each statement that a file holds.
create table bank_statements (
  id uuid primary key,
  seller_id uuid not null references accounts (id),
  sha256 text not null,
  position integer not null,
  file text not null,
  format text not null check (format in ('camt.053', 'MT940', 'CSV')),
  account text,
  from_day date,
  to_day date,
  opening bigint,
  closing bigint,
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- lines in it, and how many of them were not known yet
  lines integer not null,
  added integer not null,
  read_by uuid not null,
  read_at timestamptz not null,
  unique (seller_id, sha256, position)
);
create index bank_statements_of on bank_statements (seller_id, id desc);

-- A line of a statement, once, however many files have it.
create table bank_entries (
  id uuid primary key,
  seller_id uuid not null references accounts (id),
  statement_id uuid not null references bank_statements (id),
  -- the lasting name of the movement
  print text not null,
  booked_on date not null,
  value_on date,
  -- below zero when it went out
  amount bigint not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payer_name text,
  payer_iban text,
  texts text[] not null,
  end_to_end text,
  bank_ref text,
  state text not null check (state in ('open', 'booked', 'ignored', 'out')),
  how text check (how in ('hand', 'auto')),
  -- booked as it was proposed, with the exact reference and amount
  agreed boolean not null default false,
  -- of what went out: the booked line that it takes back
  returns uuid references bank_entries (id),
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  unique (seller_id, print),
  check ((state in ('booked', 'ignored')) = (decided_at is not null)),
  check (state <> 'ignored' or reason is not null)
);
create index bank_entries_open on bank_entries (seller_id, booked_on, id) where state = 'open';
create index bank_entries_of on bank_entries (seller_id, state, id desc);
create index bank_entries_agreed on bank_entries (seller_id) where agreed;
create index bank_entries_amount on bank_entries (seller_id, currency, amount) where state = 'booked';

-- What a line was put on.
create table bank_bookings (
  entry_id uuid not null references bank_entries (id),
  position integer not null,
  seller_id uuid not null references accounts (id),
  invoice_id uuid not null references invoices (id),
  payment_id uuid not null references payments (id),
  -- the account that was paid for
  payer_id uuid not null references accounts (id),
  amount bigint not null check (amount > 0),
  primary key (entry_id, position)
);
create unique index bank_bookings_payment on bank_bookings (payment_id);
create index bank_bookings_payer on bank_bookings (seller_id, payer_id);

-- A line says for good what the bank said.
create function bank_entry_kept() returns trigger language plpgsql as $$
declare
  moving text[] := array['state', 'how', 'agreed', 'returns', 'reason', 'decided_by', 'decided_at'];
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving or (old.state = 'booked' and new.state <> 'booked') then
    raise exception 'a line of a statement is kept' using errcode = 'check_violation', constraint = 'bank_entries_kept';
  end if;
  return new;
end $$;
create trigger bank_entries_kept before update on bank_entries for each row execute function bank_entry_kept();

-- Files of a period: of what an account was asked to pay, or of all that a seller asked for.
create table period_exports (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  asked_by uuid not null references users (id),
  side text not null check (side in ('buyer', 'seller')),
  parts text[] not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  state text not null check (state in ('waiting', 'running', 'ready', 'failed', 'gone')),
  progress integer not null default 0 check (progress between 0 and 100),
  tries integer not null default 0,
  alive_at timestamptz,
  bytes bigint,
  created_at timestamptz not null,
  ready_at timestamptz,
  ends_at timestamptz
);
create index period_exports_of on period_exports (account_id, side, id desc);
create index period_exports_busy on period_exports (state) where state in ('waiting', 'running');
create index period_exports_ends on period_exports (ends_at) where state = 'ready';

-- What a customer does not agree with; reminders wait until it is answered.
create table invoice_objections (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  invoice_id uuid not null references invoices (id),
  state text not null check (state in ('open', 'answered', 'withdrawn')),
  reason text not null,
  raised_by uuid not null,
  answer text,
  answered_by uuid,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null)),
  check (state <> 'answered' or answer is not null)
);
create unique index invoice_objections_one on invoice_objections (invoice_id) where state = 'open';
create index invoice_objections_of on invoice_objections (invoice_id, id desc);
create index invoice_objections_open on invoice_objections (seller_id, id) where state = 'open';

do $$
declare
  t text;
begin
  foreach t in array array['bank_settings', 'bank_statements', 'bank_entries', 'bank_bookings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
  end loop;
  foreach t in array array['period_exports', 'invoice_objections'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
grant select, insert, update on bank_settings, bank_entries, invoice_objections to ${system};
grant select, insert on bank_statements, bank_bookings to ${system};
grant select, insert, update, delete on period_exports to ${system};
