-- core/templates: words that the operator, a vendor or an account wrote in place of the built-in ones of a mail, by language
create table templates (
  id uuid primary key,
  -- null: the operator's, for every account
  account_id uuid references accounts (id),
  name text not null,
  locale text not null,
  -- what is being written; null: nothing beyond what is public
  draft_subject text,
  draft_body jsonb,
  -- what mails say; null: it was never published
  subject text,
  body jsonb,
  published_at timestamptz,
  revision integer not null default 1,
  edited_at timestamptz not null,
  edited_by uuid references users (id) on delete set null,
  unique nulls not distinct (account_id, name, locale),
  check ((draft_subject is null) = (draft_body is null)),
  check ((subject is null) = (body is null) and (body is null) = (published_at is null)),
  check (draft_body is not null or body is not null)
);
create index templates_published on templates (name, locale) where body is not null;
alter table templates enable row level security;
create policy system_all on templates to ${system} using (true) with check (true);
create policy own_account on templates for select to ${app} using (account_id = current_account());
grant select on templates to ${app};
grant select, insert, update, delete on templates to ${system};

-- What mails of an account say, nearest first. With the owner's rights: a customer's mail is worded by its vendor and the operator, too.
create function template_wordings(account uuid, template text, wanted text) returns table (level text, subject text, body jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when t.account_id is null then 'operator' when t.account_id = account then 'account' else 'vendor' end, t.subject, t.body
    from templates t
    where t.name = template and t.locale = wanted and t.body is not null
      and (t.account_id is null or t.account_id = account
        or t.account_id = (select a.vendor_account_id from accounts a where a.id = account))
    order by t.account_id is null, t.account_id is distinct from account
$$;
