import { describe, expect, test } from 'vitest';
import { formatDate, formatDay } from '#kit/dates.ts';
import { type Locale, locales } from '#kit/facts.ts';
import { isWholeDay, movedTime, readDay, readDayTime, readTime } from './date-reader.ts';

const today = '2026-11-30';
const day = (text: string, locale: Locale = 'en-US') => readDay(text, { locale, today });
const months = Array.from({ length: 12 }, (_one, at) => `2027-${String(at + 1).padStart(2, '0')}-09`);

describe('dates', () => {
  test.each(locales)('what is written is read again: %s', (locale) => {
    for (const form of ['day', 'longDay', 'fullDay'] as const)
      expect(months.map((one) => day(formatDay(one, form, locale), locale))).toEqual(months);
    expect(months.map((one) => day(formatDay(one, 'dayMonth', locale), locale))).toEqual([
      '2027-01-09',
      '2027-02-09',
      '2027-03-09',
      '2027-04-09',
      '2027-05-09',
      '2026-06-09',
      '2026-07-09',
      '2026-08-09',
      '2026-09-09',
      '2026-10-09',
      '2026-11-09',
      '2026-12-09',
    ]);
  });
  test.each<[string, Locale, string]>([
    ['2026-12-03', 'ar', '2026-12-03'],
    ['20261203', 'de', '2026-12-03'],
    ['3.12.', 'de', '2026-12-03'],
    ['3.12.26', 'de', '2026-12-03'],
    ['12/3', 'en-US', '2027-03-12'],
    ['12/25/2026', 'en-US', '2026-12-25'],
    ['12/3', 'ja', '2026-12-03'],
    ['26/12/3', 'ja', '2026-12-03'],
    ['2026年12月3日', 'ja', '2026-12-03'],
    ['3.1', 'de', '2027-01-03'],
    ['14', 'fr', '2026-11-14'],
    ['3 dec', 'en-US', '2026-12-03'],
    ['December 3rd, 2026', 'en-US', ''],
    ['Dec 3, 2026', 'en-US', '2026-12-03'],
    ['Thu 3 Dec', 'en-US', '2026-12-03'],
    ['3 de diciembre de 2026', 'es', '2026-12-03'],
    ['٣/١٢/٢٠٢٦', 'ar', '2026-12-03'],
    ['۳/۱۲/۲۰۲۶', 'ur', '2026-12-03'],
    ['३/१२/२०२६', 'hi', '2026-12-03'],
    ['３／１２／２０２６', 'zh', '2026-03-12'],
    ['tomorrow', 'en-US', '2026-12-01'],
    ['morgen', 'de', '2026-12-01'],
    ['29.2.2028', 'de', '2028-02-29'],
  ])('%s in %s', (text, locale, found) => expect(day(text, locale) ?? '').toBe(found));
  test.each(['', 'soon', '31.2.2026', '0', '2026', '2026-12', '1 2 3 4', '40 Dec', 'Dec', '3 ma', '12345', '3 Dec 2026 x'])(
    'no date: %s',
    (text) => expect(day(text)).toBeNull(),
  );
  test('whole with its year only', () => {
    const whole = (text: string) => isWholeDay(text, { locale: 'en-US', today });
    expect(['3/12/2026', '3 Dec 2026', '3/12', '3/12/20', '2026'].map(whole)).toEqual([true, true, false, false, false]);
  });
});

describe('times', () => {
  test.each(locales)('what is written is read again: %s', (locale) => {
    const times = ['00:05', '09:00', '12:00', '14:30', '23:59'];
    const written = times.map((time) => formatDate(Date.parse(`2026-01-01T${time}Z`), 'time', { locale, zone: 'UTC' }));
    expect(written.map((text) => readTime(text, locale))).toEqual(times);
  });
  test.each<[string, Locale, string]>([
    ['14', 'en-US', '14:00'],
    ['2pm', 'en-US', '14:00'],
    ['2:30 p.m.', 'es', '14:30'],
    ['12am', 'de', '00:00'],
    ['12 pm', 'de', '12:00'],
    ['14.30', 'id', '14:30'],
    ['14h30', 'fr', '14:30'],
    ['1430', 'ru', '14:30'],
    ['930', 'ru', '09:30'],
    ['14 Uhr', 'de', '14:00'],
    ['午後2時30分', 'ja', '14:30'],
    ['下午2点', 'zh', '14:00'],
    ['١٤:٣٠', 'ar', '14:30'],
    ['२:३० pm', 'hi', '14:30'],
    ['14:30:59', 'tr', '14:30'],
  ])('%s in %s', (text, locale, found) => expect(readTime(text, locale)).toBe(found));
  test.each(['', 'noon', '24', '14pm', '9:60', '12345', '1:2:3:4'])('no time: %s', (text) =>
    expect(readTime(text, 'en-US')).toBeNull(),
  );
  test('steps go to the next quarter of an hour', () =>
    expect([movedTime('09:07', 15), movedTime('09:07', -15), movedTime('23:45', 15), movedTime('00:00', -15)]).toEqual([
      '09:15',
      '09:00',
      '00:00',
      '23:45',
    ]));
});

describe('dates with times', () => {
  test.each(locales)('what is written is read again: %s', (locale) => {
    const moments = months.map((one) => `${one}T14:30`);
    const written = moments.map((one) => formatDate(Date.parse(`${one}Z`), 'dayTime', { locale, zone: 'UTC' }));
    expect(written.map((text) => readDayTime(text, { locale, today }))).toEqual(moments);
  });
  test.each<[string, string | null]>([
    ['2026-12-03T14:30', '2026-12-03T14:30'],
    ['3.12. 2 pm', '2026-12-03T14:00'],
    ['tomorrow 9', '2026-12-01T09:00'],
    ['3 Dec 2026', null],
    ['14:30', null],
  ])('%s', (text, found) => expect(readDayTime(text, { locale: 'en-US', today })).toBe(found));
});
