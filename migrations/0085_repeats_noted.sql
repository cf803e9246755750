-- kit/http: a request with an Idempotency-Key notes in the transaction of its work that it was carried out -----------------------
alter table repeated_answers add column carried_out boolean not null default false;
-- definer: work runs as the tenant's role, which sees none of these rows. Null: another process has taken the request over.
create function note_carried_out(of_caller text, under_key text, began timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  update repeated_answers set carried_out = true where caller = of_caller and key = under_key and created_at = began returning true;
$$;
revoke execute on function note_carried_out from public;
grant execute on function note_carried_out to ${app}, ${system};
