-- publish/blog: posts in several languages, their revisions, categories, and every address that a post ever had -------------------
-- One blog for an installation, written by the operator's people: no account owns a row.
create table blog_categories (
  id uuid primary key,
  parent_id uuid references blog_categories (id),
  position integer not null check (position >= 0),
  slug text not null unique,
  -- addresses that lead here: its own of earlier, and those of categories that went into it
  former_slugs text[] not null default '{}',
  -- by locale; the first of them is what every reader gets whose language is missing
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  descriptions jsonb not null default '{}',
  ordering text not null default 'date' check (ordering in ('date', 'hand')),
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (parent_id <> id)
);
create index blog_categories_parent on blog_categories (parent_id);

create table blog_posts (
  id uuid primary key,
  state text not null check (state in ('draft', 'in_review', 'scheduled', 'published', 'archived', 'trashed')),
  -- the language it was written in first; the others follow it
  locale text not null,
  category_id uuid references blog_categories (id),
  -- in a category that is ordered by hand
  position integer,
  author_id uuid references users (id) on delete set null,
  author_name text not null,
  tags text[] not null default '{}',
  canonical text,
  -- exactly once at that time: the job that publishes takes the row by state and time
  publish_at timestamptz,
  published_at timestamptz,
  -- readers found it at least once, in one of its languages
  was_public boolean not null default false,
  trashed_at timestamptz,
  revision integer not null default 1,
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'scheduled') = (publish_at is not null)),
  check (state not in ('published', 'archived') or (published_at is not null and was_public))
);
create index blog_posts_state on blog_posts (state, updated_at desc, id);
create index blog_posts_due on blog_posts (publish_at) where state = 'scheduled';
create index blog_posts_category on blog_posts (category_id, published_at desc) where state = 'published';
create index blog_posts_newest on blog_posts (published_at desc, id) where state = 'published';

-- What was written, in one language. Rows are never changed but for a name: a published revision stays what readers saw.
create table blog_revisions (
  id uuid primary key,
  post_id uuid not null references blog_posts (id) on delete cascade,
  locale text not null,
  number integer not null check (number > 0),
  title text not null,
  excerpt text not null,
  body jsonb not null,
  seo_title text not null,
  seo_description text not null,
  words integer not null check (words >= 0),
  name text,
  made_by uuid references users (id) on delete set null,
  made_at timestamptz not null,
  unique (post_id, locale, number)
);

-- A language of a post: the draft that is being written, and which revision of it readers see.
create table blog_texts (
  post_id uuid not null references blog_posts (id) on delete cascade,
  locale text not null,
  slug text not null,
  title text not null,
  excerpt text not null,
  body jsonb not null,
  seo_title text not null,
  seo_description text not null,
  words integer not null check (words >= 0),
  live_revision uuid references blog_revisions (id),
  -- readers found it at least once, so its addresses answer "gone" and not "never heard of"
  was_public boolean not null default false,
  -- of the revision that readers see; null while they see none
  search tsvector,
  edited_at timestamptz not null,
  edited_by uuid references users (id) on delete set null,
  revision integer not null default 1,
  primary key (post_id, locale),
  check ((live_revision is null) = (search is null))
);
create index blog_texts_search on blog_texts using gin (search);

-- Every address that a text was ever public under, and the one it has now: old ones lead to it, and nobody else gets them.
create table blog_slugs (
  slug text primary key,
  post_id uuid not null references blog_posts (id) on delete cascade,
  locale text not null,
  created_at timestamptz not null
);
create index blog_slugs_post on blog_slugs (post_id, locale);

do $$
declare
  t text;
begin
  foreach t in array array['blog_categories', 'blog_posts', 'blog_revisions', 'blog_texts', 'blog_slugs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
