import { expect, test } from 'vitest';
import { localeFacts } from '#kit/facts.ts';
import { takeMeetingLanguage } from './meeting-language.ts';

test.each([
  ['/m?sessionToken=abc&lang=de', 'de'],
  ['/m?sessionToken=abc&engine=2&lang=pt-PT', 'pt'],
  ['/m?sessionToken=abc&lang=xx', 'fr'],
  ['/m?sessionToken=abc', 'fr'],
  ['/m?lang=de', 'fr'],
  ['/rooms/myRooms?sessionToken=abc&lang=de', 'fr'],
])('%s is read in %s', (url, locale) => {
  const request = { url, cookies: { [localeFacts.cookie]: 'fr' } };
  takeMeetingLanguage(request);
  expect(request.cookies[localeFacts.cookie]).toBe(locale);
});
