-- meet/meetings: what the console of a running meeting may change
alter table meetings
  add column entry_locked_at timestamptz,
  add column locks jsonb;

-- connect/endpoint: more of what a secret may
alter table endpoint_secrets
  add column hashes text[],
  add column meetings_at_once integer check (meetings_at_once > 0),
  add column people_per_meeting integer check (people_per_meeting > 0);
grant update (hashes, meetings_at_once, people_per_meeting) on endpoint_secrets to ${app};

-- meet/servers: where the meetings of an account go, as the operator decided
create table account_placement (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- any one of them will do
  pools text[] not null default '{}',
  pools_required boolean not null default false,
  region text,
  region_required boolean not null default false,
  revision integer not null default 1,
  changed_at timestamptz not null
);
alter table account_placement enable row level security;
create policy system_all on account_placement to ${system} using (true) with check (true);
create policy own_account on account_placement to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on account_placement to ${system};
grant select on account_placement to ${app};

-- core/identity: the picture by which a person is known, drawn anew by us
create table user_pictures (
  user_id uuid primary key references users (id) on delete cascade,
  -- the name of its address
  hash text not null unique check (hash ~ '^[0-9a-f]{40}$'),
  picture bytea not null check (length(picture) <= 200000),
  changed_at timestamptz not null
);
alter table user_pictures enable row level security;
create policy system_all on user_pictures to ${system} using (true) with check (true);
grant select, insert, update, delete on user_pictures to ${system};
