-- Files of messages belong to the conversation in which they were sent. Until then they are their sender's alone, and go after some days.
alter table uploads add column place text not null default 'library' check (place in ('library', 'conversation'));
alter table library_files
  add column place text not null default 'library' check (place in ('library', 'conversation')),
  add column conversation_kind text check (conversation_kind in ('ticket', 'chat', 'mail', 'card')),
  add column conversation_id uuid,
  add constraint library_files_conversation check (
    (conversation_kind is null) = (conversation_id is null) and (conversation_id is null or place = 'conversation'));
create index library_files_unsent on library_files (updated_at) where place = 'conversation' and conversation_id is null;
