-- core/outbox: headers beyond those of every mail, such as List-Unsubscribe (RFC 2369, RFC 8058) ----------------------------------
alter table outbox_mails add column headers jsonb check (headers is null or jsonb_typeof(headers) = 'object');

-- publish/newsletter: lists, subscribers with their consent, campaigns and what each subscriber was sent -------------------------
-- The operator's, like the blog: no account owns a row.
create table newsletter_lists (
  id uuid primary key,
  position integer not null check (position >= 0),
  -- by locale; English, or the first there is, for readers of other languages
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  descriptions jsonb not null default '{}',
  -- how often it comes, in words: "Once a month."
  rhythms jsonb not null default '{}',
  archived_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table newsletter_subscribers (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  locale text not null,
  -- all but active: no newsletter of any list goes to the address
  state text not null check (state in ('active', 'bounced', 'complained', 'blocklisted')),
  state_since timestamptz not null,
  soft_bounces integer not null default 0,
  -- at most one request to confirm in 24 hours
  opt_in_sent_at timestamptz,
  created_at timestamptz not null
);
create index newsletter_subscribers_state on newsletter_subscribers (state, id);

create table newsletter_subscriptions (
  subscriber_id uuid not null references newsletter_subscribers (id) on delete cascade,
  list_id uuid not null references newsletter_lists (id) on delete cascade,
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed')),
  -- evidence of consent: when, from which address, on which page, to which version of the words in which language
  asked_at timestamptz not null,
  asked_address text not null,
  source text not null,
  text_version text not null,
  text_locale text not null,
  confirmed_at timestamptz,
  confirmed_address text,
  unsubscribed_at timestamptz,
  unsubscribed_by text check (unsubscribed_by in ('one_click', 'preferences', 'editor')),
  primary key (subscriber_id, list_id),
  check (state <> 'confirmed' or (confirmed_at is not null and confirmed_address is not null)),
  check (state <> 'unsubscribed' or unsubscribed_at is not null)
);
create index newsletter_subscriptions_list on newsletter_subscriptions (list_id, state, subscriber_id);
create index newsletter_subscriptions_pending on newsletter_subscriptions (asked_at) where state = 'pending';

create table newsletter_campaigns (
  id uuid primary key,
  state text not null check (state in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  name text not null,
  list_id uuid not null references newsletter_lists (id),
  post_id uuid references blog_posts (id) on delete set null,
  -- the language for subscribers of languages that it lacks
  locale text not null,
  -- {locales: […], plans: […]}; an empty list narrows nothing
  audience jsonb not null,
  per_minute integer not null check (per_minute between 1 and 6000),
  start_at timestamptz,
  started_at timestamptz,
  -- the audience is fixed up to this subscriber, and complete at this time
  frozen_to uuid,
  frozen_at timestamptz,
  -- the throttle: no batch before
  next_batch_at timestamptz,
  finished_at timestamptz,
  recipients integer not null default 0,
  written integer not null default 0,
  skipped integer not null default 0,
  unsubscribed integer not null default 0,
  -- texts or audience changed; the test counts for one version of them
  content_version integer not null default 1,
  tested_version integer,
  tested_at timestamptz,
  revision integer not null default 1,
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state <> 'scheduled' or start_at is not null),
  check (state not in ('sending', 'sent') or started_at is not null)
);
-- a post goes to a list once
create unique index newsletter_campaigns_post on newsletter_campaigns (post_id, list_id) where post_id is not null and state <> 'cancelled';
create index newsletter_campaigns_order on newsletter_campaigns (updated_at desc, id);
create index newsletter_campaigns_open on newsletter_campaigns (state) where state in ('scheduled', 'sending');

create table newsletter_texts (
  campaign_id uuid not null references newsletter_campaigns (id) on delete cascade,
  locale text not null,
  subject text not null,
  preview text not null,
  body jsonb not null,
  words integer not null check (words >= 0),
  -- of the post in this language
  slug text,
  edited_at timestamptz not null,
  revision integer not null default 1,
  primary key (campaign_id, locale)
);

-- One row for each subscriber of the audience, written when the campaign starts: nobody is left out, and nobody counts twice.
create table newsletter_deliveries (
  campaign_id uuid not null references newsletter_campaigns (id) on delete cascade,
  subscriber_id uuid not null references newsletter_subscribers (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'written', 'skipped')),
  at timestamptz,
  primary key (campaign_id, subscriber_id)
);
create index newsletter_deliveries_waiting on newsletter_deliveries (campaign_id, subscriber_id) where state = 'waiting';
create index newsletter_deliveries_subscriber on newsletter_deliveries (subscriber_id);

do $$
declare
  t text;
begin
  foreach t in array array['newsletter_lists', 'newsletter_subscribers', 'newsletter_subscriptions', 'newsletter_campaigns', 'newsletter_texts', 'newsletter_deliveries'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
