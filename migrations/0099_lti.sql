-- connect/lti: learning platforms that open rooms from their courses (LTI 1.3 Advantage)
create table lti_tools (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- in the addresses that platforms are given
  key text not null unique check (key ~ '^[a-z0-9]{12,40}$')
);

-- what we sign with: published before it signs, and as long again after the next one does
create table lti_keys (
  kid text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  retires_at timestamptz
);
create index lti_keys_account on lti_keys (account_id, signs_from desc);

create table lti_platforms (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  program text not null check (program in ('moodle', 'canvas', 'ilias', 'other')),
  issuer text not null,
  client_id text not null,
  deployment_ids text[] not null default '{}',
  auth_url text not null,
  token_url text not null,
  keys_url text not null,
  teachers_make_rooms boolean not null,
  room_offer text not null check (room_offer in ('made_there', 'all')),
  launch_place text not null check (launch_place in ('frame', 'tab')),
  roles jsonb not null,
  enabled boolean not null default true,
  registered text not null check (registered in ('itself', 'by_hand')),
  -- in whose name rooms are made
  connected_by uuid,
  last_launch_at timestamptz,
  -- what the platform signs with, as it was read last
  keys jsonb,
  keys_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  unique (account_id, issuer, client_id)
);
create index lti_platforms_list on lti_platforms (account_id, id desc);

create table lti_registrations (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  token_hash text not null unique,
  name text not null,
  program text not null,
  by_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  platform_id uuid references lti_platforms (id) on delete set null,
  refusal text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index lti_registrations_account on lti_registrations (account_id);
create index lti_registrations_over on lti_registrations (expires_at);

create table lti_logins (
  state_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  nonce_hash text not null,
  -- with which it begins again in a tab of its own
  login_hint text not null,
  message_hint text,
  deployment_id text,
  target text not null,
  -- name of the frame that keeps what cookies cannot
  storage_target text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index lti_logins_over on lti_logins (expires_at);
create index lti_logins_account on lti_logins (account_id);
create index lti_logins_platform on lti_logins (platform_id);

create table lti_links (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  deployment_id text not null,
  context_id text,
  context_title text,
  -- null until the first launch of what deep linking put into a course
  resource_link_id text,
  -- which deep linking puts into the link, so that a copy of the course finds the room
  content uuid not null,
  title text not null,
  room_id uuid references rooms (id) on delete set null,
  line_item_url text,
  memberships_url text,
  grade_rule text not null default 'none' check (grade_rule in ('none', 'attended')),
  grade_percent int not null default 50 check (grade_percent between 1 and 100),
  -- when the platform was asked last for its people
  asked_at timestamptz,
  room_since timestamptz,
  last_launch_at timestamptz,
  created_at timestamptz not null,
  unique (platform_id, deployment_id, resource_link_id)
);
create index lti_links_list on lti_links (platform_id, coalesce(last_launch_at, created_at) desc, id desc);
create index lti_links_account on lti_links (account_id);
create index lti_links_content on lti_links (account_id, content);
create index lti_links_room on lti_links (room_id) where room_id is not null;

-- rooms that teachers of a platform made from there
create table lti_rooms (
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  room_id uuid not null references rooms (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  primary key (platform_id, room_id)
);
create index lti_rooms_room on lti_rooms (room_id);
create index lti_rooms_account on lti_rooms (account_id);

create table lti_people (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  sub text not null,
  name text not null,
  email text,
  unique (platform_id, sub)
);
create index lti_people_account on lti_people (account_id);

create table lti_members (
  link_id uuid not null references lti_links (id) on delete cascade,
  person_id uuid not null references lti_people (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  part text not null check (part in ('teacher', 'assistant', 'learner', 'nobody')),
  -- 0 to 100 as the platform took it
  grade_sent int,
  -- since when the platform does not name them any more
  gone_at timestamptz,
  seen_at timestamptz not null,
  primary key (link_id, person_id)
);
create index lti_members_person on lti_members (person_id);
create index lti_members_account on lti_members (account_id);

create table lti_visits (
  token_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- null: a page that is tried out without the platform
  platform_id uuid references lti_platforms (id) on delete cascade,
  person_id uuid references lti_people (id) on delete cascade,
  link_id uuid references lti_links (id) on delete cascade,
  room_id uuid references rooms (id) on delete cascade,
  purpose text not null check (purpose in ('room', 'deep_link')),
  part text not null,
  name text not null,
  course text,
  -- where and with what deep linking goes back
  deep_link jsonb,
  locale text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index lti_visits_over on lti_visits (expires_at);
create index lti_visits_account on lti_visits (account_id);
create index lti_visits_platform on lti_visits (platform_id);
create index lti_visits_person on lti_visits (person_id);
create index lti_visits_link on lti_visits (link_id);
create index lti_visits_room on lti_visits (room_id);

create table lti_launches (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  at timestamptz not null,
  platform_id uuid references lti_platforms (id) on delete set null,
  platform text,
  person text,
  part text,
  course text,
  room_id uuid references rooms (id) on delete set null,
  result text not null check (result in ('opened', 'chose', 'refused')),
  refusal text,
  value text
);
create index lti_launches_list on lti_launches (account_id, at desc, id desc);
create index lti_launches_platform on lti_launches (platform_id, at desc, id desc);
create index lti_launches_room on lti_launches (room_id);
create index lti_launches_old on lti_launches (at);

do $$
declare
  t text;
begin
  foreach t in array array['lti_tools', 'lti_keys', 'lti_platforms', 'lti_registrations', 'lti_logins', 'lti_links', 'lti_rooms', 'lti_people', 'lti_members',
    'lti_visits', 'lti_launches'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_account on %I to ${app} using (account_id = current_account()) with check (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to ${app}', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;

-- core/accounts, sales/plans: what was sold holds what everybody holds
alter table plan_versions disable trigger user;
update plan_versions v set entitlements = '{"ltiAllowed": true, "ltiPlatforms": null}'::jsonb || v.entitlements
  from plans p where p.id = v.plan_id and p.kind = 'base';
alter table plan_versions enable trigger user;
update accounts set
  plan_entitlements = '{"ltiAllowed": true, "ltiPlatforms": null}'::jsonb || plan_entitlements,
  coming_entitlements = '{"ltiAllowed": true, "ltiPlatforms": null}'::jsonb || coming_entitlements
  where plan_entitlements is not null or coming_entitlements is not null;
