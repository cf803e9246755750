-- nobody knows how old these are: they are kept until somebody decides
update recordings set keep_until = null, warned_at = null
  where started_at = 'epoch' and not keep_own and state <> 'deleted' and keep_until is not null;
-- the second link in a day, for lists that the first one does not confirm
alter table newsletter_subscribers add column opt_in_again_at timestamptz;
