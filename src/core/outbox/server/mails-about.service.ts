/** The mails that were written about one thing, for the page of that thing. */
import type { Db } from '#kit/server/db/db.ts';
import { mailsAbout } from './outbox.queries.ts';
import type { MailRecord } from './outbox.table.ts';

export type MailAbout = Pick<
  MailRecord,
  'id' | 'aboutId' | 'onceKey' | 'recipient' | 'subject' | 'state' | 'createdAt' | 'sentAt'
>;

/** Mails about any of these ids, the oldest first, without their texts. The caller has asked whether the reader may see what they are about. */
export const findMailsAbout = (db: Db, ids: readonly string[]): Promise<MailAbout[]> =>
  ids.length === 0 ? Promise.resolve([]) : mailsAbout(db, ids);
