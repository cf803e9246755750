-- talk/chat: the formatting of a message; null: plain text. What is searched and sent in notices stays in body
alter table chat_messages add column doc jsonb check (jsonb_typeof(doc) = 'object');
