import { formatDate } from '#kit/dates.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
const own = (key: string) => ({ name: `ownership.${key}`, folder, key });
export const ownershipMails = {
  offered: own('offered'),
  changed: own('changed'),
  exportReady: own('exportReady'),
  closed: own('closed'),
  erased: own('erased'),
  dataEnding: own('dataEnding'),
  dataLast: own('dataLast'),
  dataClosed: own('dataClosed'),
} as const;

/** `when`: a moment that the mail names, in the reader's language and zone; epoch milliseconds. */
export type OwnershipMail = {
  mail: keyof typeof ownershipMails;
  userId: string;
  accountId: string | null;
  data: Record<string, string | number>;
  when?: number;
  path?: string;
  /** Id of what it is about. */
  about?: string;
};
/** Whether there is somebody to read it: not who may not sign in, nor who has no address. */
export async function mailTo(ctx: Ctx, tx: Db, of: OwnershipMail): Promise<'written' | 'nobody'> {
  const { mail, userId, accountId, data, when, path, about } = of;
  const person = await findPerson(tx, userId);
  if (person === null || person.state !== 'active' || !person.email.includes('@')) return 'nobody';
  const locale = localeOf(person.locale);
  await sendMail(ctx, tx, {
    template: ownershipMails[mail],
    to: person.email,
    locale,
    data: {
      name: person.name,
      ...data,
      ...(when === undefined ? {} : { when: formatDate(when, 'longDay', { locale, zone: person.timeZone }) }),
    },
    accountId,
    // a receipt outlives the person it is for
    ...(accountId === null ? {} : { userId }),
    ...(path === undefined ? {} : { path }),
    ...(about === undefined ? {} : { about }),
  });
  return 'written';
}
