-- publish/newsletter: what is opened and which links are used, of readers who agreed and of nobody else
alter table newsletter_subscribers add column figures_agreed_at timestamptz;
alter table newsletter_deliveries
  -- whether the reader agreed when the mail was written
  add column counted boolean not null default false,
  add column opened boolean not null default false,
  add constraint newsletter_deliveries_opened check (counted or not opened);

-- where the counted links of a campaign lead: an address that is not here leads nowhere
create table newsletter_links (
  campaign_id uuid not null references newsletter_campaigns (id) on delete cascade,
  -- the beginning of the SHA-256 of the address
  hash text not null,
  url text not null,
  primary key (campaign_id, hash)
);
-- once for each reader and link, without a time
create table newsletter_clicks (
  campaign_id uuid not null,
  subscriber_id uuid not null,
  hash text not null,
  primary key (campaign_id, subscriber_id, hash),
  foreign key (campaign_id, subscriber_id) references newsletter_deliveries (campaign_id, subscriber_id) on delete cascade,
  foreign key (campaign_id, hash) references newsletter_links (campaign_id, hash) on delete cascade
);
create index newsletter_clicks_link on newsletter_clicks (campaign_id, hash);
do $$
declare
  t text;
begin
  foreach t in array array['newsletter_links', 'newsletter_clicks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to ${system}', t);
  end loop;
end $$;
