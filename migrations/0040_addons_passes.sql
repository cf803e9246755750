-- sales/billing: add-ons stand on the subscription, so that they change with it in one step, and event passes are sold ----------------------

-- core/accounts: what passes add for as long as they count, on top of the plan or of what an account without one may hold
alter table accounts add column raised_entitlements jsonb not null default '{}';

-- Who serves an account can neither give it away, nor make it another kind, nor give it more.
create or replace function account_fixed() returns trigger language plpgsql as $$
begin
  if current_user = trim(both '"' from '${app}') and (new.kind <> old.kind or new.vendor_account_id is distinct from old.vendor_account_id
    or new.entitlements <> old.entitlements or new.plan_entitlements is distinct from old.plan_entitlements
    or new.extra_entitlements <> old.extra_entitlements or new.raised_entitlements <> old.raised_entitlements
    or new.service <> old.service) then
    raise exception 'not for this role' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- [{"planId", "version", "quantity"}]; a table of their own could not say what of them changes with the next period
alter table subscriptions add column addons jsonb not null default '[]' check (jsonb_typeof(addons) = 'array');
drop table subscription_addons;

alter table billing_quotes drop constraint billing_quotes_purpose_check;
alter table billing_quotes add constraint billing_quotes_purpose_check check (purpose in ('purchase', 'change', 'pass'));

-- the passes of an account, newest first
create index subscriptions_passes on subscriptions (account_id, id desc) where kind = 'pass';
