-- sales/billing: what the bank of a payer is told about a payment that it is in doubt about ------------------------------------------

-- By whoever: here, or at the provider itself. And when the seller was reminded of the day.
alter table disputes add column answered_at timestamptz, add column reminded_at timestamptz;
create index disputes_due on disputes (due_at) where state = 'open' and answered_at is null and reminded_at is null;

create table dispute_answers (
  id uuid primary key,
  dispute_id uuid not null references disputes (id),
  -- proof: the payment is defended; accept: it is given back
  kind text not null check (kind in ('proof', 'accept')),
  -- sending: the provider did not say yet that it has it
  state text not null check (state in ('sending', 'sent', 'refused')),
  -- what is said, by its place; emptied when the account is erased
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  -- whether the invoice goes with it
  document text not null check (document in ('invoice', 'none')),
  -- the provider's word
  failure text,
  written_by uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  changed_at timestamptz not null
);
-- a bank listens once; what the provider did not take may be said in another way
create unique index dispute_answers_once on dispute_answers (dispute_id) where state <> 'refused';
create index dispute_answers_sending on dispute_answers (changed_at) where state = 'sending';

create function dispute_answer_step() returns trigger language plpgsql as $$
begin
  if new.dispute_id <> old.dispute_id or new.kind <> old.kind or new.document <> old.document
    or (new.texts <> old.texts and new.texts <> '{}'::jsonb) then
    raise exception 'what a bank is told stays' using errcode = 'check_violation', constraint = 'dispute_answers_kept';
  end if;
  if new.state <> old.state and old.state <> 'sending' then
    raise exception 'dispute_answers: % to %', old.state, new.state using errcode = 'check_violation', constraint = 'dispute_answers_step';
  end if;
  return new;
end $$;
create trigger dispute_answers_step before update on dispute_answers for each row execute function dispute_answer_step();
create trigger dispute_answers_kept before delete on dispute_answers for each row execute function money_kept();

-- The seller's alone: whoever serves an account has nothing to look for here.
alter table dispute_answers enable row level security;
create policy system_all on dispute_answers to ${system} using (true) with check (true);
grant select, insert, update on dispute_answers to ${system};
