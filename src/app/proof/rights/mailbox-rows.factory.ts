import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';

/** A mail, a draft and a label of a person, whose every word is that name. */
export function mailboxRows({ account, owner, name }: { account: string; owner: string; name: string }): {
  letters: Record<'letter' | 'draft' | 'mailLabel', string>;
  rows: SQL[];
} {
  const letters = { letter: newId(), draft: newId(), mailLabel: newId() };
  const item = (id: string, place: 'inbox' | 'draft') => sql`
    insert into mailbox_items (id, account_id, user_id, place, kind, sender_name, subject, body, snippet, words, created_at, updated_at)
    values (${id}, ${account}, ${owner}, ${place}, 'people', ${name}, ${name}, ${name}, ${name}, to_tsvector('simple', ${name}) || array_to_tsvector(array[${owner}]::text[]), now(), now())`;
  return {
    letters,
    rows: [
      item(letters.letter, 'inbox'),
      item(letters.draft, 'draft'),
      sql`insert into mailbox_labels (id, account_id, user_id, name, hue, created_at) values (${letters.mailLabel}, ${account}, ${owner}, ${name}, 1, now())`,
    ],
  };
}
