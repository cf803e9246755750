-- sales/billing: one first claim of a subscription at a time, whatever day it is for. Where two stand from before, it holds for what comes.
do $$
declare
  held text := $q$cause = 'start' and kind = 'invoice' and state in ('pending_tax', 'open')$q$;
  twice boolean;
begin
  execute 'select exists (select 1 from invoices where ' || held || ' group by subscription_id having count(*) > 1)' into twice;
  if twice then held := format('%s and id > %L', held, (select id from invoices order by id desc limit 1)); end if;
  execute 'create unique index invoices_one_start on invoices (subscription_id) where ' || held;
end $$;
