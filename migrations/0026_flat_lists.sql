-- Lists that take as long with a hundred thousand rows as with ten.

-- core/iam: an account's number once for each statement, not for each row: ten thousand people who leave a group at once would write
-- that row ten thousand times. Accounts in one order, so that no two statements wait for each other.
create function bump_iam_versions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into iam_versions (account_id, version) select distinct account_id, 1 from before_rows order by account_id
      on conflict (account_id) do update set version = iam_versions.version + 1;
  else
    insert into iam_versions (account_id, version) select distinct account_id, 1 from after_rows order by account_id
      on conflict (account_id) do update set version = iam_versions.version + 1;
  end if;
  return null;
end $$;
do $$
declare
  t text;
begin
  foreach t in array array['memberships', 'iam_sets', 'iam_groups', 'iam_group_sets', 'iam_group_members', 'iam_member_sets'] loop
    execute format('drop trigger %I on %I', t || '_version', t);
    execute format('create trigger %I after insert on %I referencing new table as after_rows for each statement execute function bump_iam_versions()', t || '_version_in', t);
    execute format('create trigger %I after update on %I referencing new table as after_rows for each statement execute function bump_iam_versions()', t || '_version_on', t);
    execute format('create trigger %I after delete on %I referencing old table as before_rows for each statement execute function bump_iam_versions()', t || '_version_out', t);
  end loop;
end $$;
drop function bump_iam_version();

-- core/accounts: how many people have a place in an account (no group), and how many of them are in a group of it. Like recording_counts:
-- changes are rows of their own, which a job sums up now and then, so that nobody waits for anybody; and no reference, for people go with
-- their account or group when it is gone already.
create table people_counts (
  account_id uuid not null,
  group_id uuid,
  n bigint not null
);
create index people_counts_of on people_counts (account_id, group_id) include (n);
alter table people_counts enable row level security;
create policy system_all on people_counts to ${system} using (true) with check (true);
create policy own_account on people_counts for select to ${app} using (account_id = current_account());
grant select, insert, delete on people_counts to ${system};
grant select on people_counts to ${app};

create function count_account_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into people_counts (account_id, n) select account_id, count(*) from after_rows where state <> 'deleted' group by 1;
  elsif tg_op = 'DELETE' then
    insert into people_counts (account_id, n) select account_id, -count(*) from before_rows where state <> 'deleted' group by 1;
  else
    insert into people_counts (account_id, n)
      select account_id, sum(step) from (
        select account_id, 1 as step from after_rows where state <> 'deleted'
        union all select account_id, -1 from before_rows where state <> 'deleted') steps
      group by 1 having sum(step) <> 0;
  end if;
  return null;
end $$;
create trigger memberships_counted_in after insert on memberships referencing new table as after_rows
  for each statement execute function count_account_people();
create trigger memberships_counted_on after update on memberships referencing old table as before_rows new table as after_rows
  for each statement execute function count_account_people();
create trigger memberships_counted_out after delete on memberships referencing old table as before_rows
  for each statement execute function count_account_people();
insert into people_counts (account_id, n) select account_id, count(*) from memberships where state <> 'deleted' group by 1;

-- core/iam: with each person of a group their name, because sorting all of a large group for one page takes long, and whether they have
-- a place in the account. The place is held meanwhile: somebody may be taking it away.
alter table iam_group_members add column name text not null default '', add column here boolean not null default false;
-- With a plan of its own each time: one that was made while the tables were small goes through them for every row after they grew.
create function describe_in_group() returns trigger language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  new.name := coalesce((select u.name from users u where u.id = new.user_id), '');
  select m.state <> 'deleted' into new.here from memberships m
    where m.account_id = new.account_id and m.user_id = new.user_id for no key update;
  new.here := coalesce(new.here, false);
  return new;
end $$;
create trigger iam_group_members_described before insert on iam_group_members for each row execute function describe_in_group();
create function rename_in_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update iam_group_members set name = new.name where user_id = new.id;
  return null;
end $$;
create trigger users_named_in_groups after update of name on users
  for each row when (old.name <> new.name) execute function rename_in_groups();

-- Triggers go by their names: the people of groups are held before the account's number (memberships_version_on), as whoever leaves a group does.
create function place_in_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  if tg_op = 'DELETE' then
    update iam_group_members g set here = false from before_rows m
      where g.account_id = m.account_id and g.user_id = m.user_id and g.here;
  else
    update iam_group_members g set here = m.state <> 'deleted' from after_rows m
      where g.account_id = m.account_id and g.user_id = m.user_id and g.here <> (m.state <> 'deleted');
  end if;
  return null;
end $$;
create trigger memberships_in_groups_in after insert on memberships referencing new table as after_rows
  for each statement execute function place_in_groups();
create trigger memberships_in_groups_on after update on memberships referencing new table as after_rows
  for each statement execute function place_in_groups();
create trigger memberships_in_groups_out after delete on memberships referencing old table as before_rows
  for each statement execute function place_in_groups();

update iam_group_members m set name = u.name, here = exists (
  select from memberships p where p.account_id = m.account_id and p.user_id = m.user_id and p.state <> 'deleted')
from users u where u.id = m.user_id;
create index iam_group_members_by_name on iam_group_members (group_id, name collate people_order, user_id);

create function count_group_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into people_counts select account_id, group_id, count(*) from after_rows where state = 'in' and here group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into people_counts select account_id, group_id, -count(*) from before_rows where state = 'in' and here group by 1, 2;
  else
    insert into people_counts
      select account_id, group_id, sum(step) from (
        select account_id, group_id, 1 as step from after_rows where state = 'in' and here
        union all select account_id, group_id, -1 from before_rows where state = 'in' and here) steps
      group by 1, 2 having sum(step) <> 0;
  end if;
  return null;
end $$;
create trigger iam_group_members_counted_in after insert on iam_group_members referencing new table as after_rows
  for each statement execute function count_group_people();
create trigger iam_group_members_counted_on after update on iam_group_members referencing old table as before_rows new table as after_rows
  for each statement execute function count_group_people();
create trigger iam_group_members_counted_out after delete on iam_group_members referencing old table as before_rows
  for each statement execute function count_group_people();
insert into people_counts select account_id, group_id, count(*) from iam_group_members where state = 'in' and here group by 1, 2;

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
