-- talk/chat: open pages of people, kept fresh by the process that holds them; lost ones are over after seconds, so no log is written of them
create unlogged table chat_connections (
  id uuid primary key,
  user_id uuid not null,
  account_id uuid not null,
  seen_at timestamptz not null
);
create index chat_connections_user on chat_connections (user_id, account_id);
create index chat_connections_account on chat_connections (account_id);
create index chat_connections_seen on chat_connections (seen_at);

create table chat_preferences (
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid not null references accounts (id),
  show_presence boolean not null,
  primary key (user_id, account_id)
);
create index chat_preferences_account on chat_preferences (account_id);
create index attendances_inside on attendances (user_id) where left_at is null and user_id is not null;

do $$
declare
  t text;
begin
  foreach t in array array['chat_connections', 'chat_preferences'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
