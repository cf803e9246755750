-- talk: lists and searches that stay as fast while their tables grow
create index chat_members_pinned on chat_members (user_id, account_id) where pinned and left_at is null;
-- with the seller, as the wall asks for it
create index tickets_open on tickets (account_id, requester_id, state) include (seller_id) where state in ('new', 'open', 'pending_customer', 'on_hold');
-- a search in all of one's conversations asks for the account's words; hundreds of conversations in one question cost more than what is found
update chat_messages set words = words || array_to_tsvector(array['account-' || account_id]) where kind = 'text' and deleted_at is null;
