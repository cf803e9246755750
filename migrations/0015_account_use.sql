-- What an account uses of a limit, where adding it up at each start of a meeting would cost more the more it has.
create table account_use (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- of its recordings, those in the bin too
  recorded_bytes bigint not null default 0
);
alter table account_use enable row level security;
create policy system_all on account_use to ${system} using (true) with check (true);
create policy own_account on account_use for select to ${app} using (account_id = current_account());
grant select, insert, update, delete on account_use to ${system};
grant select on account_use to ${app};

-- with the owner's rights: nobody who serves an account writes its counters
create function count_recorded_bytes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint := 0;
  now_bytes bigint := 0;
begin
  if tg_op <> 'INSERT' and old.state <> 'deleted' then before := old.bytes; end if;
  if tg_op <> 'DELETE' and new.state <> 'deleted' then now_bytes := new.bytes; end if;
  if tg_op = 'UPDATE' and old.account_id <> new.account_id then
    update account_use set recorded_bytes = recorded_bytes - before where account_id = old.account_id;
    before := 0;
  end if;
  if now_bytes <> before then
    insert into account_use (account_id, recorded_bytes)
      values (case when tg_op = 'DELETE' then old.account_id else new.account_id end, now_bytes - before)
      on conflict (account_id) do update set recorded_bytes = account_use.recorded_bytes + excluded.recorded_bytes;
  end if;
  return null;
end $$;
create trigger recordings_bytes after insert or delete or update of bytes, state, account_id on recordings
  for each row execute function count_recorded_bytes();
insert into account_use (account_id, recorded_bytes)
  select account_id, sum(bytes) from recordings where state <> 'deleted' group by account_id;

-- While a delivery is tried: until when it belongs to whoever tries it.
alter table deliveries add column leased_until timestamptz;
create index deliveries_due on deliveries (next_at) where state = 'waiting';
create index deliveries_waiting on deliveries (id desc) where state = 'waiting';
create index deliveries_given_up on deliveries (id desc) where state = 'given-up';
