-- core/outbox: a worker claims a mail for a while before it asks the mail server, so that two workers never send the same one.
alter table outbox_mails add column claimed_until timestamptz;

-- core/audit: nobody who serves can change what was written down; only whole old entries may go.
revoke update on audit_entries from ${app}, ${system};

-- core/identity: the expiry jobs
create index sessions_expires on sessions (expires_at);
create index refresh_tokens_expires on refresh_tokens (expires_at);
create index used_challenges_expires on used_challenges (expires_at);
