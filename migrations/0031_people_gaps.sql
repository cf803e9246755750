-- core/iam: places in groups that come from a claim belong to the providers that said so
alter table iam_group_members add column claim_providers text[] not null default '{}';

-- core/audit: the people who stand in an account's log, one step each however long the log is
create index audit_entries_actors on audit_entries (account_id, actor_user_id) where actor_user_id is not null;
