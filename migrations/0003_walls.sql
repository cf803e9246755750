-- Nobody who serves moves a row into another account: an update may name every column but these.
do $$
declare
  t text;
  columns text;
begin
  foreach t in array array['rooms', 'room_shares', 'room_transfers', 'meetings', 'attendances', 'memberships', 'outbox_mails', 'notices'] loop
    execute format('revoke update on %I from ${app}', t);
    select string_agg(quote_ident(column_name), ', ') into columns
      from information_schema.columns where table_schema = 'public' and table_name = t and column_name not in ('id', 'account_id', 'created_at');
    execute format('grant update (%s) on %I to ${app}', columns, t);
  end loop;
end $$;

-- what a co-owner changes must stay a room that is shared with them in that role
drop policy co_owned on rooms;
create policy co_owned on rooms for update to ${app} using (
  id in (select s.room_id from room_shares s where s.user_id = current_person() and s.state = 'accepted' and s.role = 'co-owner')
) with check (
  id in (select s.room_id from room_shares s where s.user_id = current_person() and s.state = 'accepted' and s.role = 'co-owner')
);
