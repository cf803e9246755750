-- core/accounts: the words of names and addresses of active people, each beside its account, so that a search by the beginning of a word
-- is one range of one index however many people there are. Kept by triggers: names and places are changed in many ways.

-- Without accents, case and marks: Müller and MULLER, Straße and strasse, İzmir and izmir, أحمد and احمد, Đặng and dang.
-- Letters that Unicode takes apart lose their marks; those that it keeps whole are written as people type them without a keyboard for them.
create function fold_words(source text) returns text[] language sql immutable parallel safe set search_path = pg_catalog, public as $$
  select array_remove(regexp_split_to_array(
    case when source ~ '^[ -~]*$' then lower(source)
    else replace(replace(replace(replace(translate(
      regexp_replace(
        lower(normalize(source, NFKD) collate people_order),
        '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u200b-\u200f\u061c\u2066-\u2069]', '', 'g'),
      U&'\0131\00f8\0111\00f0\0142\0127\014b\03c2\0671\0649\06cc\06a9\0629\06c1\06be\06d5',
      U&'ioddlhn\03c3\0627\064a\064a\0643\0647\0647\0647\0647'),
      U&'\00df', 'ss'), U&'\00e6', 'ae'), U&'\0153', 'oe'), U&'\00fe', 'th')
    end,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u066b-\u066d\u06d4\u0964\u0965\u2000-\u206f\u3000-\u3003\u30fb]+'), '')
$$;

-- No reference to people: their words go with their place in the account. A search stops at its first page, and starting workers takes
-- longer than that.
create table people_words (
  account_id uuid not null references accounts (id),
  word text collate "C" not null,
  user_id uuid not null,
  primary key (account_id, word, user_id)
) with (parallel_workers = 0);
-- the other words of those who have one
create index people_words_person on people_words (account_id, user_id, word);
alter table people_words enable row level security;
create policy system_all on people_words to ${system} using (true) with check (true);
create policy own_account on people_words for select to ${app} using (account_id = current_account());
grant select, insert, delete on people_words to ${system};
grant select on people_words to ${app};

create function words_of_person(name text, email text) returns setof text language sql immutable parallel safe set search_path = public, pg_temp as $$
  select distinct unnest(fold_words(name || ' ' || email))
$$;

create function put_people_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into people_words (account_id, user_id, word)
    select m.account_id, m.user_id, w from after_rows m join users u on u.id = m.user_id
    cross join lateral words_of_person(u.name, u.email) w where m.state = 'active';
  return null;
end $$;
create trigger memberships_words_in after insert on memberships referencing new table as after_rows
  for each statement execute function put_people_words();

create function drop_people_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from people_words p using before_rows m where p.account_id = m.account_id and p.user_id = m.user_id;
  return null;
end $$;
create trigger memberships_words_out after delete on memberships referencing old table as before_rows
  for each statement execute function drop_people_words();

create function turn_people_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state = 'active' then
    insert into people_words (account_id, user_id, word)
      select new.account_id, new.user_id, w from users u cross join lateral words_of_person(u.name, u.email) w where u.id = new.user_id;
  elsif old.state = 'active' then
    delete from people_words p where p.account_id = new.account_id and p.user_id = new.user_id;
  end if;
  return null;
end $$;
create trigger memberships_words_on after update of state on memberships for each row
  when (old.state is distinct from new.state) execute function turn_people_words();

create function rename_people_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from people_words p using memberships m where m.user_id = new.id and p.account_id = m.account_id and p.user_id = new.id;
  insert into people_words (account_id, user_id, word)
    select m.account_id, m.user_id, w from memberships m cross join lateral words_of_person(new.name, new.email) w
    where m.user_id = new.id and m.state = 'active';
  return null;
end $$;
create trigger users_words_on after update of name, email on users for each row
  when (old.name is distinct from new.name or old.email is distinct from new.email) execute function rename_people_words();

insert into people_words (account_id, user_id, word)
  select m.account_id, m.user_id, w from memberships m join users u on u.id = m.user_id
  cross join lateral words_of_person(u.name, u.email) w where m.state = 'active';
