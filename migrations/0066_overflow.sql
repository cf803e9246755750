-- sales/overflow: what an account has more of than its plan allows, since when, and what rests because of it ----------------------------

-- A room that rests cannot be started; one in the bin is no matter of a plan.
alter table rooms
  add column suspended_at timestamptz,
  add column suspended_why text check (suspended_why in ('over_plan')),
  add constraint rooms_suspended_whole check ((suspended_at is null) = (suspended_why is null));
-- An account cannot wake its rooms itself: its role may not write these columns. What goes into the bin leaves the plan, and only what fits leaves the bin.
create function room_leaves_plan() returns trigger language plpgsql as $$
begin
  new.suspended_at := null;
  new.suspended_why := null;
  return new;
end $$;
create trigger rooms_leave_plan before update of deleted_at on rooms for each row
  when (new.deleted_at is not null and new.suspended_at is not null) execute function room_leaves_plan();
create index rooms_suspended on rooms (account_id, id) where suspended_at is not null;

-- Null: whoever looks after the account's people did it. An owner never rests.
alter table memberships
  add column suspended_why text check (suspended_why in ('over_plan')),
  add constraint memberships_rest check (suspended_why is null or (state = 'suspended' and role <> 'owner'));

-- For as long as there is more than fits. `most`: what the plan allowed when the time began to run.
create table plan_overflows (
  account_id uuid not null references accounts (id) on delete cascade,
  key text not null check (key in ('rooms', 'people')),
  most integer not null check (most >= 0),
  over_since timestamptz not null,
  warned_at timestamptz,
  rested_at timestamptz,
  primary key (account_id, key),
  -- nothing rests before its time
  constraint plan_overflows_rested check (rested_at >= over_since + interval '14 days')
);
-- What was chosen to stay; of the rest the oldest stay.
create table plan_overflow_stays (
  account_id uuid not null,
  key text not null,
  thing_id uuid not null,
  primary key (account_id, key, thing_id),
  foreign key (account_id, key) references plan_overflows (account_id, key) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['plan_overflows', 'plan_overflow_stays'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
