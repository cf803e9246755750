/** Mails and notices to those of an account who look after its plan: that something does not fit it any more, and what becomes of it. */
import { formatDate } from '#kit/dates.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { AccountWithoutRights } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { findHolders } from '#core/iam/server/holders.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { NAMES_MAX, type OverflowKey } from '../overflow.rules.ts';
import { choicePath, type OverflowMail, overflowMails, overflowNotices } from './overflow.mail.ts';

/** `names`: of those that rest, or will. `day`: when, epoch milliseconds. */
export type Word = {
  account: AccountWithoutRights;
  key: OverflowKey;
  mail: OverflowMail;
  used: number;
  max: number;
  names: readonly string[];
  day: number;
};

/** In the transaction of its cause, so that each is written once. Only people who may buy plans get it. */
export async function tellOverflow(ctx: Ctx, tx: Db, word: Word): Promise<void> {
  const { account, key, used, max, names } = word;
  for (const userId of await findHolders(tx, { accountId: account.id, permission: 'subscriptions.purchase', now: ctx.now() })) {
    const person = await findPerson(tx, userId);
    if (person === null) continue;
    const locale = localeOf(person.locale);
    const day = formatDate(word.day, 'longDay', { locale, zone: account.timeZone });
    const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names.slice(0, NAMES_MAX));
    await sendMail(ctx, tx, {
      template: overflowMails[word.mail],
      to: person.email,
      locale,
      data: {
        limit: key,
        organisation: account.name,
        used,
        max,
        extra: names.length,
        names: names.length > NAMES_MAX ? `${list} …` : list,
        day,
      },
      path: choicePath,
      accountId: account.id,
      userId,
    });
    const data = { limit: key, used, max, extra: names.length, day };
    await notify(ctx, tx, { userId, accountId: account.id, kind: overflowNotices[word.mail], data, link: choicePath });
  }
}
