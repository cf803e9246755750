-- meet/rooms: words that a room carries, in the order and spelling in which they were given. `tag_keys` are the same words as they are
-- compared (normalised, lower case), which rights ask for: `tag/<key>`.
alter table rooms
  add column tags text[] not null default '{}',
  add column tag_keys text[] not null default '{}',
  add constraint rooms_tags_fit check (cardinality(tags) <= 20 and cardinality(tags) = cardinality(tag_keys));

-- which rooms have one of these tags: asked by lists of rooms, meetings and recordings for people whose rights hang on tags
create index rooms_tag_keys on rooms using gin (tag_keys);

grant update (tags, tag_keys) on rooms to ${app};
