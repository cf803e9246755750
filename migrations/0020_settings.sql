-- core/platform: what the operator sets for the whole installation. Secrets in it are sealed, and only the system's eyes see it.
alter table settings
  add column version integer not null default 1,
  add column changed_by uuid references users (id) on delete set null;
revoke select on settings from ${app};

-- Every publication of a legal page is kept: the number of the terms is what a person agreed to.
create table legal_versions (
  kind text not null check (kind in ('imprint', 'privacy', 'terms')),
  version integer not null check (version > 0),
  -- language → Markdown
  texts jsonb not null,
  published_at timestamptz not null,
  published_by uuid references users (id) on delete set null,
  primary key (kind, version)
);

-- core/outbox: what a person wants to be told in an account, and how.
create table notice_choices (
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- kinds of notices that are not shown, and kinds of mails that are not sent
  no_notice text[] not null default '{}',
  no_mail text[] not null default '{}',
  digest text not null default 'off' check (digest in ('off', 'daily')),
  digested_at timestamptz,
  primary key (account_id, user_id)
);
create index notice_choices_digest on notice_choices (digested_at) where digest = 'daily';

-- meet/rooms: what a new room of the account starts with.
create table room_defaults (
  account_id uuid primary key references accounts (id) on delete cascade,
  value jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null
);

do $$
declare
  t text;
begin
  foreach t in array array['legal_versions', 'notice_choices', 'room_defaults'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
create policy own_choices on notice_choices to ${app} using (user_id = current_person() and account_id = current_account()) with check (user_id = current_person() and account_id = current_account());
grant select, insert, update (no_notice, no_mail, digest) on notice_choices to ${app};
create policy own_account on room_defaults to ${app} using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update (value, version, changed_at) on room_defaults to ${app};

-- What a transaction that writes a mail or a notice has to know of others, whoever's eyes it has: asked on its own connection,
-- because one that waits for a second connection can wait for ever.
create function mail_server_is_set() returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select value ->> 'host' from settings where key = 'platform.mail'), '') <> ''
$$;
create function turned_off(of_account uuid, of_user uuid, topic text, is_mail boolean) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select topic = any (case when is_mail then no_mail else no_notice end) from notice_choices where account_id = of_account and user_id = of_user), false)
$$;
create function look_of(of_account uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select branding from accounts where id = of_account), '{}'::jsonb)
$$;
