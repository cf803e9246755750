-- connect/lti: platforms without LTI 1.3 launch with a consumer key and a shared secret, once the account allows it
alter table lti_tools add column key_launches boolean not null default false;
alter table lti_platforms drop constraint lti_platforms_registered_check;
alter table lti_platforms
  add column secret_sealed text,
  add constraint lti_platforms_registered_check check (registered in ('itself', 'by_hand', 'by_key')),
  add constraint lti_platforms_secret check ((registered = 'by_key') = (secret_sealed is not null));
create unique index lti_platforms_consumer_key on lti_platforms (account_id, client_id) where registered = 'by_key';

-- nonces that were used, for as long as their timestamp would be believed
create table lti_nonces (
  platform_id uuid not null references lti_platforms (id) on delete cascade,
  nonce_hash text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (platform_id, nonce_hash)
);
create index lti_nonces_over on lti_nonces (expires_at);
create index lti_nonces_account on lti_nonces (account_id);
alter table lti_nonces enable row level security;
create policy own_account on lti_nonces to ${app} using (account_id = current_account()) with check (account_id = current_account());
create policy system_all on lti_nonces to ${system} using (true) with check (true);
grant select, insert, update, delete on lti_nonces to ${app}, ${system};
