/** Sample values for previews and test mails: what such mails really say, in the language that is looked at. */
import { formatDate } from '#kit/dates.ts';
import type { Locale } from '#kit/facts.ts';
import { formatMoney, money } from '#kit/money.ts';
import { zoneName } from '#kit/zone-name.ts';
import { type MailData, messagesOfMail } from '#core/outbox/server/words.service.ts';
import type { SampleKind } from '../templates.contract.ts';
import { sampleWords } from './templates.mail.ts';

/** A Wednesday in the middle of a term, the same in every preview. */
const moment = Date.UTC(2026, 10, 18, 9);
const minute = 60_000;

const numbers = { hours: 24, days: 7, minutes: 60, failures: 12, count: 3, used: 9, max: 10, extra: 2, fileCount: 2 };
/** Values that a message chooses its words by. */
const choices = {
  role: 'coowner',
  limit: 'rooms',
  owes: 'yes',
  overdue: 'yes',
  bank: 'yes',
  kind: 'commission',
  state: 'approved',
  recorded: 'yes',
  what: 'words',
  sender: 'verified',
  accepted: 'none',
  declined: 'none',
  tentative: 'none',
};
const codes = {
  address: '192.0.2.7',
  card: '4242',
  email: 'amira@school.example',
  files: 'plan.pdf, photo.png',
  newEmail: 'amira.haddad@school.example',
  number: '2026-0042',
  pin: '482 119',
  site: 'meet.school.example',
  servers: 'bbb-3.school.example',
};

function moments(locale: Locale): MailData {
  const reader = { locale, zone: 'Europe/Berlin' };
  const date = formatDate(moment, 'longDay', reader);
  return {
    ...{ date, day: date, dueDate: date, until: date },
    when: formatDate(moment, 'zoned', reader),
    at: formatDate(moment, 'zoned', reader),
    month: formatDate(moment, 'month', reader),
    start: formatDate(moment, 'time', reader),
    end: formatDate(moment + 45 * minute, 'time', reader),
    was: formatDate(moment - 60 * minute, 'fullDayTime', reader),
    zone: zoneName(moment, reader),
  };
}

function amounts(locale: Locale): MailData {
  const say = (minor: bigint) => formatMoney(money(minor, 'EUR'), locale);
  return { total: say(5831n), due: say(2831n), came: say(3000n), back: say(1200n), amount: say(5831n) };
}

/** `long`: names and titles that are as long as they get; `least`: what may be missing is missing. */
export async function samplesFor(locale: Locale, kind: SampleKind): Promise<MailData> {
  const find = await messagesOfMail(sampleWords, locale);
  const word = (key: string) => find(key)?.message ?? key;
  const long = kind === 'long';
  const person = word(long ? 'longName' : 'name');
  return {
    ...{ ...numbers, ...choices, ...codes, ...moments(locale), ...amounts(locale) },
    ...{ name: person, guest: person, owner: person, host: word('host'), from: word('host'), staff: word('host') },
    inviter: word('inviter'),
    ...{ organisation: word('organisation'), account: word('organisation') },
    meeting: word(long ? 'longMeeting' : 'meeting'),
    room: word(long ? 'longMeeting' : 'room'),
    words: `\n\n${word('words')}`,
    ...Object.fromEntries(
      [
        ...[
          'answer',
          'board',
          'device',
          'excerpt',
          'letter',
          'lists',
          'names',
          'plan',
          'reason',
          'task',
          'ticket',
          'webhook',
          'way',
        ],
      ].map((key) => [key, word(key)]),
    ),
    phone: kind === 'least' ? 'none' : '+49 30 5557 0142',
    ...(kind === 'least' ? { recorded: 'no', owes: 'no', overdue: 'no' } : {}),
  };
}
