import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';

/** A ticket of an account with its first message, whose every word is that name. */
export function ticketRows({ account, owner, name }: { account: string; owner: string; name: string }): {
  ticket: string;
  rows: SQL[];
} {
  const [ticket, message] = [newId(), newId()];
  return {
    ticket,
    rows: [
      sql`
        insert into tickets (id, account_id, seller_id, number, requester_id, subject, category, impact, state, priority, last_text, last_from, last_message_id, last_at, clock_kind, clock_used, urgent_at, created_at, updated_at)
        values (${ticket}, ${account}, ${account}, 1001, ${owner}, ${name}, 'other', 'one', 'new', 'normal', ${name}, 'customer', ${message}, now(), 'first', 0, now(), now(), now())`,
      sql`
        insert into ticket_messages (id, ticket_id, account_id, seller_id, side, author_id, body, via, words, created_at)
        values (${message}, ${ticket}, ${account}, ${account}, 'customer', ${owner}, ${name}, 'site', '', now())`,
    ],
  };
}
