-- What the people who run the installation know of an account, and acting for a customer.

-- core/accounts: why an account is not open, in the words of whoever closed it, since when, and which account did it:
-- what the operator closed, a vendor does not open
alter table accounts
  add column state_reason text check (length(state_reason) between 1 and 1000),
  add column state_at timestamptz,
  add column state_by uuid references accounts (id);
create index accounts_kind on accounts (kind, id desc);
create index accounts_state on accounts (state, id desc) where state <> 'active';
create index accounts_by_name on accounts (name collate people_order, id);
create index memberships_owner on memberships (account_id, id) where role = 'owner';

-- Search in the middle of a word. A PostgreSQL without its contrib modules serves too, only slower.
do $$
begin
  create extension if not exists pg_trgm;
  create index accounts_name_parts on accounts using gin (name gin_trgm_ops);
  create index users_name_parts on users using gin (name gin_trgm_ops);
  create index users_email_parts on users using gin (email gin_trgm_ops);
exception when others then
  raise notice 'searching people and accounts goes without trigrams: %', sqlerrm;
end $$;

-- Roles of staff: which sets of permissions a place in the operator's account was given.
alter table memberships add column staff_roles text[] not null default '{}';

-- When somebody of the account was last there; written at most every ten minutes.
alter table account_use add column last_active_at timestamptz;
create function note_account_active() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account_use (account_id, last_active_at) values (new.account_id, new.last_seen_at)
    on conflict (account_id) do update set last_active_at = excluded.last_active_at
      where account_use.last_active_at is null or account_use.last_active_at < excluded.last_active_at - interval '10 minutes';
  return null;
end $$;

-- core/identity: a session that somebody of the operator or the vendor holds in the name of a customer
alter table sessions
  add column impersonated_by uuid references users (id),
  -- the session it was begun from: with it, this one ends
  add column parent_id uuid,
  add column reason text check (length(reason) between 1 and 500),
  -- of the cookie that leads back
  add column return_hash text unique,
  add constraint sessions_impersonation check ((impersonated_by is null) = (parent_id is null) and (impersonated_by is null) = (reason is null)),
  add constraint sessions_not_oneself check (impersonated_by <> user_id);
create index sessions_parent on sessions (parent_id) where parent_id is not null;
create index sessions_account_open on sessions (account_id) where ended_at is null;
create trigger sessions_active after insert or update of last_seen_at on sessions
  for each row when (new.impersonated_by is null) execute function note_account_active();
insert into account_use (account_id, last_active_at)
  select account_id, max(last_seen_at) from sessions group by account_id
  on conflict (account_id) do update set last_active_at = excluded.last_active_at;

-- operate/admin: notes about an account, for the account that keeps them alone
create table account_notes (
  id uuid primary key,
  -- whose note it is: the operator's or a vendor's account
  account_id uuid not null references accounts (id) on delete cascade,
  about_id uuid not null references accounts (id) on delete cascade,
  author_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null
);
create index account_notes_about on account_notes (account_id, about_id, id desc);
alter table account_notes enable row level security;
create policy system_all on account_notes to ${system} using (true) with check (true);
create policy own_account on account_notes to ${app} using (account_id = current_account()) with check (account_id = current_account());
-- a note is added, never changed
grant select, insert, delete on account_notes to ${system};
grant select, insert on account_notes to ${app};
