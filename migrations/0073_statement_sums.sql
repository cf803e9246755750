-- sales/resale: the sum of a statement's second XML file, kept as those of the others ------------------------------------------------
alter table resale_statements add column ubl_sha256 text;
-- A statement is what it was; its files and the payout are each written on it once.
create or replace function statement_frozen() returns trigger language plpgsql as $$
declare
  paper text[] := array['pdf_sha256', 'xml_sha256', 'ubl_sha256', 'papers_at'];
  payout text[] := array['paid_on', 'bank_ref'];
  was jsonb := to_jsonb(old);
  is_now jsonb;
begin
  if tg_op = 'DELETE' then
    raise exception 'a statement never changes' using errcode = 'check_violation', constraint = 'resale_statements_frozen';
  end if;
  is_now := to_jsonb(new);
  if is_now - paper - payout <> was - paper - payout
    or (old.papers_at is not null and (new.papers_at, new.pdf_sha256, new.xml_sha256, new.ubl_sha256) is distinct from (old.papers_at, old.pdf_sha256, old.xml_sha256, old.ubl_sha256))
    or (old.paid_on is not null and (new.paid_on, new.bank_ref) is distinct from (old.paid_on, old.bank_ref)) then
    raise exception 'a statement never changes' using errcode = 'check_violation', constraint = 'resale_statements_frozen';
  end if;
  return new;
end $$;
