-- sales/resale: days that a vendor gives a customer are owed as those before them, also where the period was charged and put away already
drop trigger billing_events_owed on billing_events;
create trigger billing_events_owed after insert on billing_events for each row
  when (new.kind in ('subscription.changed', 'subscription.extended') and new.subscription_id is not null)
  execute function period_owed_again();
