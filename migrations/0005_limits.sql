-- Invitations, answers and offers of rooms are written by the system, because they cross accounts. So those who serve a person write nothing
-- here but the role of a share in their own account, and never that of their own share: nobody lifts themselves.
revoke insert, update on room_shares, room_transfers from ${app};
grant update (role) on room_shares to ${app};
drop policy answer_mine on room_shares;
drop policy own_account on room_shares;
create policy own_account_see on room_shares for select to ${app} using (account_id = current_account());
create policy own_account_end on room_shares for delete to ${app} using (account_id = current_account());
create policy role_of_others on room_shares for update to ${app}
  using (account_id = current_account() and user_id is distinct from current_person())
  with check (account_id = current_account() and user_id is distinct from current_person());

-- an offer to somebody is theirs to see, not to write
drop policy to_me on room_transfers;
create policy to_me on room_transfers for select to ${app} using (to_user_id = current_person());
