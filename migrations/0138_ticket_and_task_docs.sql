-- talk/tickets, talk/tasks: the formatting of messages, notes and comments; null: plain text, which stays in body for search and mails
alter table ticket_messages add column doc jsonb check (jsonb_typeof(doc) = 'object');
alter table ticket_notes add column doc jsonb check (jsonb_typeof(doc) = 'object');
alter table task_comments add column doc jsonb check (jsonb_typeof(doc) = 'object');
