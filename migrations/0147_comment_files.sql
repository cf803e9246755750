-- talk/tasks: files of comments; a comment may be files alone
alter table task_comments add column files jsonb not null default '[]' check (jsonb_typeof(files) = 'array');
alter table task_comments drop constraint task_comments_body_check;
alter table task_comments add constraint task_comments_content check (body <> '' or jsonb_array_length(files) > 0);
