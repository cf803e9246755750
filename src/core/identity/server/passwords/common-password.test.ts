import { expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { commonPasswords } from '#core/identity/common-passwords.rules.ts';
import { isCommonPassword } from './common-password.service.ts';
import { requireStrong } from './passwords.service.ts';

const codeOf = (password: string, known: string[] = []): string => {
  try {
    requireStrong(password, { known, field: 'body.password' });
    return 'fine';
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
};

test.each([
  ['as it stands', 'copenhagen'],
  ['with capitals', 'CoPenHagen'],
  ['with signs for letters', 'c0p3nh4g3n'],
  ['with a little behind', 'copenhagen7!'],
  ['with a year', 'Copenhagen1987'],
  ['with a year and a mark', 'copenhagen2024!'],
  ['with a little before', '!!copenhagen'],
  ['reversed', 'negahnepoc'],
  ['twice', 'copenhagencopenhagen'],
  ['of digits alone', '25802580'],
  ['in wide letters', 'ｐａｓｓｗｏｒｄ１'],
])('a common password is refused %s', (_how, password) => {
  expect(isCommonPassword(password)).toBe(true);
  expect(codeOf(password)).toBe('weak_password');
});

test.each([
  'harbour lantern orbit',
  'tall-giraffe-in-rain',
  'zvk3-Plumeau-9',
  'Überraschungsgast-am-Deich',
  'vrhnika kozolec 81',
])('%s is no common one', (password) => {
  expect(isCommonPassword(password)).toBe(false);
  expect(codeOf(password)).toBe('fine');
});

test('it knows what the short list that browsers get does not', () => {
  expect(commonPasswords.some((word) => word.includes('copenhagen'))).toBe(false);
  expect(codeOf('copenhagen')).toBe('weak_password');
});

test('what others know of a person is refused as before, and so is the name of the product', () => {
  expect(codeOf('kowalczyk1', ['Lena Kowalczyk', 'lena@example.org'])).toBe('weak_password');
  expect(codeOf('atrium2026')).toBe('weak_password');
});
