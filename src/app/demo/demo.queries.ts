/** Writes the past of the sample data; nothing else in the product may write a meeting that was never held. */
import { PICTURE_FILE } from '#meet/recordings/server/play-files.service.ts';
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { CONSENT_VERSION } from '#publish/newsletter/newsletter.rules.ts';
import type { DemoRecording } from './demo-data.ts';

export type PastMeeting = {
  id: string;
  accountId: string;
  roomId: string;
  name: string;
  startedBy: string;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  people: {
    id: string;
    key: string;
    userId: string | null;
    name: string;
    role: 'moderator' | 'viewer';
    joinedAt: number;
    leftAt: number;
  }[];
};

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;

export async function insertPastMeeting(db: Db, past: PastMeeting): Promise<void> {
  await db.execute(sql`
    insert into meetings (id, account_id, room_id, name, state, started_by, created_at, started_at, first_join_at, ended_at, end_reason, people_peak, people_total)
    values (${past.id}, ${past.accountId}, ${past.roomId}, ${past.name}, 'ended', ${past.startedBy}, ${time(past.startedAt)}, ${time(past.startedAt)}, ${time(past.startedAt)}, ${time(past.endedAt)}, 'everyone_left', ${past.people.length}, ${past.people.length})`);
  for (const person of past.people) {
    await db.execute(sql`
      insert into attendances (id, account_id, meeting_id, person_key, user_id, name, role, joined_at, left_at)
      values (${person.id}, ${past.accountId}, ${past.id}, ${person.key}, ${person.userId}, ${person.name}, ${person.role}, ${time(person.joinedAt)}, ${time(person.leftAt)})`);
  }
  await db.execute(
    sql`update rooms set last_meeting_at = greatest(last_meeting_at, ${time(past.startedAt)}) where id = ${past.roomId}`,
  );
}

export type PastRecording = Pick<DemoRecording, 'name' | 'state' | 'visibility' | 'views'> & {
  id: string;
  recordId: string;
  past: PastMeeting;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  lengthMs: number;
  bytes: number;
  keepUntil: number | null;
};

/** A recording whose files lie in the store already. */
export async function insertPastRecording(db: Db, one: PastRecording): Promise<void> {
  const { past } = one;
  const formats = JSON.stringify([
    { type: 'atrium', url: '', lengthMs: one.lengthMs, bytes: one.bytes, images: [], picture: PICTURE_FILE },
  ]);
  await db.execute(sql`
    insert into recordings (id, account_id, record_id, meeting_id, room_id, owner_id, external_id, name, state, visibility, started_at, ended_at, length_ms, people, views, bytes, formats, held, keep_until, keep_own, ready_told_at, created_at, updated_at)
    values (${one.id}, ${past.accountId}, ${one.recordId}, ${past.id}, ${past.roomId}, ${past.startedBy}, ${past.id}, ${one.name}, ${one.state}, ${one.visibility}, ${time(one.startedAt)}, ${time(one.endedAt)}, ${one.lengthMs}, ${past.people.length}, ${one.views}, ${one.bytes}, ${formats}::jsonb, 'here', ${one.keepUntil === null ? null : time(one.keepUntil)}, ${one.keepUntil !== null}, ${time(past.endedAt)}, ${time(past.endedAt)}, ${time(past.endedAt)})`);
}

/** A sample post was published some time ago. */
export async function datePost(db: Db, id: string, at: Date): Promise<void> {
  await db.execute(sql`update blog_posts set published_at = ${at.toISOString()}::timestamptz where id = ${id}`);
}

/** Sample mails came over some days, and most were read. Those about invoices keep the day on which they were written. */
export async function spreadMails(db: Db, userId: string, now: number): Promise<void> {
  await db.execute(sql`
    update mailbox_items i set created_at = ${time(now)} - interval '20 minutes' - interval '9 hours' * (o.n - 1),
      read_at = case when o.n > 4 then coalesce(i.read_at, ${time(now)}) else i.read_at end
    from (
      select id, row_number() over (order by created_at desc, id desc) as n from mailbox_items
      where user_id = ${userId} and created_at > ${time(now)} - interval '1 hour'
    ) o
    where o.id = i.id and i.user_id = ${userId}`);
  await db.execute(sql`
    update mailbox_items set read_at = created_at
    where user_id = ${userId} and kind = 'invoices' and created_at < ${time(now)} - interval '3 days'`);
}

export type DemoReader = { email: string; locale: string; lists: readonly string[]; state: 'pending' | 'confirmed' };
/** Subscribers of a newsletter who confirmed some time ago. */
export async function insertReader(db: Db, { id, at, ...reader }: DemoReader & { id: string; at: Date }): Promise<void> {
  const [asked, confirmed] = [time(at.getTime()), reader.state === 'confirmed' ? time(at.getTime()) : sql`null`];
  await db.execute(sql`
    insert into newsletter_subscribers (id, email, locale, state, state_since, created_at)
    values (${id}, ${reader.email}, ${reader.locale}, 'active', ${asked}, ${asked})`);
  for (const list of reader.lists)
    await db.execute(sql`
      insert into newsletter_subscriptions (subscriber_id, list_id, state, asked_at, asked_address, source, text_version, text_locale, confirmed_at, confirmed_address)
      values (${id}, ${list}, ${reader.state}, ${asked}, '192.0.2.1', '/newsletter', ${CONSENT_VERSION}, ${reader.locale}, ${confirmed}, '192.0.2.1')`);
}

const seededKey = 'demo.seeded';
/** Marks that all of the sample data is there. */
export async function keepSeeded(tx: Db): Promise<void> {
  await tx.execute(
    sql`insert into settings (key, value, updated_at) values (${seededKey}, 'true', now()) on conflict (key) do nothing`,
  );
}
export async function isSeeded(db: Db): Promise<boolean> {
  const found = await db.execute(sql`select 1 from settings where key = ${seededKey}`);
  return found.rows.length > 0;
}

export async function anyAccount(db: Db): Promise<boolean> {
  const found = await db.execute(sql`select 1 from accounts limit 1`);
  return found.rows.length > 0;
}
