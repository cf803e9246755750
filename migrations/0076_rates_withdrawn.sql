-- sales/exchange: a wrong rate that an invoice rests on is taken out of use, and the right one entered in its place ---------------------

alter table exchange_rates
  add column withdrawn_at timestamptz,
  add constraint exchange_rates_withdrawn check (withdrawn_at is null or (source = 'own' and used_at is not null));
drop index exchange_rates_one;
create unique index exchange_rates_one on exchange_rates (base, currency, day, source) where withdrawn_at is null;

create or replace function exchange_rate_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.source <> 'own' or old.used_at is not null then
      raise exception 'a rate is kept' using errcode = 'check_violation', constraint = 'exchange_rates_kept';
    end if;
    return old;
  end if;
  if to_jsonb(new) - 'used_at' - 'withdrawn_at' <> to_jsonb(old) - 'used_at' - 'withdrawn_at'
    or (old.used_at is not null and new.used_at is distinct from old.used_at)
    or (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at) then
    raise exception 'a rate never changes' using errcode = 'check_violation', constraint = 'exchange_rates_kept';
  end if;
  return new;
end $$;
grant update (withdrawn_at) on exchange_rates to ${system};
