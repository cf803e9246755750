import { expect, test } from 'vitest';
import { isDisposable, readDomains } from './disposable.rules.ts';

const shipped = readDomains('# a list\nmailinator.com\nyopmail.com # with a remark\n\n');
const own = readDomains('!yopmail.com\nNew-Trash.example\n!fine.mailinator.com\n');

test('a listed domain counts with everything below it, in any case, and nothing else does', () => {
  for (const email of ['a@mailinator.com', 'A@Sub.MAILINATOR.com ', 'a@yopmail.com', 'a@b.yopmail.com.'])
    expect([email, isDisposable(email, [shipped])]).toEqual([email, true]);
  for (const email of [
    'a@example.org',
    'a@notmailinator.com',
    'a@mailinator.com.example.org',
    'mailinator.com@example.org',
    'a@com',
    '',
  ])
    expect([email, isDisposable(email, [shipped])]).toEqual([email, false]);
});

test('an own list adds domains, takes others out, and the longest name decides', () => {
  const told = (email: string) => isDisposable(email, [shipped, own]);
  expect(['a@yopmail.com', 'a@new-trash.example', 'a@mailinator.com', 'a@fine.mailinator.com'].map(told)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
