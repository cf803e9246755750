-- talk/chat: a reply belongs to the first message of its thread; that one counts its replies
alter table chat_messages
  add column root_number int,
  add column reply_count int not null default 0,
  -- of a reply: who had written in the thread, and is notified as those who are mentioned
  add column participants uuid[] not null default '{}';
create index chat_messages_thread on chat_messages (conversation_id, root_number, number) where root_number is not null;
create index chat_messages_files on chat_messages (conversation_id, number) where files <> '[]';
-- a reaction is an emoji
update chat_reactions set reaction = case reaction
  when 'like' then '👍' when 'love' then '❤️' when 'laugh' then '😂' when 'wow' then '😮' when 'sad' then '😢' when 'done' then '✅'
  else reaction end;
