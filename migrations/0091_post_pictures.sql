-- publish/blog: cover pictures, and the pictures of the library that texts show
alter table blog_posts
  add column cover_file_id uuid references library_files (id) on delete set null,
  add column cover_alt text not null default '';
create index blog_posts_cover on blog_posts (cover_file_id) where cover_file_id is not null;

create table blog_pictures (
  post_id uuid not null references blog_posts (id) on delete cascade,
  locale text not null,
  file_id uuid not null references library_files (id) on delete cascade,
  primary key (post_id, locale, file_id)
);
create index blog_pictures_file on blog_pictures (file_id);
alter table blog_pictures enable row level security;
create policy system_all on blog_pictures to ${system} using (true) with check (true);
grant select, insert, update, delete on blog_pictures to ${system};
