import { type SQL, sql } from 'drizzle-orm';

/** A mail, a draft and a label of a person, whose every word is that name. */
export function mailboxRows(of: {
  account: string;
  owner: string;
  mail: string;
  draft: string;
  label: string;
  name: string;
}): SQL[] {
  const { account, owner, name } = of;
  const item = (id: string, place: 'inbox' | 'draft') => sql`
    insert into mailbox_items (id, account_id, user_id, place, kind, sender_name, subject, body, snippet, words, created_at, updated_at)
    values (${id}, ${account}, ${owner}, ${place}, 'people', ${name}, ${name}, ${name}, ${name}, to_tsvector('simple', ${name}) || array_to_tsvector(array[${owner}]::text[]), now(), now())`;
  return [
    item(of.mail, 'inbox'),
    item(of.draft, 'draft'),
    sql`insert into mailbox_labels (id, account_id, user_id, name, hue, created_at) values (${of.label}, ${account}, ${owner}, ${name}, 1, now())`,
  ];
}
