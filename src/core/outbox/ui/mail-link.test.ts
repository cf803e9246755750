import { expect, test } from 'vitest';
import { linkIn } from './mail-link.hook.ts';

test('the link of a mail is the first address in its text', () => {
  expect(linkIn('Press here:\nhttps://meet.example/verify-email?token=a_b-c\nThanks')).toBe(
    'https://meet.example/verify-email?token=a_b-c',
  );
});
test.each([null, '', 'No address here'])('%j has no link', (text) => expect(linkIn(text)).toBeNull());
