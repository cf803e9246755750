/** A new column of a table with rights by column cannot be written by the role that serves until a migration grants it. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';

/** No role moves a row to another account, person or thing, nor changes when it was made. */
const fixed = ['id', 'account_id', 'user_id', 'room_id', 'webhook_id', 'created_at', 'created_by', 'invited_by'];

/** By role, right and table: the columns that are meant to be out of reach, all of them written by jobs and by calls of the system. */
const outOfReach: Readonly<Record<string, readonly string[]>> = {
  'app update attendances': ['talked_seconds', 'group_stays'],
  'app update deliveries': ['event', 'event_id', 'last_answer', 'last_took_ms'],
  'app update endpoint_calls': ['unhonoured'],
  // decided when the meeting starts, or steered by the system for people of other accounts
  'app update meetings': ['ended_by', 'entry_locked_at', 'locks', 'from_course'],
  'app update notice_choices': ['digested_at'],
  'app update outbox_mails': ['sender_name', 'reply_to', 'about_id', 'headers', 'body_calendar'],
  'app update recordings': ['missed', 'missed_since'],
  'app update room_groups': ['last_meeting_id'],
  'app update room_polls': ['last_meeting_id'],
  // only the person who is invited answers, as the system, for it is another account's row
  'app update room_shares': ['state', 'answered_at', 'email'],
  'app update rooms': ['suspended_at', 'suspended_why', 'erase_at'],
  'app update sessions': [
    'address',
    'agent',
    'last_seen_at',
    'expires_at',
    'proven_until',
    'strong',
    'impersonated_by',
    'parent_id',
    'reason',
    'return_hash',
    'way',
  ],
  'app update users': ['email', 'state', 'email_verified_at', 'terms_version'],
  // a rate is never changed, only withdrawn
  'system update exchange_rates': ['base', 'currency', 'day', 'rate', 'source', 'origin', 'added_by', 'added_at'],
};

test('where rights go by column, each column is granted or reviewed as out of reach', async () => {
  const world = await worldForThisTest();
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ grant: string; columns: string[] }>(
    `select substring(r.rolname from '_(app|system)$') || ' ' || p.privilege || ' ' || c.relname as "grant",
        array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      cross join unnest(array['select', 'insert', 'update']) as p(privilege)
      join pg_roles r on r.rolname ~ '_(app|system)$' and has_any_column_privilege(r.oid, c.oid, p.privilege)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname <> all($1)
        and not has_column_privilege(r.oid, c.oid, a.attnum, p.privilege)
      group by 1`,
    [fixed],
  );
  await client.end();
  expect(Object.fromEntries(rows.map(({ grant, columns }) => [grant, columns]))).toEqual(
    Object.fromEntries(Object.entries(outOfReach).map(([grant, columns]) => [grant, columns.toSorted()])),
  );
});
