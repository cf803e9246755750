-- sales/plans: other terms for those who hold a plan already, and trials that were had ------------------------------------------

-- Whoever holds one version gets another with a renewal; each is told before.
create table plan_moves (
  id uuid primary key,
  seller_id uuid not null references accounts (id),
  plan_id uuid not null references plans (id),
  from_version integer not null,
  to_version integer not null check (to_version > from_version),
  -- with renewals from then on
  starts_at timestamptz not null,
  made_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  foreign key (plan_id, from_version) references plan_versions (plan_id, version),
  foreign key (plan_id, to_version) references plan_versions (plan_id, version),
  unique (plan_id, from_version)
);
create index subscriptions_version on subscriptions (plan_id, version) where ended_at is null;

-- A trial is had once: what stands here is a keyed digest of an address or a card, and leads back to nobody.
create table trial_marks (
  seller_id uuid not null references accounts (id),
  kind text not null check (kind in ('mail', 'card')),
  mark text not null check (mark ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null,
  primary key (seller_id, kind, mark)
);
-- the same for every customer of the provider that has the card
alter table payment_methods add column fingerprint text;

do $$
declare
  t text;
begin
  foreach t in array array['plan_moves', 'trial_marks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert on plan_moves, trial_marks to ${system};
