-- core/accounts, sales/plans: how far back an account reads, and whether its doors and mails say who runs this. What was sold holds what
-- everybody held: all of it, and no such line.
alter table plan_versions disable trigger user;
update plan_versions v set entitlements = '{"removeFooter": true, "auditDays": null, "analyticsDays": null}'::jsonb || v.entitlements
  from plans p where p.id = v.plan_id and p.kind = 'base';
alter table plan_versions enable trigger user;
update accounts set
  plan_entitlements = '{"removeFooter": true, "auditDays": null, "analyticsDays": null}'::jsonb || plan_entitlements,
  coming_entitlements = '{"removeFooter": true, "auditDays": null, "analyticsDays": null}'::jsonb || coming_entitlements
  where plan_entitlements is not null or coming_entitlements is not null;

-- core/accounts: whose name a door and a mail of an account may tell, and whether its plan takes that away. Asked on the connection of whoever
-- writes the mail; it tells one limit and nothing else of the account.
create function runs_on(of_account uuid) returns jsonb language sql stable security definer set search_path = pg_catalog, public as $$
  with here as (
    select a.id, a.kind, a.service, a.entitlements -> 'removeFooter' as stored, a.plan_entitlements is not null as planned,
      a.plan_entitlements -> 'removeFooter' as plan, a.raised_entitlements -> 'removeFooter' as raised,
      a.extra_entitlements -> 'removeFooter' as extra
    from accounts a where a.id = of_account)
  select jsonb_build_object('kind', kind, 'service', service, 'planned', planned,
    'stored', stored, 'plan', plan, 'raised', raised, 'extra', extra,
    'name', coalesce(
      (select b.name from brand_of(id) b where b.vendor_id <> id),
      (select o.name from accounts o where o.kind = 'operator' order by o.created_at limit 1)))
  from here
$$;
revoke execute on function runs_on(uuid) from public;
grant execute on function runs_on(uuid) to ${app}, ${system};
