-- core/iam: who has a group at a sign-in provider is in the group of that claim here. `claim_by` is whoever said so: what comes with it
-- is measured by them.

alter table iam_groups
  add column claim text check (claim = btrim(claim) and length(claim) between 1 and 200),
  add column claim_by uuid references users (id);
create unique index iam_groups_claim on iam_groups (account_id, lower(claim)) where claim is not null;
create index iam_groups_claims on iam_groups (lower(claim)) where claim is not null;

-- put in by what the provider said, and taken out by it; who was put in by a person stays
alter table iam_group_members add column by_claim boolean not null default false;
