-- Lists that take as long with a hundred thousand rows as with ten.

-- core/accounts: how many people have a place in an account, beside its other figures
alter table account_use add column people integer not null default 0;
create function count_account_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before integer := 0;
  after integer := 0;
begin
  if tg_op <> 'INSERT' and old.state <> 'deleted' then before := 1; end if;
  if tg_op <> 'DELETE' and new.state <> 'deleted' then after := 1; end if;
  if after > before then
    insert into account_use (account_id, people) values (new.account_id, 1)
      on conflict (account_id) do update set people = account_use.people + 1;
  elsif after < before then
    update account_use set people = people - 1 where account_id = old.account_id;
  end if;
  return null;
end $$;
create trigger memberships_counted after insert or delete or update of state on memberships
  for each row execute function count_account_people();
insert into account_use (account_id, people) select account_id, count(*) from memberships where state <> 'deleted' group by 1
  on conflict (account_id) do update set people = excluded.people;

-- core/iam: how many people are in a group who have a place in its account
alter table iam_groups add column people integer not null default 0;
create function count_group_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row iam_group_members := case when tg_op = 'DELETE' then old else new end;
  step integer := 0;
begin
  if tg_op <> 'INSERT' and old.state = 'in' then step := step - 1; end if;
  if tg_op <> 'DELETE' and new.state = 'in' then step := step + 1; end if;
  if step <> 0 then
    update iam_groups set people = people + step where id = row.group_id and exists (
      select from memberships m where m.account_id = row.account_id and m.user_id = row.user_id and m.state <> 'deleted');
  end if;
  return null;
end $$;
create trigger iam_group_members_counted after insert or delete or update of state on iam_group_members
  for each row execute function count_group_people();
create function count_place_in_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  row memberships := case when tg_op = 'DELETE' then old else new end;
  step integer := 0;
begin
  if tg_op <> 'INSERT' and old.state <> 'deleted' then step := step - 1; end if;
  if tg_op <> 'DELETE' and new.state <> 'deleted' then step := step + 1; end if;
  if step <> 0 then
    update iam_groups set people = people + step where id in (
      select m.group_id from iam_group_members m
      where m.account_id = row.account_id and m.user_id = row.user_id and m.state = 'in');
  end if;
  return null;
end $$;
create trigger memberships_counted_in_groups after insert or delete or update of state on memberships
  for each row execute function count_place_in_groups();
update iam_groups g set people = c.n from (
  select m.group_id, count(*) as n from iam_group_members m join memberships p using (account_id, user_id)
  where m.state = 'in' and p.state <> 'deleted' group by 1) c
where c.group_id = g.id;

-- core/iam: the people of a group by name, which stands with the person: sorting all of a large group for one page takes long
alter table iam_group_members add column name text not null default '';
create function name_in_group() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.name := coalesce((select u.name from users u where u.id = new.user_id), '');
  return new;
end $$;
create trigger iam_group_members_named before insert on iam_group_members for each row execute function name_in_group();
create function rename_in_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update iam_group_members set name = new.name where user_id = new.id;
  return null;
end $$;
create trigger users_named_in_groups after update of name on users
  for each row when (old.name <> new.name) execute function rename_in_groups();
update iam_group_members m set name = u.name from users u where u.id = m.user_id;
create index iam_group_members_by_name on iam_group_members (group_id, name collate people_order, user_id);

-- the people of an account by what is unusual about them
create index memberships_suspended on memberships (account_id, id desc) where state = 'suspended';
create index memberships_ending on memberships (account_id, expires_at) where expires_at is not null;
create index memberships_locked on memberships (account_id, id desc) where locked_at is not null;
create index users_not_active on users (id) where state <> 'active';

-- core/outbox: the mails that somebody looks for because they did not leave
create index outbox_mails_unsent on outbox_mails (state, id desc) where state <> 'sent';

-- core/audit: the part of an action before the dot, which people choose by
alter table audit_entries add column area text generated always as (split_part(action, '.', 1)) stored;
create index audit_entries_area on audit_entries (account_id, area, id desc);

-- Search in the middle of a word; without its contrib modules PostgreSQL looks through all rows.
do $$
begin
  create extension if not exists pg_trgm;
  create index outbox_mails_recipient_parts on outbox_mails using gin (recipient gin_trgm_ops);
  create index outbox_mails_subject_parts on outbox_mails using gin (subject gin_trgm_ops);
  create index audit_entries_parts on audit_entries
    using gin ((coalesce(subject_id, '') || chr(10) || address || chr(10) || coalesce(data ->> 'name', '')) gin_trgm_ops);
  create index iam_groups_name_parts on iam_groups using gin (name gin_trgm_ops);
  create index meetings_name_parts on meetings using gin (name gin_trgm_ops);
  create index recordings_name_parts on recordings using gin (name gin_trgm_ops);
exception when others then
  raise notice 'searching mails, meetings and what happened goes without trigrams: %', sqlerrm;
end $$;
