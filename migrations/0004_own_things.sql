-- What a person may change in a share of theirs is the answer alone; notices belong to one person, not to the account.
drop policy answer_mine on room_shares;
create policy answer_mine on room_shares for update to ${app} using (user_id = current_person()) with check (user_id = current_person() and state in ('accepted', 'declined'));
drop policy own_account on notices;
create policy own_notices on notices to ${app} using (user_id = current_person() and account_id = current_account()) with check (account_id = current_account());
