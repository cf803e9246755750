-- What each start of a meeting reads: which of those that are open were placed lately, on whatever server.
create index meetings_placed on meetings (placed_at) where state in ('starting', 'live') and server_id is not null;

-- The list of an account's meetings: those that are open first, then the newest. Without it all of them are sorted for each page.
create index meetings_listed on meetings (account_id, (state in ('starting', 'live')) desc, id desc);

-- How many recordings an account has in each state, so that the pages of a list need not count a million rows to tell how many there
-- are. Changes are added as rows of their own, which a job sums up now and then: nobody waits for anybody. No reference to accounts:
-- recordings that go with their account are counted down when it is gone already.
create table recording_counts (
  account_id uuid not null,
  state text not null,
  n bigint not null
);
create index recording_counts_account on recording_counts (account_id, state) include (n);
alter table recording_counts enable row level security;
create policy system_all on recording_counts to ${system} using (true) with check (true);
create policy own_account on recording_counts for select to ${app} using (account_id = current_account());
grant select, insert, delete on recording_counts to ${system};
grant select on recording_counts to ${app};

-- with the owner's rights: nobody who serves an account writes its counters
create function count_recordings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into recording_counts select account_id, state, count(*) from after_rows group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into recording_counts select account_id, state, -count(*) from before_rows group by 1, 2;
  else
    insert into recording_counts
      select account_id, state, sum(step) from (
        select account_id, state, 1 as step from after_rows union all select account_id, state, -1 from before_rows) steps
      group by 1, 2 having sum(step) <> 0;
  end if;
  return null;
end $$;
create trigger recordings_counted_in after insert on recordings referencing new table as after_rows
  for each statement execute function count_recordings();
create trigger recordings_counted_on after update on recordings referencing old table as before_rows new table as after_rows
  for each statement execute function count_recordings();
create trigger recordings_counted_out after delete on recordings referencing old table as before_rows
  for each statement execute function count_recordings();
insert into recording_counts select account_id, state, count(*) from recordings group by 1, 2;

-- What programs look for with meta_… at getRecordings: one text for each key and value, so that the index knows which are rare.
create function recording_marks(metadata jsonb) returns text[] language sql immutable parallel safe strict as $$
  select coalesce(array_agg(md5(key || '=' || value)), '{}') from jsonb_each_text(metadata)
$$;
create index recordings_marks on recordings using gin (recording_marks(metadata)) where metadata <> '{}';
