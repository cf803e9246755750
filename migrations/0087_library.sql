-- core/files: the library of an account
create table library_folders (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- null: the top
  parent_id uuid references library_folders (id),
  owner_id uuid not null references users (id),
  name text not null check (name <> ''),
  share text not null check (share in ('private', 'group', 'account')),
  group_id uuid references iam_groups (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index library_folders_inside on library_folders (account_id, parent_id);
create index library_folders_parent on library_folders (parent_id) where parent_id is not null;
create index library_folders_owner on library_folders (owner_id);
create index library_folders_group on library_folders (group_id) where group_id is not null;

create table library_files (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  folder_id uuid references library_folders (id) on delete set null,
  owner_id uuid not null references users (id),
  name text not null check (name <> ''),
  -- null until a version of it was read
  kind text check (kind in ('presentation', 'document', 'picture', 'video')),
  share text not null check (share in ('private', 'group', 'account')),
  group_id uuid references iam_groups (id) on delete set null,
  -- the version that counts; it refers to the file, hence no reference back
  version_id uuid not null,
  -- room for tags of one's own
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid
);
create index library_files_inside on library_files (account_id, folder_id, updated_at desc) where deleted_at is null;
create index library_files_name on library_files (account_id, name collate people_order, id) where deleted_at is null;
create index library_files_bin on library_files (deleted_at) where deleted_at is not null;
create index library_files_folder on library_files (folder_id) where folder_id is not null;
create index library_files_owner on library_files (owner_id);
create index library_files_group on library_files (group_id) where group_id is not null;

create table library_versions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  file_id uuid not null references library_files (id) on delete cascade,
  number int not null,
  state text not null check (state in ('scanning', 'processing', 'ready', 'refused')),
  -- why it was refused, or what it lacks
  trouble text,
  -- where its bytes lie until it was read
  source text,
  -- the name under which it was sent
  sent_name text not null,
  mime text,
  ending text,
  bytes bigint not null,
  sha256 text,
  pages int,
  width int,
  height int,
  -- small pictures in its folder
  thumbnail boolean not null default false,
  previews int not null default 0,
  tries int not null default 0,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (file_id, number)
);
create index library_versions_open on library_versions (updated_at) where state in ('scanning', 'processing');
create index library_versions_account on library_versions (account_id);
create index library_versions_hash on library_versions (account_id, sha256) where sha256 is not null;

-- files on their way
create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  user_id uuid not null references users (id) on delete cascade,
  folder_id uuid references library_folders (id) on delete set null,
  -- the file that it becomes a version of, and, once it is done, the one that it became
  file_id uuid references library_files (id) on delete cascade,
  name text not null,
  bytes bigint not null check (bytes > 0),
  share text not null check (share in ('private', 'group', 'account')),
  group_id uuid references iam_groups (id) on delete set null,
  state text not null check (state in ('opening', 'receiving', 'done')),
  -- the request that writes; another one may ask for its turn
  lease_holder uuid,
  lease_until timestamptz,
  lease_wanted boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index uploads_of on uploads (account_id, user_id);
create index uploads_user on uploads (user_id);
create index uploads_idle on uploads (updated_at);
create index uploads_file on uploads (file_id) where file_id is not null;
create index uploads_folder on uploads (folder_id) where folder_id is not null;
create index uploads_group on uploads (group_id) where group_id is not null;

alter table library_folders enable row level security;
alter table library_files enable row level security;
alter table library_versions enable row level security;
alter table uploads enable row level security;
create policy system_all on library_folders to ${system} using (true) with check (true);
create policy system_all on library_files to ${system} using (true) with check (true);
create policy system_all on library_versions to ${system} using (true) with check (true);
create policy system_all on uploads to ${system} using (true) with check (true);
create policy own_account on library_folders to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy own_account on library_files to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy own_account on library_versions to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy own_account on uploads to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update, delete on library_folders, library_files, library_versions, uploads to ${app}, ${system};

-- What the library takes, and what was promised to uploads: counted before their first byte.
alter table account_use add column library_bytes bigint not null default 0;
-- with the owner's rights: nobody who serves an account writes its counters
create function count_library_bytes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint := 0;
  now_bytes bigint := 0;
begin
  if tg_op <> 'INSERT' and old.state <> 'done' then before := old.bytes; end if;
  if tg_op <> 'DELETE' and new.state <> 'done' then now_bytes := new.bytes; end if;
  if now_bytes <> before then
    insert into account_use (account_id, library_bytes)
      values (case when tg_op = 'DELETE' then old.account_id else new.account_id end, now_bytes - before)
      on conflict (account_id) do update set library_bytes = account_use.library_bytes + excluded.library_bytes;
  end if;
  return null;
end $$;
create trigger library_versions_bytes after insert or delete or update of bytes on library_versions
  for each row execute function count_library_bytes();
create trigger uploads_bytes after insert or delete or update of bytes, state on uploads
  for each row execute function count_library_bytes();

-- What was sold before says nothing of a library: it holds what an account without a plan holds.
alter table plan_versions disable trigger user;
update plan_versions v set entitlements = '{"libraryGb": 10, "fileMb": 500, "filePages": 1000}'::jsonb || v.entitlements
  from plans p where p.id = v.plan_id and p.kind = 'base';
alter table plan_versions enable trigger user;
update accounts set
  plan_entitlements = '{"libraryGb": 10, "fileMb": 500, "filePages": 1000}'::jsonb || plan_entitlements,
  coming_entitlements = '{"libraryGb": 10, "fileMb": 500, "filePages": 1000}'::jsonb || coming_entitlements
  where plan_entitlements is not null or coming_entitlements is not null;
