-- core/iam: what people of an account may do. Statements are JSON, checked on every way in; `granted_by` is whoever gave them, because
-- nobody gives more than they hold, and that is asked again at each decision.

alter table accounts add column alias text check (alias ~ '^[a-z0-9](-?[a-z0-9]){2,31}$');
create unique index accounts_alias on accounts (alias);

-- opened with a second factor or a passkey
alter table sessions add column strong boolean not null default false;

-- kinds are named in one place, the product's own rules
alter table link_tokens drop constraint link_tokens_kind_check;
alter table link_tokens add constraint link_tokens_kind_check check (kind ~ '^[a-z-]{2,40}$');

alter table memberships drop constraint memberships_state_check;
-- a place that was taken away stays as a tombstone: what its holder gave to others is still measured by it
alter table memberships add constraint memberships_state_check check (state in ('active', 'suspended', 'deleted'));
alter table memberships
  add column preset text not null default 'none'
    check (preset in ('owner', 'admin', 'moderator', 'member', 'viewer', 'billing', 'support', 'none')),
  add column statements jsonb not null default '[]',
  add column boundary jsonb,
  add column granted_by uuid references users (id),
  add column expires_at timestamptz,
  -- out until the person chose a new password after this moment
  add column locked_at timestamptz,
  add column version integer not null default 1;
update memberships set preset = case role when 'staff' then 'none' else role end;
create index memberships_account on memberships (account_id, id desc);
-- places are written by the system alone: nobody lifts themselves
revoke insert, update on memberships from ${app};

create table iam_sets (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  description text not null default '',
  statements jsonb not null,
  granted_by uuid references users (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index iam_sets_name on iam_sets (account_id, lower(name));

create table iam_groups (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  description text not null default '',
  statements jsonb not null default '[]',
  granted_by uuid references users (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index iam_groups_name on iam_groups (account_id, lower(name));
create index iam_groups_account on iam_groups (account_id, id desc);

create table iam_group_sets (
  account_id uuid not null references accounts (id) on delete cascade,
  group_id uuid not null references iam_groups (id) on delete cascade,
  set_id uuid not null references iam_sets (id) on delete cascade,
  granted_by uuid references users (id),
  primary key (group_id, set_id)
);
create index iam_group_sets_set on iam_group_sets (set_id);

create table iam_group_members (
  account_id uuid not null references accounts (id) on delete cascade,
  group_id uuid not null references iam_groups (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('asked', 'in')),
  granted_by uuid references users (id),
  since timestamptz not null,
  primary key (group_id, user_id)
);
create index iam_group_members_user on iam_group_members (user_id, account_id);

create table iam_member_sets (
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  set_id uuid not null references iam_sets (id) on delete cascade,
  granted_by uuid references users (id),
  primary key (account_id, user_id, set_id)
);
create index iam_member_sets_set on iam_member_sets (set_id);

create table iam_invitations (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  email text not null,
  name text not null default '',
  -- preset, statements, boundary, sets, groups and the end of access, as they will be given
  grants jsonb not null,
  state text not null check (state in ('open', 'accepted', 'declined', 'revoked')),
  invited_by uuid references users (id),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index iam_invitations_open on iam_invitations (account_id, email) where state = 'open';
create index iam_invitations_email on iam_invitations (email) where state = 'open';

create table iam_uses (
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  permission text not null,
  used_at timestamptz not null,
  primary key (account_id, user_id, permission)
);

-- Read by each request together with the session: what a process remembers of a person's policy counts for this number alone.
create table iam_versions (
  account_id uuid primary key references accounts (id) on delete cascade,
  version bigint not null
);

-- with the owner's rights: it counts whoever changes something
create function bump_iam_version() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into iam_versions (account_id, version)
    values (case when tg_op = 'DELETE' then old.account_id else new.account_id end, 1)
    on conflict (account_id) do update set version = iam_versions.version + 1;
  return null;
end $$;

do $$
declare
  t text;
begin
  foreach t in array array['memberships', 'iam_sets', 'iam_groups', 'iam_group_sets', 'iam_group_members', 'iam_member_sets'] loop
    execute format('create trigger %I after insert or update or delete on %I for each row execute function bump_iam_version()', t || '_version', t);
  end loop;
  foreach t in array array['iam_sets', 'iam_groups', 'iam_group_sets', 'iam_group_members', 'iam_member_sets', 'iam_invitations', 'iam_uses', 'iam_versions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;

-- when somebody was last there in an account
create index sessions_place on sessions (user_id, account_id, last_seen_at desc);
