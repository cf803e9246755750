import { sql } from 'drizzle-orm';
import type { World } from '#app/proof/testing.ts';

/** Everything that the database keeps of an account, as text. */
export async function keptOf(world: World, accountId: string): Promise<string> {
  const tables = [
    'accounts',
    'rooms',
    'meetings',
    'attendances',
    'meeting_polls',
    'room_groups',
    'room_shares',
    'room_transfers',
    'memberships',
    'notices',
    'outbox_mails',
    'sessions',
    'recordings',
    'endpoints',
    'endpoint_secrets',
    ...['subscriptions', 'invoices', 'payments', 'payment_methods', 'billing_profiles', 'scheduled_meetings'],
    ...['tickets', 'ticket_messages', 'chat_conversations', 'chat_messages', 'mailbox_items', 'mailbox_labels'],
    ...['task_boards', 'task_lists', 'task_cards', 'task_comments', 'analytics_views', 'lti_platforms'],
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      world
        .ctx()
        .system.read.execute<{ all: string }>(
          sql.raw(
            `select coalesce(string_agg(t::text, '|' order by t::text), '') as all from ${table} t where ${table === 'accounts' ? 'id' : 'account_id'} = '${accountId}'`,
          ),
        ),
    ),
  );
  return rows.map((one) => one.rows[0]?.all ?? '').join('\n');
}
