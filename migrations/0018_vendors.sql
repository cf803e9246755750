-- sales/vendors: accounts that bring in customers of their own, what they may give away, and the look of what they sell -------
-- The account that brought this one in; null = the operator's own customer.
alter table accounts add column vendor_account_id uuid references accounts (id);
create index accounts_vendor on accounts (vendor_account_id, id desc) where vendor_account_id is not null;

create table vendors (
  account_id uuid primary key references accounts (id),
  state text not null check (state in ('applied', 'rejected', 'active', 'suspended', 'terminated')),
  -- what the applicant wrote
  application jsonb not null default '{}',
  applied_by uuid references users (id),
  applied_at timestamptz not null,
  -- the terms that hold between operator and vendor
  contract_version text,
  approved_by uuid references users (id),
  approved_at timestamptz,
  -- why it was rejected, suspended or terminated
  reason text,
  changed_at timestamptz not null,
  -- what all customers together may hold; null = no limit, a missing key = nothing
  pool jsonb not null default '{}',
  -- what a customer who signs up by the referral link begins with
  starter jsonb not null default '{}',
  referral_code text not null unique,
  revision integer not null default 1,
  check (state in ('applied', 'rejected') or (contract_version is not null and approved_at is not null)),
  check (state in ('applied', 'active') or reason is not null)
);
create index vendors_state on vendors (state, account_id desc);

create table vendor_brands (
  account_id uuid primary key references vendors (account_id) on delete cascade,
  -- what its customers read instead of the product's name; null = the account's own name
  name text,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  sender_name text,
  -- where answers to mails go; mails leave from the operator's address, which alone passes SPF
  reply_to text,
  host text unique check (host = lower(host)),
  host_checked_at timestamptz,
  host_trouble text,
  logo bytea check (length(logo) <= 1000000),
  -- part of the logo's address, so that browsers may keep it for ever
  logo_hash text unique,
  revision integer not null default 1,
  changed_at timestamptz not null
);

-- vendors from before there were steps and pools go on without limits
insert into vendors (account_id, state, applied_at, contract_version, approved_at, changed_at, pool, starter, referral_code)
  select id, 'active', created_at, '1', created_at, now(), '{"rooms":null,"people":null,"meetingsAtOnce":null,"peopleAtOnce":null,"recordingGb":null}',
    '{"rooms":3,"people":5,"meetingsAtOnce":1,"peopleAtOnce":25,"recordingGb":1}', left(replace(gen_random_uuid()::text, '-', ''), 20)
  from accounts where kind = 'vendor';
insert into vendor_brands (account_id, changed_at) select account_id, now() from vendors;

-- A vendor takes only these steps; the service says so first, this holds whatever asks.
create function vendor_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state not in ('rejected', 'terminated') then raise exception 'vendor_step: % is kept', old.state using errcode = 'check_violation', constraint = 'vendor_step'; end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'applied' then raise exception 'vendor_step: begins as %', new.state using errcode = 'check_violation', constraint = 'vendor_step'; end if;
    return new;
  end if;
  if new.account_id <> old.account_id or (new.state <> old.state and (old.state, new.state) not in (
    ('applied', 'active'), ('applied', 'rejected'), ('active', 'suspended'), ('suspended', 'active'), ('active', 'terminated'), ('suspended', 'terminated')
  )) then
    raise exception 'vendor_step: % to %', old.state, new.state using errcode = 'check_violation', constraint = 'vendor_step';
  end if;
  return new;
end $$;
create trigger vendors_step before insert or update or delete on vendors for each row execute function vendor_step();

-- What the customers of a vendor hold of one thing; `without` is left out. One that holds no number holds too much. A closed customer
-- that its owner may still open again keeps what it held, so that opening never finds it given away.
create function vendor_given(vendor uuid, thing text, without uuid) returns bigint language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(sum(case when jsonb_typeof(a.entitlements -> thing) = 'number' then (a.entitlements ->> thing)::bigint else 1000000000000 end), 0)::bigint
    from accounts a where a.vendor_account_id = vendor and (a.state <> 'closed' or a.erase_at is not null) and a.id is distinct from without);
end $$;

-- The pool cannot be oversold, and a vendor that is not active takes no customer. With the owner's rights, because it locks the vendor.
create function vendor_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  vendor record;
  thing text;
  held jsonb;
