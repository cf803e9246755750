import { expect, test } from 'vitest';
import { commonPasswordList } from './common-passwords.ts';
import { encodePasswords, passwordList } from './password-list.ts';

test('what was put in is found, whatever its place in the file, and nothing else', () => {
  const words = Array.from({ length: 300 }, (_, n) => `word number ${n}`);
  const list = passwordList(encodePasswords([...words, 'ÜBER-Straße', 'abc', words[0] ?? '']));
  expect(list.size).toBe(301);
  expect(words.filter((word) => !list.has(word))).toEqual([]);
  expect([list.has('über-straße'), list.has('abc'), list.has('word number 300'), list.has('')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('the list that is shipped holds tens of thousands, and hardly ever takes another text for one of them', () => {
  expect(commonPasswordList.size).toBeGreaterThan(40_000);
  for (const word of ['123456789', 'password1', 'iloveyou', 'qwertyuiop', 'trustno1', 'liverpool1'])
    expect([word, commonPasswordList.has(word)]).toEqual([word, true]);
  const taken = Array.from({ length: 20_000 }, (_, n) => `no such password ${n}`).filter((text) => commonPasswordList.has(text));
  expect(taken).toEqual([]);
});