begin
  if new.vendor_account_id is null or (new.state = 'closed' and new.erase_at is null) then return new; end if;
  if new.kind <> 'customer' or new.vendor_account_id = new.id then
    raise exception 'a vendor has no vendor' using errcode = 'check_violation', constraint = 'vendor_chain';
  end if;
  if tg_op = 'UPDATE' and new.vendor_account_id is not distinct from old.vendor_account_id and new.entitlements = old.entitlements
    and (old.state <> 'closed' or old.erase_at is not null) then
    return new;
  end if;
  select v.state, v.pool into vendor from vendors v where v.account_id = new.vendor_account_id for update;
  if not found or (vendor.state <> 'active' and (tg_op = 'INSERT' or old.vendor_account_id is distinct from new.vendor_account_id)) then
    raise exception 'the vendor takes no customers' using errcode = 'check_violation', constraint = 'vendor_takes_none';
  end if;
  foreach thing in array array['rooms', 'people', 'meetingsAtOnce', 'peopleAtOnce', 'recordingGb'] loop
    continue when jsonb_typeof(vendor.pool -> thing) = 'null';
    held := new.entitlements -> thing;
    -- taking less is always allowed
    continue when tg_op = 'UPDATE' and old.vendor_account_id = new.vendor_account_id and jsonb_typeof(held) = 'number'
      and jsonb_typeof(old.entitlements -> thing) = 'number' and (held)::bigint <= (old.entitlements -> thing)::bigint;
    if held is null or jsonb_typeof(held) <> 'number' or (held)::numeric < 0
      or (held)::bigint + vendor_given(new.vendor_account_id, thing, new.id) > coalesce((vendor.pool -> thing)::bigint, 0) then
      raise exception 'the pool of % is given away', thing using errcode = 'check_violation', constraint = 'vendor_pool';
    end if;
  end loop;
  return new;
end $$;
create trigger accounts_vendor_customer before insert or update of vendor_account_id, entitlements, state, kind on accounts
  for each row execute function vendor_customer();

create function vendor_pool_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  thing text;
begin
  foreach thing in array array['rooms', 'people', 'meetingsAtOnce', 'peopleAtOnce', 'recordingGb'] loop
    continue when jsonb_typeof(new.pool -> thing) = 'null' or new.pool -> thing = old.pool -> thing;
    if vendor_given(new.account_id, thing, null) > coalesce((new.pool -> thing)::bigint, 0) then
      raise exception 'more of % is given away', thing using errcode = 'check_violation', constraint = 'vendor_pool';
    end if;
  end loop;
  return new;
end $$;
create trigger vendors_pool before update of pool on vendors for each row execute function vendor_pool_change();

-- Who serves an account can neither give it away, nor make it another kind, nor give it more.
create function account_fixed() returns trigger language plpgsql as $$
begin
  if current_user = trim(both '"' from '${app}') and (new.kind <> old.kind or new.vendor_account_id is distinct from old.vendor_account_id or new.entitlements <> old.entitlements) then
    raise exception 'not for this role' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger accounts_fixed before update on accounts for each row execute function account_fixed();

-- What a process remembers of people's rights counts for one version of their account, and another kind holds other permissions.
create function kind_carries_rights() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into iam_versions (account_id, version) values (new.id, 1) on conflict (account_id) do update set version = iam_versions.version + 1;
  return null;
end $$;
create trigger accounts_kind_rights after update of kind on accounts for each row when (old.kind <> new.kind) execute function kind_carries_rights();

-- A name leads to one place: the BBB endpoint of an account, or the pages of a vendor.
create function one_place_per_host() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  taken boolean;
begin
  if new.host is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('host ' || new.host, 0));
  if tg_table_name = 'endpoints' then taken := exists (select 1 from vendor_brands b where b.host = new.host);
  else taken := exists (select 1 from endpoints e where e.host = new.host); end if;
  if taken then raise exception 'the host is taken' using errcode = 'unique_violation', constraint = tg_table_name || '_host_key'; end if;
  return new;
end $$;
create trigger endpoints_host before insert or update of host on endpoints for each row execute function one_place_per_host();
create trigger vendor_brands_host before insert or update of host on vendor_brands for each row execute function one_place_per_host();

-- What readers and mails of an account show instead of the product's own look. With the owner's rights: a customer sees this much of its vendor.
create function brand_of(account uuid) returns table (vendor_id uuid, name text, accent text, sender_name text, reply_to text, host text, logo_hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.account_id, coalesce(b.name, v.name), b.accent, b.sender_name, b.reply_to, case when b.host_checked_at is null then null else b.host end, b.logo_hash
    from accounts a
    join vendors d on d.account_id = coalesce(a.vendor_account_id, a.id) and d.state in ('active', 'suspended')
    join accounts v on v.id = d.account_id
    join vendor_brands b on b.account_id = d.account_id
    where a.id = account
$$;

-- core/outbox: in whose name a mail goes out
alter table outbox_mails add column sender_name text, add column reply_to text;

-- meet/network: rooms that accounts share with each other, when both sides agreed ------------------------------------------------
-- What an account tells somebody who wants to be its partner; says nothing about the account.
create table network_codes (
  account_id uuid primary key references accounts (id),
  code text not null unique,
  made_at timestamptz not null
);

create table network_partners (
  id uuid primary key,
  -- the side that asked
  account_id uuid not null references accounts (id),
  partner_id uuid not null references accounts (id),
  state text not null check (state in ('asked', 'accepted')),
  asked_by uuid references users (id),
  answered_by uuid references users (id),
  created_at timestamptz not null,
  answered_at timestamptz,
  check (account_id <> partner_id)
);
create unique index network_partners_pair on network_partners (least(account_id, partner_id), greatest(account_id, partner_id));
create index network_partners_account on network_partners (account_id, id desc);
create index network_partners_partner on network_partners (partner_id, id desc);

create table network_offers (
  id uuid primary key,
  -- of the room
  account_id uuid not null references accounts (id),
  room_id uuid not null references rooms (id) on delete cascade,
  -- null: every account of the network, those that come to it later too
  to_account_id uuid references accounts (id),
  role text not null check (role in ('moderator', 'participant')),
  created_by uuid references users (id),
  created_at timestamptz not null,
  check (to_account_id is distinct from account_id)
);
create unique index network_offers_once on network_offers (room_id, coalesce(to_account_id, account_id));
create index network_offers_account on network_offers (account_id, id desc);
create index network_offers_to on network_offers (to_account_id, id desc) where to_account_id is not null;

create table network_answers (
  id uuid primary key,
  -- the side that takes
  account_id uuid not null references accounts (id),
  offer_id uuid not null references network_offers (id) on delete cascade,
  -- the side that gives
  from_account_id uuid not null references accounts (id),
  room_id uuid not null references rooms (id) on delete cascade,
  state text not null check (state in ('accepted', 'declined')),
  -- who of the account comes in: everybody, or those named
  who text not null check (who in ('everyone', 'chosen')),
  people uuid[] not null default '{}',
  answered_by uuid references users (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (offer_id, account_id)
);
create index network_answers_account on network_answers (account_id, id desc);
create index network_answers_room on network_answers (room_id, account_id);

-- Whether two accounts are of one network: partners who both agreed, or a vendor and those it brought in.
create function in_network(one uuid, other uuid) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select one <> other and (
    exists (select 1 from network_partners p where p.state = 'accepted' and least(p.account_id, p.partner_id) = least(one, other) and greatest(p.account_id, p.partner_id) = greatest(one, other))
    or exists (
      select 1 from accounts a join accounts b on b.id = other
      where a.id = one and coalesce(a.vendor_account_id, case when a.kind = 'vendor' then a.id end) = coalesce(b.vendor_account_id, case when b.kind = 'vendor' then b.id end)
    )
  )
$$;

-- What is no longer within one network ends at once, whoever ended it.
create function network_ends() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched uuid[];
begin
  if tg_table_name = 'network_partners' then touched := array[old.account_id, old.partner_id]; else touched := array[old.id]; end if;
  delete from network_answers n where (n.account_id = any (touched) or n.from_account_id = any (touched)) and not in_network(n.account_id, n.from_account_id);
  delete from network_offers o where o.to_account_id is not null and (o.account_id = any (touched) or o.to_account_id = any (touched)) and not in_network(o.account_id, o.to_account_id);
  return null;
end $$;
create trigger network_partners_end after delete on network_partners for each row execute function network_ends();
create trigger accounts_network_end after update of vendor_account_id, kind on accounts for each row
  when (old.vendor_account_id is distinct from new.vendor_account_id or old.kind <> new.kind) execute function network_ends();

-- Rights and the second wall ----------------------------------------------------------------------------------------------
grant select, insert, update, delete on vendors, vendor_brands, network_codes, network_partners, network_offers, network_answers to ${system};
do $$
declare
  t text;
begin
  foreach t in array array['vendors', 'vendor_brands', 'network_codes', 'network_partners', 'network_offers', 'network_answers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to ${system} using (true) with check (true)', t);
    -- those who serve an account read; what crosses accounts is written by the system
    execute format('create policy own_account on %I for select to ${app} using (account_id = current_account())', t);
    execute format('grant select on %I to ${app}', t);
  end loop;
end $$;
create policy asked_me on network_partners for select to ${app} using (partner_id = current_account());
create policy to_me on network_offers for select to ${app} using (
  to_account_id = current_account() or (to_account_id is null and in_network(account_id, current_account()))
);
create policy of_my_rooms on network_answers for select to ${app} using (from_account_id = current_account());
